import Paging

/// The questions for pages.
extension Loader {
  /// The question for a page, which is sent.
  /// - Parameters:
  ///   - wanted: how many items of the page are; nil for all.
  ///   - previous: the one for the page in front of it. Where a page is more than one request, all of its requests go out
  ///     before those of the next.
  func question(
    _ page: Int, _ cursor: Cursor?, wanted: Int? = nil, after previous: Question<Item>? = nil
  ) async -> Question<Item> {
    let validator = await mayBeKept(page) ? try? await store.validator(page, cursor) : nil
    return Question(
      cursor: cursor, validator: validator, wanted: wanted, after: pagesAhead > 0 ? previous : nil, remote)
  }

  /// A question that the server cannot answer with a confirmation.
  func unconditionalQuestion(_ cursor: Cursor?, wanted: Int? = nil) -> Question<Item> {
    Question(cursor: cursor, validator: nil, wanted: wanted, after: nil, remote)
  }

  /// Whether a page may be kept already. Behind the last kept one, nobody has to look for each of thousands of pages.
  private func mayBeKept(_ page: Int) async -> Bool {
    // Whoever asks for the first page alone does not wait for a count.
    guard page > 0 else { return true }
    if pageLimit == nil {
      let generation = generation
      let count = try? await store.extent(0..<0).pageCount
      if generation == self.generation, pageLimit == nil { pageLimit = count }
    }
    return pageLimit.map { page < $0 } ?? true
  }

  /// The question that was sent already, if it is the right one.
  func usable(_ question: Question<Item>?, _ page: Int, _ cursor: Cursor?, wanted: Int?) async -> Question<Item> {
    if let question, question.cursor == cursor { return question }
    question?.cancel()
    if page == 0, let warm {
      self.warm = nil
      return await warm.value
    }
    return await self.question(page, cursor, wanted: wanted)
  }
}
