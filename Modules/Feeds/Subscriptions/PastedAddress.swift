public import Essentials

/// An address as a person pastes it, and the addresses where its feed may be.
public struct PastedAddress: Hashable, Sendable {
  /// Addresses of feeds that are known for pages of its site, to be asked first.
  public var feeds: [URL] = []
  /// The address itself: a feed, or a page that may link to feeds.
  public var page: URL
  /// Addresses to be asked when the page is not a feed and links to none.
  public var guesses: [URL] = []
  /// The address over HTTP, for a server that does not speak HTTPS; nil if a scheme was typed.
  public var withoutHTTPS: URL?
}

extension PastedAddress {
  /// Reads an address. The scheme may be missing or be `feed:`, and `@user@host` is an account of the fediverse.
  /// A file is named by a whole address.
  /// - Returns: Nil if the text is no address.
  public init?(_ text: String) {
    let (text, isComplete) = Self.completed(text.trimmed)
    if case .web(let file)? = try? Subscription.Source(text), file.isFileURL {
      self.init(page: file)
      return
    }
    guard let url = URL(written: text), let site = PastedPage(url) else { return nil }
    self.init(
      feeds: site.isFeed ? [] : site.feeds.compactMap(URL.init(string:)), page: url,
      guesses: site.isFeed ? [] : site.guesses.compactMap(URL.init(string:)))
    withoutHTTPS = isComplete ? nil : URL(written: "http" + text.dropFirst("https".count))
  }

  /// Returns an address with a scheme that can be loaded, and whether the scheme is more than a guess.
  private static func completed(_ pasted: String) -> (text: String, isComplete: Bool) {
    var text = pasted
    if text.hasPrefix("<"), text.hasSuffix(">") { text = String(text.dropFirst().dropLast()) }
    for prefix in ["feed://", "feed:"] where text.lowercased().hasPrefix(prefix) {
      text = String(text.dropFirst(prefix.count))
      // The draft of the scheme `feed` says that `feed://` is `http://`.
      if prefix == "feed://" { text = "http://" + text }
      break
    }
    let account = text.split(separator: "@", omittingEmptySubsequences: false)
    if account.count == 3, account[0].isEmpty, account[2].contains(".") {
      return ("https://\(account[2])/@\(account[1])", true)
    }
    if text.contains("://") { return (text, true) }
    let authority = text.prefix { !"/?#".contains($0) }
    // A name and a password may be before the host. A name alone is the beginning of a mailbox.
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    let name = parts.count == 2 ? parts[0].split(separator: ":") : []
    let isOther = ["mailto", "acct", "xmpp", "sip", "exec", "filter"].contains(name.first?.lowercased() ?? "")
    let hostAndPort = name.count == 2 && !isOther ? parts[1] : authority
    let host = hostAndPort.split(separator: ":", omittingEmptySubsequences: false)
    let isPort = host.count == 1 || host.count == 2 && !host[1].isEmpty && host[1].allSatisfy(\.isNumber)
    let isNamed = host[0].contains(".") || host[0] == "localhost" || host.count == 2 && !host[0].isEmpty
    let isHost = isPort && isNamed && !host[0].contains("@")
    return isHost ? ("https://" + text, false) : (text, true)
  }
}
