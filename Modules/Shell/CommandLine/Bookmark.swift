import ComicDomain
import ComicsRepository
import Database
import Essentials
import ItemMarks
import ItemsLoader
import Messages
import NetworkClient
import PostDomain
import PostsRepository
import Repositories
import TextLayout

/// Bookmarks an item, or takes its bookmark away, and says so when that is safe. Then what belongs to it is waited for:
/// the program ends here.
func printBookmark(
  _ choice: Invocation.BookmarkChoice, isRemoved: Bool, in repositories: Repositories, report: Report
) async throws {
  switch choice {
  case .comic(let number):
    let (comics, id) = (repositories.comics, Comic.ID(number))
    try await printBookmark(
      of: id, isRemoved: isRemoved, marks: comics.marks, name: "comic \(number)", json: #""number":\#(number)"#,
      rest: "its picture", title: \.title, kept: comics.keptComic(id)?.value, detail: { comics.detail(id) },
      keepOffline: { try await comics.keepOffline(id) }, report: report)
  case .post(let text):
    let (posts, id) = (repositories.posts, Post.ID(text))
    try await printBookmark(
      of: id, isRemoved: isRemoved, marks: posts.marks, name: "post \(TextLayout.line(text))",
      json: #""id":\#(id.json)"#, rest: "all of it", title: \.title, kept: posts.keptDetail(id)?.value,
      detail: { posts.detail(id) }, keepOffline: { try await posts.keepOffline(id) }, report: report)
  }
}

private func printBookmark<ID, Item: Sendable>(
  of id: ID, isRemoved: Bool, marks: ItemMarks<ID>, name: String, json: String, rest: String,
  title: (Item) -> String, kept: Item?, detail: () -> AsyncThrowingStream<LoadResult<Item>, any Error>,
  keepOffline: () async throws -> Void, report: Report
) async throws {
  var item = kept
  if !isRemoved, item == nil {
    do {
      for try await loaded in detail() { item = loaded.value }
    } catch let error as NothingKept {
      // What is known not to be there is not bookmarked; what cannot be asked about is.
      if case NetworkClient.Error.rejected(404) = error.failure { throw error }
    }
  }
  let isChanged: Bool
  do {
    isChanged = try await marks.setBookmarked(id, !isRemoved) != nil
  } catch let error as DatabaseError {
    throw StateFailure(cause: error)
  }
  switch report.invocation.format {
  case .json: try report.output.write(#"{\#(json),"bookmarked":\#(!isRemoved),"changed":\#(isChanged)}"# + "\n")
  case .text:
    let name = name + (item.map { ", \(TextLayout.line(title($0)))," } ?? "")
    let state = isRemoved ? "not bookmarked" : "bookmarked"
    try report.output.write(
      "\(name) is \(state)\(isChanged == isRemoved ? (isRemoved ? " any more" : " already") : "")\n")
  }
  guard !isRemoved else { return }
  do {
    try await keepOffline()
    if let failure = report.cacheFailure() { throw failure }
  } catch {
    try Task.checkCancellation()
    if error is NoPicture { return }
    let why = error is DatabaseError ? Messages.notKept(error) : Messages.failure(error, server: report.server)
    let what = item == nil ? "the \(name.prefix { $0 != " " })" : rest
    report.notice("\(what) is not saved yet: \(why).")
  }
}
