import Essentials
import FeedsRepository
import FlagsRepository
import FlagsStore
import Messages
import PagedList
import PostDomain
import PostsRepository
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import TextLayout

extension Command {
  /// Prints the titles of posts.
  static let posts = Command(
    name: "posts",
    usages: [
      "posts \(Option.usageOfLists)": "print the titles: ID, tab, title, one per line",
      "posts --muted": "also those that a rule hides",
      "posts --feed NAME": "those of a feed, or of a query",
      "posts --tag TAG": "those of the feeds with a tag",
    ],
    options: Option.ofLists + [.feed, .tag, .muted]
  ) { words, _ throws(UsageError) in
    let request = try words.listRequest(one: "post ID")
    for option in [Option.feed, .tag] where words.values[option.name, default: []].count > 1 {
      throw UsageError("posts takes one \(option.name) at a time")
    }
    let feed = words.options[Option.feed.name]
    let tag = words.options[Option.tag.name]
    if feed != nil || tag != nil {
      guard feed == nil || tag == nil else { throw UsageError("use only one of --feed and --tag") }
      if let server = words.server.map({ "@" + $0 }) ?? (words.has("--server") ? "--server" : nil) {
        throw UsageError("\(server) and \(feed == nil ? "--tag" : "--feed") both say whose posts; leave one out")
      }
      return .feeds(saves: true) { run in try await run.printPosts(request, feed: feed, tag: tag) }
    }
    return .posts { run in try await run.printPosts(request) }
  }

  /// Opens the reader, or prints the titles of posts when there is no terminal.
  static let reader = Command(name: "", usages: [:]) { _, _ in
    var action = Action.posts(saves: false) { run in try await run.printPosts(ListRequest()) }
    action.opensReader = true
    return action
  }
}

extension Option {
  static let muted = Option("--muted", in: .reading, "posts: also those of feeds that a rule hides")
  static let feed = Option("--feed", value: "NAME", in: .reading, "posts: only those of this feed, or query")
  static let tag = Option(
    "--tag", value: "TAG", in: .reading, "posts: only those of the feeds with this tag;",
    "feeds add: tag them, once for each tag")
}

extension Action {
  /// Returns an action that is about posts, those of a server or of the subscriptions.
  static func posts(saves: Bool = true, result: String? = nil, _ work: @escaping Work) -> Self {
    .feeds(saves: saves, result: result) { run in
      var run = run
      run.subject = try await run.repositories.subject()
      if run.subject == .server {
        // A subscribed feed has its rules here, too.
        if await run.isServerSubscribed { try await run.applyRules() }
        return try await work(run)
      }
      try await run.applyRules()
      run.repositories.posts = await run.repositories.feeds.posts(.all)
      // Bookmarks outlive the last feed.
      let bookmarks = ListQuery(scope: .bookmarked)
      if run.subject == .nothing, try await run.repositories.posts.list.reader.count(bookmarks) == 0 {
        throw CommandFailure(run.noFeeds)
      }
      try await work(run)
    }
  }
}

extension CommandRun {
  /// Whether the server's address is that of a subscribed feed.
  fileprivate var isServerSubscribed: Bool {
    get async { (try? await repositories.subscriptions.file()[Subscription(.web(server)).id]) != nil }
  }

  fileprivate func printPosts(_ request: ListRequest) async throws {
    let posts = repositories.posts
    let isServer = subject == .server
    var request = request
    // Servers have no rules.
    if isServer, request.query.showsHidden, await !isServerSubscribed { request.query.showsHidden = false }
    let location = isServer ? "at \(server.absoluteString)" : "in your feeds"
    var listing = Listing<PostTitle>.posts(feed: nil, location: location, server: server)
    listing.otherReason = {
      if !isServer { return await hiddenPosts(posts, location) }
      guard await repositories.hasFeed() == true else { return nil }
      let id = Subscription(.web(server)).id
      let row = (try? await feedRows(withHidden: true))?.first { $0.id == .feed(id) }
      return row.flatMap { hiddenPosts($0.hidden, of: $0.shownTitle) }
    }
    try await printList(posts.list, request, as: listing, checkFlags: { _ = try await posts.flags.flags([]) })
  }

