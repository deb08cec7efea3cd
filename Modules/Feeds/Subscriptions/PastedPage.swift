import Essentials

/// The parts of a pasted address, and the table of sites whose feeds are known.
struct PastedPage {
  /// The address up to the path, with the credentials and the port.
  private var root: String
  /// The host in lower case, without `www.`, `m.`, `old.` and `mobile.`.
  private var host: String
  /// The parts of the path, percent-encoded.
  private var path: [String]
  private var query: [String: String]

  /// Returns nil if the address is not one of a server.
  init?(_ url: URL) {
    guard let parts = AddressParts(url.absoluteString), AddressParts?.some(parts).isWeb, url.hasHost,
      let name = url.host()
    else { return nil }
    root = "\(parts.scheme)://\(parts.credentials.map { "\($0)@" } ?? "")\(parts.host)"
    host = name.lowercased()
    for prefix in ["www.", "m.", "old.", "new.", "mobile."] where host.hasPrefix(prefix) {
      host = String(host.dropFirst(prefix.count))
      break
    }
    path = parts.path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
    query = (url.query() ?? "").split(separator: "&").reduce(into: [:]) { query, pair in
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { query[String(sides[0])] = String(sides[1]) }
    }
  }

  /// Whether the address looks like that of a feed already.
  var isFeed: Bool {
    guard let last = path.last?.lowercased() else { return false }
    func ends(with endings: String...) -> Bool { endings.contains(where: last.hasSuffix) }
    // Repositories, tags and groups may be named like feeds.
    switch site {
    case .gitHub, .gitLab: return ends(with: ".atom") || query["format"] == "atom"
    case .reddit: return ends(with: ".rss")
    case .lobsters: return ends(with: ".rss") || path == ["rss"] || path == ["top", "rss"]
    case .youTube: return path.first == "feeds"
    case .gist, .bluesky, .hackerNews, .tumblr, .tumblrBlog, .substack, .substackBlog, nil:
      return ends(with: ".rss", ".atom", ".xml", ".rdf", ".json") || ["rss", "feed", "atom"].contains(last)
    }
  }

  /// The addresses of feeds that are known for this page.
  var feeds: [String] {
    switch site {
    case .youTube: youTube
    case .gitHub: gitHub
    case .gitLab: gitLab
    case .gist: path.count == 1 ? ["https://gist.github.com/\(path[0]).atom"] : []
    case .reddit: reddit
    case .bluesky: path.count >= 2 && path[0] == "profile" ? ["https://bsky.app/profile/\(path[1])/rss"] : []
    case .lobsters: lobsters
    case .hackerNews: hackerNews
    case .tumblr: tumblr
    case .tumblrBlog: path.count >= 2 && path[0] == "tagged" ? ["\(root)/tagged/\(path[1])/rss"] : [root + "/rss"]
    case .substack: path.first.flatMap { $0.account }.map { ["https://\($0).substack.com/feed"] } ?? []
    case .substackBlog: [root + "/feed"]
    case nil: mastodon
    }
  }

  /// The usual addresses of feeds, under the page if it may be a folder, then on the whole site; none on the sites of
  /// the table.
  var guesses: [String] {
    guard site == nil else { return [] }
    let names = ["feed", "rss.xml", "atom.xml", "feed.json"]
    let isFolder = path.last.map { !$0.contains(".") } ?? false
    let folders = isFolder ? [root + "/" + path.joined(separator: "/"), root] : [root]
    return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
  }

  private enum Site {
    case youTube, gitHub, gist, gitLab, reddit, bluesky, lobsters, hackerNews, tumblr, tumblrBlog, substack,
      substackBlog
  }

  private var site: Site? {
    switch host {
    case "youtube.com", "youtu.be": .youTube
    case "github.com": .gitHub
    case "gist.github.com": .gist
    case "reddit.com", "np.reddit.com": .reddit
    case "bsky.app": .bluesky
    case "lobste.rs": .lobsters
    case "news.ycombinator.com": .hackerNews
    case "tumblr.com": .tumblr
    case "substack.com": .substack
    default:
      if host.hasPrefix("gitlab.") {
        .gitLab
      } else if host.hasSuffix(".tumblr.com") {
        .tumblrBlog
      } else {
        host.hasSuffix(".substack.com") ? .substackBlog : nil
      }
    }
  }

  // MARK: - Sites

  private var youTube: [String] {
    let feed = "https://www.youtube.com/feeds/videos.xml?"
    if path.count >= 2, path[0] == "channel" { return ["\(feed)channel_id=\(path[1])"] }
    if path.count >= 2, path[0] == "user" { return ["\(feed)user=\(path[1])"] }
    // Lists that YouTube makes for each visitor have no feed.
    if let list = query["list"], list.hasPrefix("PL") || list.hasPrefix("UU") || list.hasPrefix("OL") {
      return ["\(feed)playlist_id=\(list)"]
    }
    // Only the page of a handle knows its feed, and links to it.
    return []
  }

