/// A comment and its depth in a thread.
public struct ThreadedComment: Equatable, Sendable {
  /// The comment.
  public var comment: Comment
  /// The number of ancestors: 0 for a comment that answers the post itself.
  public var depth: Int
}

extension [Comment] {
  /// The comments, each followed by its answers; siblings stay in their order. Takes linear time.
  ///
  /// A comment whose parent is missing becomes a root. Comments that answer each other in a circle hang below the first
  /// of them.
  public var threaded: [ThreadedComment] {
    let indexByID = Dictionary(zip(map(\.id), indices)) { first, _ in first }
    var answers: [Int: [Int]] = [:]
    var roots: [Int] = []
    for index in indices {
      if let parent = self[index].parentID.flatMap({ indexByID[$0] }), parent != index {
        answers[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    var result: [ThreadedComment] = []
    result.reserveCapacity(count)
    var isSeen = [Bool](repeating: false, count: count)
    // Comments that no root leads to form circles.
    for root in roots + indices {
      var waiting = [(index: root, depth: 0)]
      while let (index, depth) = waiting.popLast() {
        guard !isSeen[index] else { continue }
        isSeen[index] = true
        result.append(ThreadedComment(comment: self[index], depth: depth))
        waiting += (answers[index] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    return result
  }
}
