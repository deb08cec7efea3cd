import FileName
import FileStore
import Foundation
import ItemsLoader
import Paging
import PostDomain
import PostsStore
import PostsStoreLive
import Store
import TestSupport
import Testing

struct PostsStoreLiveTests {
  let files = FileStore.memory()
  var sut: PostsStore { .live(files: files) }

  let first = StoredCopy(Page([Post].samples, next: Cursor("/posts?_page=2")), fetchedAt: .distantPast, validator: "1")
  let second = StoredCopy(
    Page([Post(id: Post.ID("x"), userID: nil, title: "\u{1b}[2J", body: "")]), fetchedAt: .distantFuture)

  @Test func `it behaves like a store`() async throws {
    try await checkStore(
      sut, keys: (.page(after: nil), .page(after: Cursor("/posts?_page=2"))), values: (first, second))
    try await checkStore(sut, keys: (.post(Post.ID("1")), .page(after: Cursor("1"))), values: (second, first))
  }

  @Test func `keys that look alike do not share a file`() async throws {
    let keys: [PostsStoreKey] = [
      .page(after: nil), .page(after: Cursor("")), .page(after: Cursor("first")), .post(Post.ID("first")),
      .post(Post.ID("")), .post(Post.ID("a/b")), .post(Post.ID("a%2fb")), .post(Post.ID("A")), .post(Post.ID("a")),
    ]
    for (number, key) in keys.enumerated() {
      try await sut.insert(StoredCopy(Page([]), fetchedAt: Date(timeIntervalSince1970: Double(number))), key)
    }
    for (number, key) in keys.enumerated() {
      #expect(try await sut.value(key)?.fetchedAt == Date(timeIntervalSince1970: Double(number)))
    }
  }

  @Test func `a file cut at any byte counts as missing`() async throws {
    try await sut.insert(first, .page(after: nil))
    let whole = try #require(try await files.value(FileName("first")))
    for length in 0..<whole.count {
      try await files.insert(whole.prefix(length), FileName("first"))
      #expect(try await sut.value(.page(after: nil)) == nil, "\(length) bytes")
    }
  }
}
