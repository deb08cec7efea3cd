import ComicDomain
import ComicsRepository
import Essentials
import FlagsStore
import Messages
import PostDomain
import PostText
import PostsRepository
import TodoDomain
import TodosRepository

extension PostTitle {
  /// `{"id", "title", "feed", "url", "author", "published", "updated", "categories", "enclosures", "unread",
  /// "bookmarked", "hidden"}`; `hidden` is "muted", "quiet" or null; unknown values are null. An enclosure is `{"url", "type", "length"}`.
  /// - Parameters:
  ///   - server: The server with the page of the post, if the post does not name its page.
  ///   - feed: The title of the post's feed, if the list has one feed.
  func json(_ server: URL, feed only: String? = nil) -> String {
    """
    {"id":\(id.json),"title":\(title.json),"feed":\((feed ?? only).json),\
    "url":\(page(on: server)?.absoluteString.json ?? "null"),"author":\(author.json),\
    "published":\((date?.formatted(.iso8601)).json),"updated":\((updated?.formatted(.iso8601)).json),\
    "categories":[\(categories.map(\.json).joined(separator: ","))],\
    "enclosures":[\(enclosures.map(\.json).joined(separator: ","))],"unread":\(!flags.isRead),\
    "bookmarked":\(flags.isBookmarked),"hidden":\((hiding?.word).json)}
    """
  }
}

extension Enclosure {
  fileprivate var json: String {
    #"{"url":\#(address.absoluteString.json),"type":\#(type.json),"length":\#(length.map(String.init) ?? "null")}"#
  }
}

extension OtherFeed {
  /// `{"feed", "url", "comments"}`: the title of the feed, the page with its comments or else its link, and their number;
  /// unknown values are null.
  fileprivate var json: String {
    """
    {"feed":\(title.json),"url":\((page?.absoluteString).json),\
    "comments":\(discussion.count.map(String.init) ?? "null")}
    """
  }
}

extension PostDetail {
  /// `{"id", "title", "feed", "url", "author", "published", "updated", "categories", "enclosures", "related",
  /// "language", "alsoIn", "text", "html", "comments"}`, where `related` is a second page of the post, `alsoIn` has the
  /// other feeds with the same text, `text` is the text as shown, and `html` as it was
  /// sent, if that is HTML; unknown values are null.
  var json: String {
    var plain = PlainText()
    let comments = comments.value.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }
    return """
      {"id":\(id.json),"title":\(title.json),"feed":\(feed.json),"url":\((link?.absoluteString).json),"author":\(author.value.json),\
      "published":\((date?.formatted(.iso8601)).json),"updated":\((post.updated?.formatted(.iso8601)).json),\
      "categories":[\(post.categories.map(\.json).joined(separator: ","))],\
      "enclosures":[\(post.enclosures.map(\.json).joined(separator: ","))],\
      "related":\((post.related?.absoluteString).json),"language":\(post.language.json),\
      "alsoIn":[\(alsoIn.map(\.json).joined(separator: ","))],\
      "text":\(plain.text(of: post.richText).json),"html":\((post.format == .html ? body : nil as String?).json),\
      "comments":\(comments ?? "null")}
      """
  }
}

extension Comment {
  /// `{"id", "parent", "name", "date", "body"}`; unknown values are null.
  fileprivate var json: String {
    """
    {"id":\(id.json),"parent":\(parentID?.json ?? "null"),"name":\(name.json),\
    "date":\((date?.formatted(.iso8601)).json),"body":\(body.json)}
    """
  }
}

extension ComicEntry {
  /// `{"number", "title", "date", "address", "unread", "bookmarked", "failure"}`; unknown values are null.
  /// - Parameters:
  ///   - server: The server with the comic's page.
  ///   - failure: The reason why the comic could not be loaded, as a sentence.
  func json(_ server: URL, failure: String?) -> String {
    var date: CalendarDate?
    if case .comic(_, let known) = content { date = known }
    return """
      {"number":\(id),"title":\(title.json),"date":\((date?.description).json),\
      "address":\(id.page(on: server).absoluteString.json),"unread":\(!flags.isRead),\
      "bookmarked":\(flags.isBookmarked),"failure":\(failure.json)}
      """
  }
}

extension Comic {
  /// `{"number", "title", "alt", "date", "picture", "link", "news", "transcript"}`; unknown values are null. A
  /// transcript has `parts`, each `{"kind", "text"}`, and `foreignTitleText`, which is null unless the transcript is
  /// likely another comic's.
  var json: String {
    """
    {"number":\(id),"title":\(title.json),"alt":\(alt.json),"date":\((date?.description).json),\
    "picture":\((picture?.absoluteString).json),"link":\((link?.absoluteString).json),"news":\(news.json),\
    "transcript":\(transcript?.json ?? "null")}
    """
  }
}

extension Transcript {
  fileprivate var json: String {
    let parts = parts.map { #"{"kind":\#($0.kind.json),"text":\#($0.text.json)}"# }
    return #"{"parts":[\#(parts.joined(separator: ","))],"foreignTitleText":\#(foreignTitleText.json)}"#
  }
}

extension Transcript.Part {
  var kind: String {
    switch self {
    case .scene: "scene"
    case .line: "line"
    case .sound: "sound"
    case .note: "note"
    }
  }

  var text: String {
    switch self {
    case .scene(let text), .line(let text), .sound(let text), .note(let text): text
    }
  }
}

extension String? {
  var json: String { self?.json ?? "null" }
}

extension TodoItem {
  /// `{"id", "tempId", "title", "completed", "pending", "refused"}`. `id` is null until the server assigns one;
  /// `refused` is the reason or null.
  var json: String {
    """
    {"id":\(todo.serverID.json),"tempId":\(todo.tempID.json),"title":\(todo.title.json),\
    "completed":\(todo.isCompleted),"pending":\(isPending),\
    "refused":\((refusal.map { Messages.refusal($0.status, words: $0.words) }).json)}
    """
  }
}

extension [String] {
  /// These JSON values as an array, a line each.
  var jsonLines: String { isEmpty ? "[]\n" : "[\n  \(joined(separator: ",\n  "))\n]\n" }
}

extension Identifier {
  /// A number for a whole number, otherwise a text.
  var json: String { Int(text).map(String.init) == text ? text : text.json }
}

extension String {
  /// The text in JSON, with escapes for all control characters, including those above ASCII, and for characters that
  /// change the direction of text on a terminal. JSON itself allows both.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self).replacing(/[\u{7F}-\u{9F}\u{2028}-\u{202E}\u{2066}-\u{2069}]/) {
      match in
      match.output.unicodeScalars.map { "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst() }.joined()
    }
  }
}
