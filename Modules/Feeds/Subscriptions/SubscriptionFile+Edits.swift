import Essentials

extension SubscriptionFile {
  /// The effect of adding a subscription.
  public enum Addition: Hashable, Sendable {
    /// A line was appended.
    case added
    /// The feed was there, and its line got further tags.
    case tagged
    /// The feed was there, and has another title now.
    case titled
    /// The feed was there with all of this.
    case unchanged
  }

  /// Lines that were removed, to restore them.
  public struct RemovedLines: Hashable, Sendable {
    struct Line: Hashable {
      var index: Int
      var line: SubscriptionLine
      /// The bytes of the line before it; nil for the first line.
      var before: [UInt8]?

      /// Returns the index for the line among others: behind the line that was before it, where that still is.
      func index(in lines: [SubscriptionLine]) -> Int {
        guard let before else { return 0 }
        let places = lines.indices.filter { lines[$0].bytes == before }.map { $0 + 1 }
        return places.min { abs($0 - index) < abs($1 - index) } ?? min(index, lines.count)
      }
    }

    /// The subscription.
    public let subscription: Subscription
    let lines: [Line]
  }

  /// Adds a feed at the end, or those of its tags that its line lacks. A feed that is there retains its title.
  @discardableResult
  public mutating func add(_ subscription: Subscription) -> Addition { add([subscription])[0] }

  /// Adds feeds, each as `add` does alone, and reads the file once.
  public mutating func add(_ new: [Subscription]) -> [Addition] {
    var missing: [Int: [String]] = [:]
    let additions = new.map { subscription in
      guard let known = self[subscription.id], let line = known.line else {
        append(Array(subscription.text.utf8))
        return Addition.added
      }
      let tags = known.tags + missing[line, default: []]
      let further = subscription.uniqueTags.filter { !tags.contains($0) }
      guard !further.isEmpty else { return .unchanged }
      missing[line, default: []] += further
      return .tagged
    }
    guard !missing.isEmpty else { return additions }
    var all = lines
    for (line, tags) in missing {
      for tag in tags { all[line - 1].insert(SubscriptionLine.token(tag)) }
    }
    replaceLines(all)
    return additions
  }

  /// Gives a feed another title, in the place of the one that counted, or behind the tags of its first line.
  /// - Returns: Whether anything has changed.
  @discardableResult
  public mutating func setTitle(_ title: String, of id: Subscription.ID) -> Bool {
    let title = title.trimmed
    guard !title.isEmpty, let known = self[id], known.title != title else { return false }
    let new = SubscriptionLine.token(inQuotes: "~\(title)".utf8)
    var isSet = false
    edit(id) { line, _ in
      guard !isSet, let old = line.tokens.dropFirst().first(where: { $0.value.first == UInt8(ascii: "~") }) else {
        return
      }
      line.replace(old, with: new)
      isSet = true
    }
    if !isSet { edit(id) { line, isFirst in if isFirst { line.insert(new) } } }
    return true
  }

  /// Removes the lines of a feed, with their comments.
  /// - Returns: The lines, for `restore`; nil if there were none.
  @discardableResult
  public mutating func remove(_ id: Subscription.ID) -> RemovedLines? {
    guard let subscription = self[id] else { return nil }
    let indices = indices(of: id)
    let removed = RemovedLines(
      subscription: subscription,
      lines: indices.map { .init(index: $0, line: lines[$0], before: $0 > 0 ? lines[$0 - 1].bytes : nil) })
    var rest = lines
    for index in indices.reversed() { rest.remove(at: index) }
    replaceLines(rest)
    return removed
  }

  /// Puts removed lines back where they were, unless the feed was added again.
  public mutating func restore(_ removed: RemovedLines) {
    guard self[removed.subscription.id] == nil else { return }
    var all = lines
    for removed in removed.lines {
      var line = removed.line
      let index = removed.index(in: all)
      if index < all.count, line.end.isEmpty { line.end = lineEnd }
      if index > 0, all[index - 1].end.isEmpty { all[index - 1].end = lineEnd }
      all.insert(line, at: index)
    }
    replaceLines(all)
  }

  /// Gives a feed another source; its title, tags and comments stay.
  /// - Returns: Whether the feed was there.
  @discardableResult
  public mutating func move(_ id: Subscription.ID, to source: Subscription.Source) -> Bool {
    edit(id) { line, _ in
      guard let token = line.tokens.first else { return }
      line.replace(token, with: SubscriptionLine.token(source.text))
    }
  }

  // MARK: - Lines

  /// The line end that the file uses.
  private var lineEnd: [UInt8] { lines.first { !$0.end.isEmpty }?.end ?? [UInt8(ascii: "\n")] }

  private mutating func append(_ bytes: [UInt8]) {
    let end = lineEnd
    if var last = lines.last, last.end.isEmpty {
      last.end = end
      replaceLines(lines.dropLast() + [last])
    }
    append(SubscriptionLine(bytes: bytes, end: end))
  }

  private func indices(of id: Subscription.ID) -> [Int] {
    lines.indices.filter { (try? lines[$0].tokens.first?.source)?.id == id }
  }

  @discardableResult
  private mutating func edit(
    _ id: Subscription.ID, _ change: (_ line: inout SubscriptionLine, _ isFirst: Bool) -> Void
  ) -> Bool {
    let indices = indices(of: id)
    guard let first = indices.first else { return false }
    var all = lines
    for index in indices { change(&all[index], index == first) }
    replaceLines(all)
    return true
  }
}

extension Subscription {
  /// The line of a file with this subscription, without its end.
  public var text: String {
    var tokens = [SubscriptionLine.token(source.text)]
    if isHidden { tokens.append(Array("!".utf8)) }
    if let title, !title.trimmed.isEmpty { tokens.append(SubscriptionLine.token(inQuotes: "~\(title.trimmed)".utf8)) }
    tokens += uniqueTags.map { SubscriptionLine.token($0) }
    return tokens.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// The tags, without those that a line would have as its title or as the mark of a hidden feed.
  fileprivate var uniqueTags: [String] {
    tags.filter { $0.utf8.first != UInt8(ascii: "~") && $0.utf8.first != UInt8(ascii: "!") }.unique
  }
}
