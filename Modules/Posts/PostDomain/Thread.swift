/// A comment in its place among those that it answers.
public struct ThreadedComment: Equatable, Sendable {
  /// The comment.
  public var comment: Comment
  /// How many comments it answers, each of which answers the one before: 0 for one about the post alone.
  public var depth: Int

  public init(_ comment: Comment, depth: Int) {
    self.comment = comment
    self.depth = depth
  }
}

extension [Comment] {
  /// The comments, each followed by its answers, which are otherwise in the order they were in; in linear time.
  ///
  /// Where a parent is not among them, or comments answer each other in a circle, the first of them stands as if it
  /// answered none.
  public var threaded: [ThreadedComment] {
    let places = Dictionary(zip(map(\.id), indices)) { first, _ in first }
    var answers: [Int: [Int]] = [:]
    var roots: [Int] = []
    for index in indices {
      if let parent = self[index].parentID.flatMap({ places[$0] }), parent != index {
        answers[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    var result: [ThreadedComment] = []
    result.reserveCapacity(count)
    var isSeen = [Bool](repeating: false, count: count)
    // What is left once the roots are seen goes in circles.
    for root in roots + indices {
      var waiting = [(index: root, depth: 0)]
      while let (index, depth) = waiting.popLast() {
        guard !isSeen[index] else { continue }
        isSeen[index] = true
        result.append(ThreadedComment(self[index], depth: depth))
        waiting += (answers[index] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    return result
  }
}
