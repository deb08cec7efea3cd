import ItemsLoader
import Paging

/// Questions for the next pages, sent before their turn comes. How they begin is guessed: from what the server has told,
/// else from how they are kept.
actor Ahead<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// How many pages are asked for at a time.
  static var limit: Int { 6 }

  private var questions: [Int: Question<Item>] = [:]
  private var series: CursorSeries?
  /// How many items a page has, as far as its cursors or the largest tell.
  private var size = 0
  /// The page of the first cursor in the series.
  private var first = 0
  /// Until one was wrong.
  private var guesses = true
  private var hasBegun = false

  deinit {
    for question in questions.values { question.cancel() }
  }

  /// Sends the questions for a page, which begins at a cursor, and for others behind it, as far as they are not sent yet.
  /// - Parameters:
  ///   - pages: their numbers, growing.
  ///   - wanted: how many items are, from the first of the pages on; nil for all.
  func send(
    _ pages: some Sequence<Int> & Sendable, _ cursor: Cursor?, by loader: Loader<Item>, wanted: Int? = nil
  ) async {
    var isFirst = true
    for (index, page) in pages.prefix(Self.limit).enumerated() {
      let left = wanted.map { $0 - index * max(size, 1) }
      if let left, left < 1 { return }
      let wasFirst = isFirst
      isFirst = false
      if wasFirst, questions[page].map({ $0.cursor != cursor }) ?? false { forget() }
      // The first page tells how many there are, and whether anybody wants more than the first.
      guard page > 0 else { return }
      guard questions[page] == nil else { continue }
      guard let cursor = wasFirst ? cursor : await guess(page, loader) else { return }
      questions[page] = await loader.question(page, cursor, wanted: left, after: questions[page - 1])
    }
  }

  /// True when it is asked for the first time.
  func beginsNow() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// The question for a page, if it was sent.
  func take(_ page: Int) -> Question<Item>? { questions.removeValue(forKey: page) }

  /// The new content of a page that begins at a cursor, if the answer is there already.
  func takeArrived(_ page: Int, _ cursor: Cursor) -> (page: Page<Item>, validator: String?)? {
    guard let question = questions[page], question.cursor == cursor, let arrived = question.arrived,
      case .changed(let items, let validator) = arrived
    else { return nil }
    questions[page] = nil
    return (items, validator)
  }

  /// Takes note of where a page leads, and where others are said to begin.
  /// - Parameter count: how many items are on it; nil where nobody looked.
  func learn(next: Cursor?, ahead: CursorSeries?, _ page: Int, count: Int? = nil) {
    if let stride = ahead?.stride, stride > 1 {
      size = stride
    } else if series == nil || size < 2 {
      size = max(size, count ?? 0)
    }
    if let next {
      if let question = questions[page + 1], question.cursor != next { forget() }
    } else {
      forget()
    }
    if series == nil, let ahead { (series, first) = (ahead, page + 1) }
  }

  private func guess(_ page: Int, _ loader: Loader<Item>) async -> Cursor? {
    guard guesses else { return nil }
    if let series { return series.cursor(at: page - first) }
    return try? await loader.store.header(page)?.cursor
  }

  /// Takes back the questions that nobody has waited for.
  func cancel() {
    for question in questions.values { question.cancel() }
    questions = [:]
  }

  private func forget() {
    cancel()
    guesses = false
  }
}
