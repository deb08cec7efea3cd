import CachedResource
import Essentials
import Messages
import PostDomain
import PostText
import PostsRepository
import Repositories
import RichText
import Settings
import TextLayout

extension Command {
  /// Prints one post.
  static let post = Command(
    name: "post", usages: ["post ID": "print a post: title, text, author, comments"], items: .posts
  ) { words, _ throws(UsageError) in
    let id = try words.argument("ID", "an ID from satchel posts: satchel post ID")
    return .posts { run in
      try await run.with("post \(TextLayout.line(id))", listedBy: "posts") {
        let id = try await run.postID(id)
        try await run.print(
          run.repositories.posts.detail(id), text: { $0.text(width: run.output.width) }, json: \.json)
      }
    }
  }
}

extension CommandRun {
  /// Returns the post whose ID was typed, or the beginning of it.
  /// - Throws: `CommandFailure` if several begin so.
  func postID(_ typed: String) async throws -> Post.ID {
    let ids = try await repositories.postsBeginning(typed)
    if ids.count < 2 { return ids.first ?? Post.ID(typed) }
    var titles: [String] = []
    for id in ids.prefix(4) {
      let title = await repositories.posts.cachedDetail(id)?.value.post.title
      titles.append("\(id) \(title.map(TextLayout.line) ?? "")".trimmed)
    }
    throw CommandFailure("\(typed) begins the IDs of several posts: \(titles.firstThree).", .usage)
  }

  /// Prints one item once it is complete, or as complete as it can be, and notices about its provenance. On a terminal,
  /// lines break between words.
  func print<Item>(
    _ details: AsyncThrowingStream<Loaded<Item>, any Error>, text: (Item) -> String, json: (Item) -> JSON
  ) async throws {
    var last: Loaded<Item>?
    for try await detail in details { last = detail }
    guard let last else { throw CancellationError() }
    try print(last, text: text, json: json)
  }

  func print<Item>(_ item: Loaded<Item>, text: (Item) -> String, json: (Item) -> JSON) throws {
    var sources = CombinedProvenance()
    sources.add(item)
    defer { notices(sources) }
    switch settings.format {
    case .json: try output.write(json(item.value).text + "\n")
    case .text:
      let text = text(item.value)
      try output.write(output.width.map { TextLayout.wrap(text, to: $0).joined(separator: "\n") } ?? text)
    }
  }
}

extension PostDetail {
  /// The number of comments or, if they are not loaded, the number that the post states.
  var shownCommentCount: Int? { commentCount?.value ?? post.discussion.count }

  /// Title, text, feed, author, date, categories, link, files, other feeds and comments, each reply below its comment; a
  /// dash stands for an unknown value.
  fileprivate func text(width: Int?) -> String {
    var plain = PlainText(width: width)
    let richText = post.richText
    let body = plain.text(of: richText)
    let number = commentCount == nil ? nil : shownCommentCount.map { String($0) } ?? "—"
    let discussion = [number, post.commentsPage?.absoluteString].compactMap(\.self).joined(separator: ", ")
    var fields: [(String, String?)] = [
      ("Feed:     ", feed), ("Author:   ", author.value ?? "—"), ("Date:     ", post.date?.isoDay),
      ("Category: ", post.categories.isEmpty ? nil : post.categories.joined(separator: ", ")),
      ("Link:     ", post.link?.absoluteString), ("See also: ", post.related?.absoluteString),
    ]
    fields += post.files(notIn: richText).map { ("File:     ", $0.text) }
    fields.append(("Comments: ", discussion.isEmpty ? nil : discussion))
    fields += alsoIn.map { ("Also in:  ", $0.text) }
    let lines = fields.compactMap { name, value in value.map { name + TextLayout.line($0) } }
    let comments = (comments.value ?? []).threaded.filter { !$0.isBlank }.map {
      "\n" + $0.text(in: &plain, on: post.link)
    }
    return """
      \(TextLayout.line(post.title))
      \(body.isEmpty ? "" : "\n\(body)\n")
      \((lines + comments).joined(separator: "\n"))

      """
  }
}

extension Enclosure {
  /// `https://a.org/1.mp3 (audio/mpeg, 12 MiB): the title`.
  fileprivate var text: String {
    let facts = [type, length.map { Messages.size($0) }].compactMap(\.self)
    let rest = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
    return address.absoluteString + rest + (title.map { ": \($0)" } ?? "")
  }
}

extension OtherFeed {
  /// `Lobsters, 12 comments: https://lobste.rs/s/x`.
  fileprivate var text: String {
    [title, discussion.count.map { Messages.counted($0, "comment") }].compactMap(\.self).joined(separator: ", ")
      + (page.map { ": \($0.absoluteString)" } ?? "")
  }
}

extension ThreadedComment {
  /// Whether the comment has no text.
  fileprivate var isBlank: Bool { comment.name.trimmed.isEmpty && comment.body.trimmed.isEmpty }

  /// Returns the name and the date with the text below, indented by the depth in the thread.
  fileprivate func text(in plain: inout PlainText, on page: URL?) -> String {
    let start = String(repeating: "  ", count: min(depth, 8))
    let name = [TextLayout.line(comment.name), comment.date?.isoDay ?? ""].filter { !$0.isEmpty }
    let text = plain.text(of: RichText(post: comment.body, on: page)).split(
      separator: "\n", omittingEmptySubsequences: false)
    let lines = ["\(name.isEmpty ? "—" : name.joined(separator: " · "))"] + text.map { $0.isEmpty ? "" : "  " + $0 }
    return lines.map { $0.isEmpty ? "" : start + $0 }.joined(separator: "\n")
  }
}
