import Essentials
import PostDomain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ThreadTests {
  func comments(_ parents: [(id: Int, parent: Int?)]) -> [PostDomain.Comment] {
    parents.map { id, parent in
      .init(id: .init(id), postID: Post.ID(1), parentID: parent.map { .init($0) }, name: "", body: "")
    }
  }

  func threaded(_ parents: (Int, Int?)...) -> [String] {
    comments(parents.map { ($0, $1) }).threaded.map { "\($0.depth) \($0.comment.id)" }
  }

  @Test func `answers follow their parents in the order of arrival`() {
    #expect(threaded((1, nil), (2, nil), (3, 1), (4, 2), (5, 3), (6, 1)) == ["0 1", "1 3", "2 5", "1 6", "0 2", "1 4"])
  }

  @Test func `an answer that arrives before its parent follows it`() {
    #expect(threaded((2, 1), (1, nil)) == ["0 1", "1 2"])
  }

  @Test func `an answer to a missing comment is at the top level`() {
    #expect(threaded((1, 9), (2, 1), (3, nil)) == ["0 1", "1 2", "0 3"])
  }

  @Test func `comments that answer themselves or each other are all there, once`() {
    #expect(threaded((1, 1), (2, 3), (3, 2), (4, 3)) == ["0 1", "0 2", "1 3", "2 4"])
  }

  @Test func `comments with the same id are all included, and answers follow the first`() {
    #expect(threaded((1, nil), (1, nil), (2, 1)) == ["0 1", "1 2", "0 1"])
  }

  @Test func `ten thousand answers are threaded, nested or side by side`() {
    let deep = comments((0..<10_000).map { ($0, $0 - 1) }).threaded
    #expect(deep.map(\.depth) == Array(0..<10_000))
    let wide = comments((0..<10_000).map { ($0, $0 == 0 ? nil : 0) }).threaded
    let ids: [String] = (0..<10_000).map { "\($0)" }
    #expect(wide.map(\.comment.id.text) == ids)
    #expect([PostDomain.Comment]().threaded == [])
  }
}
