import Foundation
import PostDomain
import PostsRepository

extension LatePart<[PostDomain.Comment]> {
  /// Returns `count` comments on post 1.
  static func count(_ count: Int) -> Self {
    .known((0..<count).map { .init(id: .init($0), postID: Post.ID(1), name: "Name \($0)", body: "Comment \($0)") })
  }
}

extension [PostDomain.Comment] {
  /// Forty comments. Each answers the previous one, except every fourth.
  static let thread: Self = (0..<40).map { number in
    let parent: PostDomain.Comment.ID? = number.isMultiple(of: 4) ? nil : .init(number - 1)
    let date: Date? =
      number.isMultiple(of: 3) ? Date(timeIntervalSince1970: 1_704_450_030 + Double(number) * 86_400) : nil
    return PostDomain.Comment(
      id: .init(number), postID: Post.ID(1), parentID: parent, name: number == 5 ? "" : "Reader \(number)",
      body: "The *\(number)th* thing that was said about it, which is a little longer than a line.", date: date)
  }
}
