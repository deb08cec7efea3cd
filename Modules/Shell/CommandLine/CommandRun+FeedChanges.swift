import CachedResource
import Database
import Essentials
import FeedsRepository
import Messages
import NetworkClient
import Observed
import Repositories
import Screen
import Settings
import Subscriptions
import SubscriptionsStore
import TextLayout

extension CommandRun {
  /// Adds feeds one after another, and prints a line for each. A feed that fails does not stop the others.
  func addFeeds(_ addresses: [String], _ options: AddOptions) async throws {
    var added = 0
    var failures: Set<Invocation.ExitStatus> = []
    adding: for address in addresses {
      let name = withoutPassword(address)
      guard PastedAddress(address) != nil else {
        let isCommand = address.hasPrefix("exec:") || address.hasPrefix("filter:")
        error(
          isCommand
            ? "a line that runs a command is added by hand. Open the file with: \(satchel) feeds edit"
            : "\(name) is not an address. It should look like https://xkcd.com/atom.xml")
        failures.insert(.usage)
        continue
      }
      do {
        try print(try await repositories.feeds.add(address, options), options, typed: address)
        added += 1
      } catch let failure as DatabaseError {
        error(settings.cannot("save", failure, "--state", "; \(name) is not added"))
        failures.insert(.unavailable)
        break adding
      } catch let failure where !(failure is SubscriptionsStore.Error || failure is CancellationError) {
        error(
          "cannot add \(name): \(clause(failure, at: PastedAddress(address)?.page)). \(Messages.feedAdvice(failure))")
        failures.insert(.withoutAnswer(failure))
      }
    }
    if added > 0, let failure = repositories.cacheFailure.value {
      let rest = added == 1 ? "the line, its posts are not saved" : "the lines, their posts are not saved"
      throw CommandFailure(settings.cannot("save", failure, "--cache", "; the list of feeds has \(rest)"))
    }
    let failure = failures.count == 1 ? failures.first : nil
    try endLoading(failures.isEmpty ? .success : added > 0 ? .incomplete : failure ?? .unavailable)
  }

  private func print(_ added: AddedFeed, _ options: AddOptions, typed: String) throws {
    let subscription = added.subscription
    let address = subscription.source.maskingPassword.text
    let title = TextLayout.line(subscription.title ?? added.title ?? address)
    let tags = options.tags.map(TextLayout.line).joined(separator: ", ")
    let isElsewhere = PastedAddress(typed)?.page.maskingPassword.absoluteString != address
    let line =
      switch added.addition {
      case .added:
        "added \(title) (\(Messages.counted(added.total, "post")))\(tags.isEmpty ? "" : ", tagged \(tags)")"
          + (isElsewhere && title != address ? ": \(TextLayout.line(address))" : "")
      case .titled: "\(TextLayout.line(address)) is titled \(title)\(tags.isEmpty ? "" : " and tagged \(tags)") now"
      case .tagged: "\(title) is already there, tagged \(tags) now"
      case .unchanged: "\(title) is already there"
      }
    try print(
      line,
      json: [
        "title": title.json, "address": address.json, "tags": subscription.tags.json,
        "change": "\(added.addition)".json, "total": added.total.json,
      ])
    if let warning = added.warning { notice("\(clause(warning, at: subscription.source.address)).") }
    if !added.others.isEmpty {
      notice("\(clause(PageNotice.otherFeeds(added.others), at: subscription.source.address)).")
    }
  }

  /// Removes feeds, all of which have to be there.
  func removeFeeds(_ names: [String]) async throws {
    for row in try await feedRows(named: names) {
      guard let subscription = row.subscription else { continue }
      let isRemoved = try await repositories.feeds.remove(subscription.id) != nil
      try print(
        "\(row.shownTitle) \(isRemoved ? "removed" : "was not there any more")",
        json: ["title": row.shownTitle.json, "address": row.shownAddress.json, "removed": isRemoved.json])
    }
  }

  /// Gives a feed another address.
  func moveFeed(_ name: String, to address: String) async throws {
    guard let page = PastedAddress(address)?.page, case .web(let url)? = try? Subscription.Source(page.absoluteString)
    else {
      throw CommandFailure(
        "\(withoutPassword(address)) is not the address of a feed; nothing changed. It should begin with https://",
        .usage)
    }
    let row = try await feedRow(named: name)
    guard let old = row.subscription else { throw noFeed(name) }
    let source: Subscription.Source =
      if case .filter(let command, _) = old.source { .filter(command: command, url) } else { .web(url) }
    if source.id != old.id,
      let other = try await feedRows(withHidden: true).first(where: { $0.id == .feed(source.id) })
    {
      throw CommandFailure("\(other.shownTitle) has that address already; nothing changed.")
    }
    guard try await repositories.feeds.move(old.id, source) else { throw noFeed(name) }
    try print(
      "\(row.shownTitle) is at \(TextLayout.line(source.maskingPassword.text)) now",
      json: ["title": row.shownTitle.json, "address": source.maskingPassword.text.json])
  }

  /// Opens the file of the feeds in the person's editor, then names the lines that are not understood.
  /// - Parameter name: The feed whose line the editor begins at; nil for the beginning of the file.
  func editFeeds(at name: String?) async throws {
    let line: Int? = if let name { try await feedRow(named: name, withQueries: true).line } else { nil }
    do { try await repositories.edit(repositories.feeds.location, line) } catch let failure as EditorFailure {
      throw CommandFailure("\(failure.clause). Name another editor in EDITOR, or edit \(feedsFile).")
    }
    report(try await repositories.subscriptions.file().problems, in: feedsFile)
  }
}
