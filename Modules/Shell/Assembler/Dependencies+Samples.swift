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
    failing.facts = DoctorFacts(
      system: "a system", terminal: "", libcurl: { throw NetworkClient.Error.unreachable(.other("no libcurl")) },
      checkSQLite: {}, checkFolder: { _ in throw DatabaseError.notPermitted })
    failing.desktop.browse = { _, _ in throw BrowserError(tried: []) }
    failing.desktop.view = { _, _ in throw BrowserError(tried: []) }
    return failing
  }
}

extension NetworkClient {
  /// A client that answers requests for any address with the sample posts, comics, to-dos and response code.
  fileprivate static var samples: Self {
    Self { request in
      let json = JSONEncoder()
      let body =
        switch request.url.lastPathComponent {
        case "info.0.json": try json.encode([Comic].samples.wire(request.url))
        case _ where request.url.path().contains("/pictures/"): Picture.sample
        case "posts": try json.encode([Post].samples.map(\.wire))
        case "users": try json.encode([User].samples.map(\.wire))
        case "comments": try json.encode([Comment].samples.map(\.wire))
        // Edits of to-dos are rejected, so they wait in the outbox.
        case "todos" where request.method == .get: try json.encode(["todos": [Todo].samples.map(\.wire)])
        case _ where request.url.path().contains("/api/todos"): throw Error.rejected(status: 503)
        case UUID.sampleCode.text:
          try json.encode(["path": UUID.sampleCode.text, "response_code": UUID.sampleCode.text])
        case _ where request.url.path().hasSuffix("/"):
          try json.encode(["next_path": request.url.appending(path: UUID.sampleCode.text).absoluteString])
        case let id:
          try json.encode([Post].samples.first { $0.id.text == id }.orRejected().wire)
        }
      return Response(url: request.url, body: body)
    }
  }
}

extension Optional {
  fileprivate func orRejected() throws -> Wrapped {
    guard let self else { throw NetworkClient.Error.rejected(status: 404) }
    return self
  }
}

extension Post {
  fileprivate var wire: [String: String?] {
    ["id": id.text, "userId": userID?.text, "title": title, "body": body]
  }
}

extension User {
  fileprivate var wire: [String: String] { ["id": id.text, "name": name] }
}

extension Comment {
  fileprivate var wire: [String: String] { ["id": id.text, "postId": postID.text, "name": name, "body": body] }
}

extension [Comic] {
  /// Returns the comic for an address: its number is the component before the last; an address without a number is the
  /// latest comic.
  fileprivate func wire(_ url: URL) throws -> [String: String] {
    let components = url.pathComponents
    let number = components.dropLast().last.flatMap { Int($0) }
    return try (number == nil ? first : first { $0.id.number == number }).orRejected().wire
  }
}

extension Comic {
  fileprivate var wire: [String: String] {
    [
      "num": id.description, "title": title, "alt": alt, "img": picture?.absoluteString ?? "",
      "link": link?.absoluteString ?? "", "news": news, "year": date.map { "\($0.year)" } ?? "",
      "month": date.map { "\($0.month)" } ?? "", "day": date.map { "\($0.day)" } ?? "",
      "transcript": (transcript?.parts ?? []).map(\.wire).joined(separator: "\n"),
    ]
  }
}

extension Transcript.Part {
  fileprivate var wire: String {
    switch self {
    case .scene(let text): "[[\(text)]]"
    case .line(let text): text
    case .sound(let text): "<<\(text)>>"
    case .note(let text): "((\(text)))"
    }
  }
}

extension Todo {
  fileprivate var wire: [String: String?] {
    ["id": serverID, "tempId": tempID, "title": title, "is_completed": isCompleted ? "1" : "0"]
  }
}
