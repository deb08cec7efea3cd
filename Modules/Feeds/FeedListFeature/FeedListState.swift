import CachedResource
import Concurrency
import Essentials
public import FeedsRepository
public import FlagCommands
public import ItemList
import Messages
public import Observed
public import PagedList
public import PostDomain
import PostsRepository
public import Screen
import StyleGuide
import Subscriptions

/// The state of the list of feeds.
public typealias FeedListState = ItemListState<FeedRow>

/// A command for the list of feeds.
public enum FeedListCommand: Equatable, Sendable {
  /// Adds the feeds in these lines.
  case add([String])
  /// Selects a row, with a notice.
  case select(FeedRow.ID, notice: String? = nil)
  /// Selects the next feed with unread posts, or for -1 the one before, in the order of the rows.
  case turn(by: Int, ListQuery)
  /// Marks the posts of the row that had arrived by a number as read; all if it is nil.
  case markRead(arrivedBy: Int64?)
  /// Refreshes the feeds of the row.
  case refresh
  /// Refreshes all feeds but those that were just asked.
  case refreshAll
  /// Removes the feed.
  case remove
  /// Opens the file in the editor, at the line of the feed.
  case edit
  /// Undoes the last change.
  case undo
  /// Copies the address of the feed to the clipboard.
  case copy
}

/// The view model of the list of feeds.
public typealias FeedListViewModel = ItemListViewModel<FeedRow, FeedListCommand>

extension FeedListViewModel {
  /// Returns a view model that shows the feeds. Refreshing and adding go on in the background and announce their results.
  /// - Parameters:
  ///   - rows: The rows that it shows.
  ///   - feeds: Refreshes, adds and removes feeds.
  ///   - flagCommands: Returns the commands for flags, whose undo is shared with the lists of posts.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - start: The state to start from, for example the row where the person was.
  ///   - onPreview: Shows the posts of the selected row beside the list.
  ///   - onOpen: Opens the posts of a row.
  public static func live(
    _ rows: FeedRows, _ feeds: FeedsRepository, flagCommands: @escaping @Sendable () async -> FlagCommands<Post.ID>,
    _ environment: ScreenEnvironment, start: FeedListState = FeedListState(),
    onPreview: Opening<FeedRow>? = nil, onOpen: @escaping Opening<FeedRow>
  ) -> Self {
    // Sends an action from the background; set once the list exists.
    let later = Observed<@Sendable (ItemListAction<FeedListCommand>) -> Void> { _ in }
    // The feed that the last undo has added again.
    let restored = Observed<FeedRow.ID?>(nil)
    let viewModel = Self.live(
      rows.list, environment, start: start.refreshedElsewhere(),
      waiting: { if case .markRead = $0 { "Marking as read…" } else { nil } },
      outcome: { command, row, _ in
        switch (command, row) {
        case (.add(let lines), _):
          let lines = lines.flatMap { PastedLine.all(in: $0) }
          if lines.isEmpty { return CommandOutcome("There is no address to add.") }
          environment.background.add {
            // The notice of this command would replace an earlier result.
            await environment.commands.finish()
            await feeds.add(lines, await flagCommands(), environment, then: later.value)
          }
          return CommandOutcome(lines.count == 1 ? "Looking for the feed…" : "Looking for \(lines.count) feeds…")
        case (.select(let id, let notice), _): return CommandOutcome(notice, revealing: id)
        case (.turn(let step, let query), let row):
          let shown = try? await rows.list.reader.window(query, .row(0), 0, .max).items
          guard let next = shown?.nextUnread(step, from: row?.id) else {
            return CommandOutcome(query.nothingUnread)
          }
          return CommandOutcome(nil, revealing: next.id)
        case (.refreshAll, _):
          environment.background.add { await feeds.refreshAll(environment) }
          return CommandOutcome(nil)
        case (.undo, _):
          let notice = await flagCommands().undoLast()
          return CommandOutcome(notice, revealing: restored.replace(with: nil))
        case (.edit, let row): return CommandOutcome(await feeds.edit(at: row?.line, environment))
        case (_, nil): return CommandOutcome(nil)
        case (.refresh, let row?):
          environment.background.add { await feeds.announce(environment, row.id, .named) }
          return CommandOutcome(nil)
        case (.markRead(let arrival), let row?):
          do { _ = try await feeds.rows() } catch {
            return CommandOutcome(FeedChangeFailure(error, file: feeds.location).notice(environment))
          }
          let posts = await feeds.posts(row.id).list.reader
          let arrived = ListQuery(condition: arrival.map { .arrivedBy($0) } ?? .always)
          return CommandOutcome(await flagCommands().markAllRead(in: posts, arrived))
        case (.remove, let row?):
          return CommandOutcome(await feeds.remove(row, await flagCommands(), restored, environment))
        case (.copy, let row?):
          guard let subscription = row.subscription else { return CommandOutcome("Select a feed to copy its address.") }
          return CommandOutcome(await environment.copied(subscription.source.shownText))
        }
      },
      onPreview: onPreview, onOpen: onOpen)
    later.replace(with: { [state = viewModel.state, send = viewModel.send] action in
      // Once a key has cleared the notice, the selection stays where it is.
      if case .command(.select(_, let notice?)) = action, state().notice == nil {
        _ = send(.say(notice))
      } else {
        _ = send(action)
      }
    })
    return viewModel
  }
}