  /// Prints the posts of a feed, or of the feeds with a tag.
  fileprivate func printPosts(_ request: ListRequest, feed: String?, tag: String?) async throws {
    var run = self
    run.subject = .subscriptions
    try await applyRules()
    let id: FeedRow.ID
    var listing: Listing<PostTitle>
    if let feed {
      let row = try await feedRow(named: feed, withQueries: true)
      let title = row.shownTitle
      id = row.id
      run.server = row.subscription?.source.address?.maskingPassword ?? server
      listing = .posts(
        feed: row.query == nil ? title : nil, location: "in \(title)", failure: row.shownFailure, server: server)
      if let hidden = hiddenPosts(row.hidden, of: title) { listing.nothing = hidden }
    } else {
      let tag = tag ?? ""
      // The list of feeds has no row for a tag of hidden feeds only.
      let tags = try await feedRows(withHidden: true).flatMap { $0.subscription?.tags ?? [] }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      guard tags.contains(tag) else {
        let near = suggestion(for: tag, in: tags)
        let others = tags.isEmpty ? "; no feed has a tag." : "; the tags are \(tags.prefix(9).joined(separator: ", "))."
        throw CommandFailure("no feed has the tag \(tag)\(near.isEmpty ? others : near)", .noSuchItem)
      }
      id = .tag(tag)
      listing = .posts(feed: nil, location: "in feeds tagged \(tag)", server: server)
      listing.otherReason = {
        if let hidden = await hiddenPosts(repositories.feeds.posts(id), "in feeds tagged \(tag)") { return hidden }
        let feeds = try? await feedRows(withHidden: true).filter { $0.subscription?.tags.contains(tag) == true }
        return hiddenPosts((feeds ?? []).reduce(0) { $0 + $1.hidden }, of: "feeds tagged \(tag)")
      }
    }
    let posts = await repositories.feeds.posts(id)
    try await run.printList(
      posts.list, request, as: listing,
      checkFlags: { _ = try await posts.flags.flags([]) })
  }
}

/// Returns the sentence for posts of several feeds that are all hidden; nil if there are none.
private func hiddenPosts(_ posts: PostsRepository, _ location: String) async -> String? {
  var query = ListQuery()
  query.showsHidden = true
  guard let count = try? await posts.list.reader.count(query), count > 0 else { return nil }
  let (verb, object) = count == 1 ? ("is", "it") : ("are", "them")
  return "\(Messages.counted(count, "post")) \(location) \(verb) hidden: muted by a rule, or of a quiet feed. "
    + "Show \(object) with --muted."
}

/// Returns the sentence for feeds of whose saved posts none is shown; nil if they have none.
private func hiddenPosts(_ count: Int, of feeds: String) -> String? {
  if count == 0 { return nil }
  return "\(Messages.counted(count, "post")) of \(feeds) \(count == 1 ? "is" : "are") shown with another feed that has "
    + "the same, or hidden by a rule."
}

extension Listing<PostTitle> {
  /// The titles of posts: ID, tab, title.
  /// - Parameters:
  ///   - feed: The title of the only feed that they are from.
  ///   - location: The words that say where they are: "at http://host".
  ///   - failure: The reason why there may be none, as a clause.
  ///   - server: The server with the pages of posts that do not name their page.
  static func posts(feed: String?, location: String, failure: String? = nil, server: URL) -> Self {
    Self(
      items: "posts", facts: { ListFacts(title: $0.title, isUnread: !$0.flags.isRead, date: $0.listDate) },
      text: { TextLayout.line($0.id.text) + "\t" + TextLayout.line($0.title) },
      json: { $0.json(server, feed: feed) },
      nothing: "no posts yet \(location)\(failure.map { ": \($0)" } ?? "").", location: location)
  }
}
