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

/// A value in JSON. Unlike those of `JSONEncoder`, the members of an object stay in order.
struct JSON: ExpressibleByDictionaryLiteral {
  let text: String

  static let null = JSON(text: "null")

  init(text: String) { self.text = text }

  init(dictionaryLiteral members: (String, JSON)...) {
    text = "{" + members.map { name, value in "\"\(name)\":\(value.text)" }.joined(separator: ",") + "}"
  }

  init(_ elements: [JSON]) { text = "[" + elements.map(\.text).joined(separator: ",") + "]" }

  /// Creates an object with the members of several ones.
  init(joining objects: [JSON]) {
    text = "{" + objects.map { $0.text.dropFirst().dropLast() }.joined(separator: ",") + "}"
  }
}

extension Encodable {
  /// The value in JSON, with dates in ISO 8601. It has escapes for all control characters, including those above ASCII,
  /// and for characters that change the direction of text on a terminal. JSON itself allows both.
  var json: JSON {
    guard let data = try? encoder.encode(self) else { return .null }
    let text = String(decoding: data, as: UTF8.self)
    guard text.unicodeScalars.contains(where: \.isEscaped) else { return JSON(text: text) }
    return JSON(
      text: text.unicodeScalars.map { $0.isEscaped ? "\\u" + $0.value.hexadecimal(digits: 4) : String($0) }.joined())
  }
}

extension Unicode.Scalar {
  fileprivate var isEscaped: Bool {
    switch value {
    case 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

private let encoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .withoutEscapingSlashes
  encoder.dateEncodingStrategy = .iso8601
  return encoder
}()

extension Identifier {
  /// A number for a whole number, otherwise a text.
  var json: JSON { Int(text).map(String.init) == text ? JSON(text: text) : text.json }
}

extension PostTitle {
  /// The title, and what is known of the post; `hidden` is "muted", "quiet", "duplicate" or null; unknown values are null.
  /// - Parameters:
  ///   - server: The server with the page of the post, if the post does not name its page.
  ///   - listFeed: The title of the feed that all posts of the list are from; nil for several.
  func json(_ server: URL, feed listFeed: String? = nil) -> JSON {
    [
      "id": id.json, "title": title.json, "feed": (feed ?? listFeed).json, "url": page(on: server).json,
      "author": author.json, "published": date.json, "updated": updated.json, "categories": categories.json,
      "enclosures": JSON(enclosures.map(\.json)), "unread": (!flags.isRead).json,
      "bookmarked": flags.isBookmarked.json, "hidden": (hiding?.word).json,
    ]
  }
}

extension Enclosure {
  fileprivate var json: JSON { ["url": address.json, "type": type.json, "length": length.json, "title": title.json] }
}

extension OtherFeed {
  /// The title of the feed, the page with its comments or else its link, and their number; unknown values are null.
  fileprivate var json: JSON { ["feed": title.json, "url": page.json, "comments": discussion.count.json] }
}

extension PostDetail {
  /// The post, where `related` is a second page of it, `commentsUrl` the page of its comments, `alsoIn` has the other
  /// feeds with the same text, `text` is the text as shown, and `html` as it was sent, if that is HTML; unknown values are
  /// null.
  var json: JSON {
    var plain = PlainText()
    return [
      "id": id.json, "title": post.title.json, "feed": feed.json, "url": post.link.json, "author": author.value.json,
      "published": post.date.json, "updated": post.updated.json, "categories": post.categories.json,
      "enclosures": JSON(post.enclosures.map(\.json)), "related": post.related.json, "language": post.language.json,
      "commentCount": shownCommentCount.json, "commentsUrl": post.discussion.page.json,
      "alsoIn": JSON(alsoIn.map(\.json)), "text": plain.text(of: post.richText).json,
      "html": (post.format == .html ? post.body : nil).json,
      "comments": comments.value.map { JSON($0.map(\.json)) } ?? .null,
    ]
  }
}

extension Comment {
  fileprivate var json: JSON {
    [
      "id": id.json, "parent": parentID?.json ?? .null, "name": name.json, "date": date.json, "body": body.json,
    ]
  }
}

extension ComicEntry {
  /// The title, and what is known of the comic; unknown values are null.
  /// - Parameters:
  ///   - server: The server with the comic's page.
  ///   - failure: The reason why the comic could not be loaded, as a sentence.
  func json(_ server: URL, failure: String?) -> JSON {
    [
      "number": id.number.json, "title": title.json, "date": (date?.description).json,
      "address": id.page(on: server).json, "unread": (!flags.isRead).json, "bookmarked": flags.isBookmarked.json,
      "failure": failure.json,
    ]
  }
}

extension Comic {
  /// The comic; unknown values are null.
  var json: JSON {
    [
      "number": id.number.json, "title": title.json, "alt": alt.json, "date": (date?.description).json,
      "picture": picture.json, "link": link.json, "news": news.json, "transcript": transcript?.json ?? .null,
    ]
  }
}

extension Transcript {
  /// The parts, and `foreignTitleText`, which is null unless the transcript is likely another comic's.
  fileprivate var json: JSON {
    [
      "parts": JSON(parts.map { ["kind": $0.kind.rawValue.json, "text": $0.text.json] }),
      "foreignTitleText": foreignTitleText.json,
    ]
  }
}

extension TodoItem {
  /// The to-do. `id` is null until the server assigns one; `refused` is the reason or null.
  var json: JSON {
    [
      "id": todo.serverID.json, "tempId": todo.tempID.json, "title": todo.title.json,
      "completed": todo.isCompleted.json, "pending": isPending.json,
      "refused": refusal.map { Messages.refusal($0.status, words: $0.words, isDeletion: $0.isDeletion) }.json,
    ]
  }
}