extension FeedsRepository {
  /// Removes the feed of a row, and returns the notice.
  fileprivate func remove(
    _ row: FeedRow, _ flagCommands: FlagCommands<Post.ID>, _ restored: Observed<FeedRow.ID?>,
    _ environment: ScreenEnvironment
  ) async -> String? {
    if case .query = row.id { return "It is a query; E opens the file, to remove its line." }
    guard case .feed(let id) = row.id else { return "Select a feed to remove it." }
    do {
      guard let removed = try await remove(id) else { return "It is not in the file any more." }
      flagCommands.didChange {
        do {
          try await restore(removed)
          restored.replace(with: row.id)
          return "Added \(row.title) again."
        } catch {
          return FeedChangeFailure(error, file: location).notice(environment) ?? "Not added again."
        }
      }
      return "Removed \(row.title); z brings it back. Its posts stay saved."
    } catch {
      return FeedChangeFailure(error, file: location).notice(environment)
    }
  }

  /// Opens the file in the editor, and returns the notice once that is closed.
  fileprivate func edit(at line: Int?, _ environment: ScreenEnvironment) async -> String? {
    defer { fileChanged() }
    do {
      try await environment.desktop.edit(location, line)
      return await problemNotice()
    } catch let failure as EditorFailure {
      let path = location.path(percentEncoded: false)
      environment.report("\(failure.clause). Name another editor in EDITOR, or edit \(path).")
      return "\(failure.clause)."
    } catch {
      return FeedChangeFailure(error, file: location).notice(environment)
    }
  }

  /// Returns a notice that names the lines of the file that are not understood; nil if there are none.
  public func problemNotice() async -> String? {
    var lines = (try? await problems().map(\.line)) ?? []
    lines = lines.indices.filter { $0 == 0 || lines[$0] != lines[$0 - 1] }.map { lines[$0] }
    guard let last = lines.last else { return nil }
    let names = lines.prefix(2).map { "\($0)" }.joined(separator: ", ")
    let which =
      switch lines.count {
      case 1: "Line \(last) of the file is"
      case 2, 3: "Lines \(lines.dropLast().map { "\($0)" }.joined(separator: ", ")) and \(last) of the file are"
      default: "Lines \(names), … of the file are"
      }
    return "\(which) not understood; satchel feeds says why."
  }

  /// Adds feeds one after the other.
  /// - Parameter send: Receives the action that shows the result.
  fileprivate func add(
    _ lines: [PastedLine], _ flagCommands: FlagCommands<Post.ID>,
    _ environment: ScreenEnvironment, then send: @Sendable (ItemListAction<FeedListCommand>) -> Void
  ) async {
    var added = [(feed: AddedFeed, notice: String)]()
    var failures = [String]()
    for line in lines {
      let address = line.address
      var options = AddOptions()
      options.tags = line.tags
      options.title = line.title
      options.isHidden = line.isHidden
      do {
        let feed = try await add(address, options)
        added.append((feed, feed.notice(typed: address)))
        if let warning = feed.warning {
          environment.report("\(feed.notice(typed: address)) \(Messages.failure(warning, server: location).sentence)")
        }
        if !feed.others.isEmpty {
          let others = Messages.failure(PageNotice.otherFeeds(feed.others), server: location)
          environment.report("\(feed.notice(typed: address)) \(others.sentence)")
        }
      } catch {
        let failure = FeedChangeFailure(error, file: location, address: address)
        if let notice = failure.notice(environment) { failures.append(notice) }
      }
    }
    let new = added.map(\.feed).filter { $0.addition == .added }
    if !new.isEmpty {
      flagCommands.didChange {
        do {
          for feed in new { _ = try await remove(feed.subscription.id) }
          return "Removed \(new.count == 1 ? new[0].name : "\(new.count) feeds") again."
        } catch {
          return FeedChangeFailure(error, file: location).notice(environment) ?? "Not removed again."
        }
      }
    } else if added.contains(where: { $0.feed.addition != .unchanged }) {
      flagCommands.didChange { "Its line stays; E opens the file, to edit it." }
    }
    if let failure = failures.first {
      let many = "\(failures.count) of \(lines.count) feeds not added; ! says why."
      send(.say(lines.count == 1 ? failure : many))
    } else if let last = added.last {
      let others = last.feed.others.isEmpty ? "" : " Its page has other feeds; ! names them."
      let notice = added.count == 1 ? last.notice + others : "Added \(added.count) feeds."
      let isShown = !last.feed.subscription.isHidden
      send(isShown ? .command(.select(.feed(last.feed.subscription.id), notice: notice)) : .say(notice))
    }
  }