  private var gitHub: [String] {
    let pages: Set = [
      "about", "apps", "collections", "explore", "features", "login", "marketplace", "notifications", "orgs", "pricing",
      "search", "settings", "sponsors", "topics", "trending",
    ]
    guard let owner = path.first, !pages.contains(owner) else { return [] }
    guard path.count > 1 else { return ["https://github.com/\(owner).atom"] }
    let name = path[1].hasSuffix(".git") ? String(path[1].dropLast(4)) : path[1]
    let repository = "https://github.com/\(owner)/\(name)"
    guard path.count > 2 else { return [repository + "/releases.atom"] }
    let rest = path.dropFirst(3).joined(separator: "/")
    switch path[2] {
    case "releases", "tags", "discussions", "wiki": return ["\(repository)/\(path[2]).atom"]
    case "commits", "tree", "blob": return [repository + (rest.isEmpty ? "/commits.atom" : "/commits/\(rest).atom")]
    default: return []
    }
  }

  private var gitLab: [String] {
    guard path.count >= 2 else { return path.first.map { ["\(root)/\($0).atom"] } ?? [] }
    let project = path.prefix { $0 != "-" }
    let base = root + "/" + project.joined(separator: "/")
    let rest = path.dropFirst(project.count + 1)
    switch rest.first {
    // Only the site knows whether this is a project or a group; groups have no releases.
    case nil: return ["\(base)/-/releases.atom", "\(base).atom"]
    case "releases": return ["\(base)/-/releases.atom"]
    case "tags": return ["\(base)/-/tags?format=atom"]
    case "commits", "tree", "blob":
      let branch = rest.dropFirst().joined(separator: "/")
      return ["\(base)/-/commits\(branch.isEmpty ? "" : "/" + branch)?format=atom"]
    default: return []
    }
  }

  private var reddit: [String] {
    let time = query["t"].map { "?t=\($0)" } ?? ""
    switch path.first {
    case nil: return ["https://www.reddit.com/.rss"]
    case "r", "user", "domain": break
    case "u": return path.count > 1 ? ["https://www.reddit.com/user/\(path[1])/.rss"] : []
    default: return []
    }
    guard path.count > 1 else { return [] }
    return ["https://www.reddit.com/\(path.joined(separator: "/"))/.rss\(time)"]
  }

  private var lobsters: [String] {
    let site = "https://lobste.rs"
    guard let first = path.first else { return [site + "/rss"] }
    switch (first, path.count) {
    case ("t", 2), ("domains", 2): return ["\(site)/\(first)/\(path[1]).rss"]
    case ("u", 2), ("newest", 2): return ["\(site)/~\(path[1])/stories.rss"]
    case (let name, 1...2) where name.hasPrefix("~") && path.dropFirst().allSatisfy({ $0 == "stories" }):
      return ["\(site)/\(name)/stories.rss"]
    case ("newest", 1), ("comments", 1): return ["\(site)/\(first).rss"]
    case ("top", 1): return [site + "/top/rss"]
    default: return []
    }
  }

  private var hackerNews: [String] {
    let feeds = "https://hnrss.org"
    switch (path.first, query["id"]) {
    case (nil, _), ("news", _): return ["https://news.ycombinator.com/rss"]
    case ("newest", _), ("best", _), ("ask", _), ("show", _), ("jobs", _), ("newcomments", _), ("bestcomments", _):
      return ["\(feeds)/\(path[0])"]
    case ("front", _): return [feeds + "/frontpage"]
    case ("item", let id?), ("user", let id?), ("submitted", let id?), ("threads", let id?):
      return ["\(feeds)/\(path[0])?id=\(id)"]
    default: return []
    }
  }

  private var tumblr: [String] {
    let name = path.first == "blog" && path.count > 2 ? path[2] : path.first
    let pages: Set = ["blog", "dashboard", "explore", "login", "search", "tagged"]
    guard let name, !pages.contains(name) else { return [] }
    return ["https://\(name.account ?? name).tumblr.com/rss"]
  }

  /// The feed of an account on any server with such addresses; others have no feed there.
  private var mastodon: [String] {
    guard let first = path.first, let account = first.account, !account.contains("@") else { return [] }
    return path.count == 1 || path.count == 2 && path[1].allSatisfy(\.isNumber) ? ["\(root)/@\(account).rss"] : []
  }
}

extension String {
  /// The text after `@`; nil without one.
  fileprivate var account: String? { hasPrefix("@") && count > 1 ? String(dropFirst()) : nil }
}
