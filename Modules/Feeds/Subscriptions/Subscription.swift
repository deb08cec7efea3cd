// Subscriptions as lines of a text file, in the syntax of newsboat's `urls`, and the addresses that people paste.

public import Essentials
import FeedDocument

/// A feed that somebody reads.
public struct Subscription: Hashable, Sendable, Identifiable {
  /// The origin of a feed's document.
  public enum Source: Hashable, Sendable {
    /// A server, or a file on this machine.
    case web(URL)
    /// A command whose output is the document.
    case command(String)
    /// A command whose input is the document of a server, and whose output is the document to read.
    case filter(command: String, URL)
  }

  /// The origin of the feed's document.
  public var source: Source {
    didSet { id = source.id }
  }
  /// The identity of the feed, the same for addresses that differ only in scheme, `www.`, the last slash, the case of
  /// the host or a password. It contains no password.
  public private(set) var id: String
  /// The title given to the feed here; nil to use its own.
  public var title: String?
  /// The tags, in the order in which they are written, each once.
  public var tags: [String]
  /// Whether the feed is left out of the list of feeds.
  public var isHidden: Bool
  /// The number of the first line with this feed, from 1; nil if it is in no file.
  public var line: Int?

  public init(
    _ source: Source, title: String? = nil, tags: [String] = [], isHidden: Bool = false, line: Int? = nil
  ) {
    self.source = source
    id = source.id
    self.title = title
    self.tags = tags
    self.isHidden = isHidden
    self.line = line
  }
}

extension Subscription.Source {
  /// The address of the server; nil for a command without one.
  public var address: URL? {
    switch self {
    case .web(let address), .filter(_, let address): address
    case .command: nil
    }
  }

  /// Whether a server is asked for the document, or for the input of the command.
  public var isOnServer: Bool { address?.isWeb == true }

  /// The source with asterisks in place of the password of its address.
  public var maskingPassword: Self {
    switch self {
    case .web(let address): .web(address.maskingPassword)
    case .command: self
    case .filter(let command, let address): .filter(command: command, address.maskingPassword)
    }
  }

  /// Whether it is a server, and neither a file nor a command of this machine.
  public var isServer: Bool { if case .web(let address) = self { address.isWeb } else { false } }

  /// The title of a feed that has none: its address without scheme and password, or its command.
  public var untitled: String {
    var text = address?.maskingPassword.absoluteString ?? self.text
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text.removeFirst(scheme.count) }
    return text
  }

  /// The identity of the source.
  public var id: String {
    switch self {
    case .web(let address): Self.id(of: address.absoluteString)
    case .command: text
    case .filter(let command, let address): "filter:\(command):\(Self.id(of: address.absoluteString))"
    }
  }

  /// The source as it is written in the file, without quotes.
  public var text: String {
    switch self {
    case .web(let address): address.absoluteString
    case .command(let command): "exec:\(command)"
    case .filter(let command, let address): "filter:\(command):\(address.absoluteString)"
    }
  }

  private static func id(of address: String) -> String {
    guard let parts = AddressParts(address) else { return address }
    let user = parts.credentials.map { $0.prefix { $0 != ":" } + "@" } ?? ""
    let isLower = parts.host.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    let host = isLower ? String(parts.host) : parts.host.lowercased()
    let page = String(decoding: FeedSignature.comparable("https://" + host + parts.path), as: UTF8.self)
    return user + page
  }
}

extension URL {
  /// Whether asterisks stand in place of the password, as where the address was copied from a screen.
  public var hasMaskedPassword: Bool { password() == Self.mask }

  private static let mask = "****"

  /// The address with asterisks in place of its password.
  public var maskingPassword: URL {
    guard let parts = AddressParts(absoluteString), let credentials = parts.credentials,
      let colon = credentials.firstIndex(of: ":"), credentials.index(after: colon) < credentials.endIndex
    else { return self }
    let masked = "\(parts.scheme)://\(credentials[...colon])\(Self.mask)@\(parts.host)\(parts.path)"
    return URL(string: masked) ?? withoutPassword
  }

  /// The address without its password; a name stays.
  public var withoutPassword: URL {
    let text = absoluteString
    guard text.utf8.contains(UInt8(ascii: "@")), let parts = AddressParts(text), let credentials = parts.credentials,
      credentials.contains(":")
    else { return self }
    let user = credentials.prefix { $0 != ":" }
    return URL(string: "\(parts.scheme)://\(user.isEmpty ? "" : "\(user)@")\(parts.host)\(parts.path)") ?? self
  }
}

/// The parts of an address with a host. Unlike those of `URL`, they are exactly as written.
struct AddressParts {
  var scheme: Substring
  /// The user and the password, without `@`.
  var credentials: Substring?
  /// The host and the port.
  var host: Substring
  /// Everything after the host: path, query and fragment.
  var path: Substring

  init?(_ address: String) {
    // A reader of a thousand feeds does this thousands of times before its first frame, so it looks at bytes.
    let text = address.utf8
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: "://".utf8) else {
      return nil
    }
    scheme = address[..<colon]
    let rest = text[colon...].dropFirst(3)
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    credentials = at.map { Substring(authority[..<$0]) }
    host = Substring(at.map { authority[authority.index(after: $0)...] } ?? authority)
    path = Substring(rest[end...])
  }
}