  /// Refreshes all feeds but those asked in the last ten minutes, and announces the result.
  public func refreshAll(_ environment: ScreenEnvironment) async {
    await announce(environment, .all, .notJustAsked)
  }

  /// Refreshes all feeds, also those that were just asked, and what their bookmarked posts need to be read offline.
  /// - Returns: The message about the result, the longest version first; empty if the task was cancelled.
  public func sync(_ environment: ScreenEnvironment) async -> [String] {
    await words(environment) {
      let result = try await refresh([.all], .all)
      try await posts(.all).list.refreshBookmarked()
      return result
    }
  }

  /// Refreshes the feeds of a row that stands for several, for the list of its posts, and announces the result.
  /// - Throws: The result, if no feed has answered.
  public func refresh(_ row: FeedRow.ID, _ environment: ScreenEnvironment) async throws {
    let result = try await refresh([row], .named)
    try Task.checkCancellation()
    let words = try await words(environment, about: result)
    if result.hasAnswer { return environment.announce(words) }
    if result.isOffline, let failure = result.failed.values.first { throw failure }
    let clause = (words.first ?? "").prefix { $0 != ";" }.trimmed { $0 == "." }
    throw ExplainedError(String(clause), advice: "Press r to ask again.")
  }

  fileprivate func announce(_ environment: ScreenEnvironment, _ row: FeedRow.ID, _ extent: RefreshExtent) async {
    let isOne = if case .feed = row { true } else { false }
    let words = await words(environment, isOne: isOne) { try await refresh([row], extent) }
    if !words.isEmpty { environment.announce(words) }
  }

  /// Returns the message about the result of a refresh, the longest version first; empty if the task was cancelled.
  /// - Parameter isOne: Whether the refresh is that of one feed, whose name goes without saying.
  private func words(
    _ environment: ScreenEnvironment, isOne: Bool = false, of refresh: () async throws -> RefreshResult
  ) async -> [String] {
    do {
      let result = try await refresh()
      try Task.checkCancellation()
      return try await words(environment, about: result, isOne: isOne)
    } catch {
      let failure = FeedChangeFailure(error, file: location)
      return failure.notice(environment).map { [$0, "Cannot refresh; ! says why."] } ?? []
    }
  }

  /// Reports the feeds that fail to be refreshed, and returns the message about the result, the longest version first.
  private func words(
    _ environment: ScreenEnvironment, about result: RefreshResult, isOne: Bool = false
  ) async throws -> [String] {
    var reason: String?
    if !result.isOffline, !result.failed.isEmpty || !result.warnings.isEmpty {
      for row in try await rows() {
        guard case .feed(let id) = row.id, let error = result.failed[id] ?? result.warnings[id] else { continue }
        let sentence = row.reason(error).sentence
        reason = isOne ? sentence : "\(row.title): \(sentence)"
        environment.report("\(row.title): \(sentence)")
      }
    }
    return result.words(environment, reason: reason)
  }
}

extension AddedFeed {
  fileprivate var name: String { subscription.title ?? title ?? subscription.source.shownText }

  /// Returns the notice: "Added xkcd.com: 4 posts, from https://xkcd.com/atom.xml."
  /// - Parameter typed: The address that was typed, which may be that of a page.
  fileprivate func notice(typed: String) -> String {
    let address = subscription.source.shownText
    switch addition {
    case .unchanged: return "\(name) is in the list already."
    case .tagged:
      return "\(name) is in the list already, tagged \(subscription.tags.joined(separator: ", ")) now."
    case .titled: return "\(address) is titled \(name) now."
    case .added: break
    }
    let isElsewhere = address != name && address != PastedAddress(typed)?.page.maskingPassword.absoluteString
    let source = isElsewhere ? ", from \(address)" : ""
    let hidden = subscription.isHidden ? "; it is hidden" : ""
    return "Added \(name): \(Messages.counted(total, "post"))\(source)\(hidden)."
  }
}
