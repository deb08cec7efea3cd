import ComicDomain
import ContentDomain
import Database
import DatabaseLive
import Essentials
import NetworkClient
import Pictures
import PostDomain
import Screen
public import Terminal
import TodoDomain

extension Dependencies {
  /// Returns dependencies with sample content in memory, and without a terminal unless one is given.
  public static func stub(terminal: Terminal = .failing()) -> Self {
    Self(network: .samples, cache: { _ in .memory() }, state: { _ in .memory() }, terminal: terminal)
  }

  /// Returns dependencies that all fail, and have no terminal unless one is given.
  public static func failing(terminal: Terminal = .failing()) -> Self {
    let database = Database.failing(DatabaseError.notPermitted)
    var failing = Self(network: .failing(), cache: { _ in database }, state: { _ in database }, terminal: terminal)
    failing.cacheFiles = { throw DatabaseError.notPermitted }
    failing.stateFiles = { throw DatabaseError.notPermitted }
    failing.removeFile = { _ in throw DatabaseError.notPermitted }
    failing.libcurlVersion = { throw NetworkClient.Error.unreachable(.other("no libcurl")) }
    failing.checkFolder = { _ in throw DatabaseError.notPermitted }
    failing.desktop.browse = { _, _ in throw BrowserError(tried: []) }
    failing.desktop.view = { _, _ in throw BrowserError(tried: []) }
    return failing
  }
}

extension NetworkClient {
  /// A client that answers requests for any address with the sample posts, comics, to-dos and response code.
  fileprivate static var samples: Self {
    Self { request in
      let url = request.url
      let code = UUID.sampleCode.text
      if url.path().contains("/pictures/") { return Response(url: url, body: Picture.sample) }
      let document: (any Encodable)? =
        switch url.lastPathComponent {
        case "info.0.json": Comic.sample(at: url)?.wire
        case "posts": [Post].samples.map(\.wire)
        case "users": [User].samples.map { ["id": $0.id.text, "name": $0.name] }
        case "comments":
          [Comment].samples.map { ["id": $0.id.text, "postId": $0.postID.text, "name": $0.name, "body": $0.body] }
        // Edits of to-dos are rejected, so they wait in the outbox.
        case "todos" where request.method == .get: ["todos": [Todo].samples.map(\.wire)]
        case _ where url.path().contains("/api/todos"): throw Error.rejected(status: 503)
        case code: ["path": code, "response_code": code]
        case _ where url.path().hasSuffix("/"): ["next_path": url.appending(path: code).absoluteString]
        case let id: [Post].samples.first { $0.id.text == id }?.wire
        }
      guard let document else { throw Error.rejected(status: 404) }
      return Response(url: url, body: try JSONEncoder().encode(document))
    }
  }
}

extension Post {
  fileprivate var wire: [String: String?] {
    ["id": id.text, "userId": userID?.text, "title": title, "body": body]
  }
}

extension Comic {
  /// Returns the sample at an address, whose component before the last is its number, or else the latest.
  fileprivate static func sample(at url: URL) -> Self? {
    let number = url.pathComponents.dropLast().last.flatMap { Int($0) }
    return [Comic].samples.first { number == nil || $0.id.number == number }
  }

  fileprivate var wire: [String: String] {
    let lines = (transcript?.parts ?? []).map { part in
      switch part.kind {
      case .scene: "[[\(part.text)]]"
      case .line: part.text
      case .sound: "<<\(part.text)>>"
      case .note: "((\(part.text)))"
      }
    }
    return [
      "num": id.description, "title": title, "alt": alt, "img": picture?.absoluteString ?? "",
      "link": link?.absoluteString ?? "", "news": news, "year": date.map { "\($0.year)" } ?? "",
      "month": date.map { "\($0.month)" } ?? "", "day": date.map { "\($0.day)" } ?? "",
      "transcript": lines.joined(separator: "\n"),
    ]
  }
}

extension Todo {
  fileprivate var wire: [String: String?] {
    ["id": serverID, "tempId": tempID, "title": title, "is_completed": isCompleted ? "1" : "0"]
  }
}
