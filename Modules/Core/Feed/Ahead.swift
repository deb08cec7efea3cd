import Paging

/// Questions for the next pages, sent before their turn comes. How they begin is guessed: from what the server has told,
/// else from how they are kept.
actor Ahead<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// How many pages are asked for at a time.
  static var limit: Int { 6 }

  private let loader: Loader<Item>
  private var questions: [Int: Question<Item>] = [:]
  private var series: CursorSeries?
  /// The page of the first cursor in the series.
  private var first = 0
  /// Until one was wrong.
  private var guesses = true

  init(_ loader: Loader<Item>) { self.loader = loader }

  deinit {
    for question in questions.values { question.cancel() }
  }

  /// Sends the questions for a page and those behind it which are not sent yet.
  func send(from page: Int, _ cursor: Cursor?) async {
    if questions[page].map({ $0.cursor != cursor }) ?? false { forget() }
    // The first page tells how many there are, and whether anybody wants more than the first.
    guard page > 0 else { return }
    for number in page..<page + Self.limit where questions[number] == nil {
      guard let cursor = number == page ? cursor : await guess(number) else { return }
      questions[number] = await loader.question(number, cursor)
    }
  }

  /// The question for a page, if it was sent.
  func take(_ page: Int) -> Question<Item>? { questions.removeValue(forKey: page) }

  /// Takes note of where a page leads, and where others are said to begin.
  func learn(_ step: Loader<Item>.Step, _ page: Int) {
    if let next = step.outcome.next {
      if let question = questions[page + 1], question.cursor != next { forget() }
    } else {
      forget()
    }
    if series == nil, let ahead = step.ahead { (series, first) = (ahead, page + 1) }
  }

  private func guess(_ page: Int) async -> Cursor? {
    guard guesses else { return nil }
    if let series { return series.cursor(at: page - first) }
    return try? await loader.store.header(page)?.cursor
  }

  private func forget() {
    for question in questions.values { question.cancel() }
    (questions, guesses) = ([:], false)
  }
}
