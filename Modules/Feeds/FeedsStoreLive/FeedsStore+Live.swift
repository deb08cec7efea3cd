// The states of feeds and the identities of their entries in databases.

public import Database
import Essentials
import FeedDocument
import FeedsService
public import FeedsStore
import NetworkClient
import Subscriptions

extension FeedsStore {
  /// Stores states and entries in the cache. The posts of recognised entries, and the feeds that were loaded, are state:
  /// without the cache, the flags of posts are found again, and no unread post arrives as a read one.
  /// - Parameters:
  ///   - process: The number of this process, which owns its claims.
  ///   - isRunning: Returns whether a process is running. Requests of one that has ended have no outcome.
  public static func live(
    cache: Database, state: Database, process: Int64 = 0,
    isRunning: @escaping @Sendable (_ process: Int64) -> Bool = { _ in true }
  ) -> Self {
    let cache = cache.using(.feeds)
    let state = state.using(.origins).using(.aliases).using(.loads)
    let rules = cache.using(.rules)
    var store = Self(
      source: { address in
        try await cache.read { connection in
          try connection.rows("SELECT source, state FROM feeds WHERE address = ?", address.key) { row in
            if let text = row.text(0) { return Source(text: text) }
            return FeedState(text: row.text(1)).hasDocument ? .feed(address) : nil
          }.first ?? nil
        }
      },
      setSource: { source, address in
        try await cache.write { connection in
          try connection.run(
            """
            INSERT INTO feeds (address, source) VALUES (?1, ?2) \
            ON CONFLICT (address) DO UPDATE SET source = excluded.source WHERE source IS NOT excluded.source
            """, address.key, .text(source.text))
        }
      },
      state: { feed in
        try await cache.read { connection in
          FeedState(
            text: try connection.rows("SELECT state FROM feeds WHERE address = ?", feed.key) { $0.text(0) }.first ?? nil
          )
        }
      },
      setState: { feedState, feed in
        let row = try feedState.row(of: feed)
        try await cache.write { try $0.run(FeedState.insertion, row) { _ in } }
      },
      identify: { document, address, stateAfter in
        let feed = address.key
        let (aliases, origin, wasLoaded) = try await state.read { connection in
          (
            try connection.rows("SELECT key, post FROM aliases WHERE feed = ?", feed) {
              (UInt64(bitPattern: $0.integer(0)), UInt64(bitPattern: $0.integer(1)))
            }, try Self.origin(of: address, connection),
            try !connection.rows("SELECT 1 FROM loads WHERE feed = ?", feed) { _ in }.isEmpty
          )
        }
        let known = try await cache.read { connection in
          try connection.rows("SELECT key, post, link, title, missing FROM feeds_entries WHERE feed = ?", feed) { row in
            KnownEntries.Entry(
              FeedSignature(
                key: UInt64(bitPattern: row.integer(0)),
                link: row.isNull(2) ? nil : UInt64(bitPattern: row.integer(2)),
                title: row.isNull(3) ? nil : UInt64(bitPattern: row.integer(3))),
              post: UInt64(bitPattern: row.integer(1)),
              missingSince: row.isNull(4) ? nil : UInt16(clamping: row.integer(4)))
          }
        }
        let entries = KnownEntries(known, aliases: Dictionary(aliases) { first, _ in first })
        let source: Subscription.ID
        if let origin { source = origin } else { source = try await Self.newOrigin(of: address, in: state) }
        let (posts, recognised, unsaved, missing) = entries.identify(document, isLatest: stateAfter != nil) {
          $0.post(of: source)
        }
        let earlier = entries.earlierKeys(of: recognised)
        let obsolete = earlier.obsolete.map { [feed, $0.value] }
        // State comes first: it cannot be found out again.
        if !recognised.isEmpty {
          try await state.write { connection in
            try connection.runEach("DELETE FROM aliases WHERE feed = ? AND key = ?", obsolete)
            try connection.runEach(
              "INSERT OR REPLACE INTO aliases (feed, key, post) VALUES (?, ?, ?)",
              recognised.map { [feed, $0.signature.key.value, $0.post.value] })
          }
        }
        let arrived = known.isEmpty ? [] : Set(unsaved.map(\.post)).subtracting(known.map(\.post) + aliases.map(\.1))
        let keys = Set(known.map(\.signature.key) + aliases.map(\.0))
        let hasNoKnownEntry =
          !known.isEmpty && recognised.isEmpty && !document.isEmpty && !document.contains { keys.contains($0.key) }
        let identities = Identities(
          posts: posts, recognised: earlier.areUnstable ? 0 : recognised.count, arrived: arrived,
          hasNoKnownEntry: hasNoKnownEntry,
          isFirst: known.isEmpty, wasLoaded: wasLoaded)
        let stateAfter = try stateAfter?(identities)
        let row = try stateAfter?.row(of: address)
        let today = DatabaseValue.integer(Int64(stateAfter?.answeredAt?.dayNumber ?? 0))
        if row != nil || !unsaved.isEmpty || !missing.isEmpty {
          try await cache.write { connection in
            if let row { try connection.run(FeedState.insertion, row) { _ in } }
            try connection.runEach("DELETE FROM feeds_entries WHERE feed = ? AND key = ?", obsolete)
            try connection.runEach(
              "UPDATE feeds_entries SET missing = ? WHERE feed = ? AND key = ?",
              missing.map { [today, feed, $0.value] })
            // In the order of the table, SQLite takes less time and fills its pages. Rows take several times the memory
            // of entries, so they are written in portions.
            let sorted = unsaved.sorted { Int64(bitPattern: $0.signature.key) < Int64(bitPattern: $1.signature.key) }
            for start in stride(from: 0, to: sorted.count, by: 500) {
              try connection.runEach(
                "INSERT OR REPLACE INTO feeds_entries (feed, key, post, link, title) VALUES (?, ?, ?, ?, ?)",
                sorted[start...].prefix(500).map { entry in
                  [
                    feed, entry.signature.key.value, entry.post.value, entry.signature.link?.value ?? .null,
                    entry.signature.title?.value ?? .null,
                  ]
                })
            }
          }
        }
        return identities
      },
      parts: { addresses in
        let feeds = addresses.map(\.key)
        @Sendable func saved(_ connection: Connection) throws -> [Int?] {
          // One read of all is faster than many of one.
          guard feeds.count > 16 else {
            return try feeds.map { feed in
              try connection.rows("SELECT part FROM feeds_parts WHERE feed = ?", feed) { Int($0.integer(0)) }.first
            }
          }
          var parts: [DatabaseValue: Int] = [:]
          try connection.run("SELECT feed, part FROM feeds_parts", []) { parts[.text($0.text(0))] = Int($0.integer(1)) }
          return feeds.map { parts[$0] }
        }
        let known = try await cache.read(saved)
        if !known.contains(nil) { return known.compactMap(\.self) }
        try await cache.write { connection in
          try connection.runEach("INSERT OR IGNORE INTO feeds_parts (feed) VALUES (?)", feeds.map { [$0] })
        }
        return try await cache.read(saved).compactMap(\.self)
      },
      summaries: { part in
        try await cache.read { connection in
          var summaries: [Int: Summary] = [:]
          try connection.run(
            """
            SELECT part, title, answered, failing, failure, ended, source FROM feeds_parts JOIN feeds ON feed = address\
            \(part == nil ? "" : " WHERE part = ?")
            """, part.map { [.integer(Int64($0))] } ?? []
          ) { row in
            var summary = Summary()
            func date(_ column: Int) -> Date? {
              row.isNull(column) ? nil : Date(timeIntervalSince1970: row.real(column))
            }
            summary.title = row.text(1)
            summary.answeredAt = date(2)
            summary.failingSince = date(3)
            summary.failure = row.text(4).flatMap {
              try? JSONDecoder().decode(FailureRecord.self, from: Data($0.utf8))
            }
            summary.hasEnded = row.integer(5) == 1
            summary.source = row.text(6).flatMap { Source(text: $0) }
            summaries[Int(row.integer(0))] = summary
          }
          return summaries
        }
      },
      states: {
        try await cache.read { connection in
          var states: [Int: FeedState] = [:]
          let query = "SELECT part, state, asked, owner FROM feeds_parts JOIN feeds ON feed = address"
          try connection.run(query, []) { row in
            var state = FeedState(text: row.text(1))
            let isCounted = !row.isNull(2) && (row.isNull(3) || isRunning(row.integer(3)))
            let asked = isCounted ? Date(timeIntervalSince1970: row.real(2)) : nil
            state.askedAt = [state.askedAt, asked].compactMap(\.self).max()
            states[Int(row.integer(0))] = state
          }
          return states
        }
      },
      claim: { feed, known, now in
        try await cache.write { connection in
          let owners = try connection.rows("SELECT owner FROM feeds WHERE address = ? AND owner NOT NULL", feed.key) {
            $0.integer(0)
          }
          // A date that is yet to come was written by a clock that was wrong. Dates lose a little when they are saved.
          try connection.run(
            """
            INSERT INTO feeds (address, asked, owner) VALUES (?1, ?3, ?4) ON CONFLICT (address) DO UPDATE \
            SET asked = excluded.asked, owner = excluded.owner \
            WHERE asked IS NULL OR asked <= ?2 OR asked > ?3 + 60 OR ?5
            """, feed.key, .real(known.map { $0.timeIntervalSince1970 + 0.001 }), .real(now.timeIntervalSince1970),
            .integer(process), .integer(owners.allSatisfy(isRunning) ? 0 : 1))
          return try connection.rows("SELECT changes()") { $0.integer(0) > 0 }.first ?? false
        }
      },
      move: { feed, address in
        guard feed.feedID != address.feedID else { return }
        // State comes first: it cannot be found out again.
        try await state.write { try Self.moveState(of: feed, to: address, $0) }
        let moving: @Sendable (Connection) throws -> Void = { connection in
          // The new address may have been that of a feed, which was removed. Its part stays taken: no other feed gets its
          // posts. No identity of a feed has a blank.
          try connection.run(
            """
            UPDATE feeds_parts SET feed = feed || ' ' || part \
            WHERE feed = ?2 AND EXISTS (SELECT 1 FROM feeds_parts WHERE feed = ?1)
            """, feed.key, address.key)
          try connection.run("UPDATE feeds_parts SET feed = ?2 WHERE feed = ?1", feed.key, address.key)
          try connection.run("UPDATE OR REPLACE feeds_entries SET feed = ?2 WHERE feed = ?1", feed.key, address.key)
          try connection.run("UPDATE OR IGNORE feeds SET address = ?2 WHERE address = ?1", feed.key, address.key)
          try connection.run("DELETE FROM feeds WHERE address = ?", feed.key)
          try Self.forgetAnswers(of: address, connection)
          try connection.run("UPDATE feeds SET source = NULL, asked = NULL WHERE address = ?", address.key)
        }
        do { try await cache.write(moving) } catch {
          // The posts are still at the old address.
          try await state.write { try Self.moveState(of: address, to: feed, $0) }
          throw error
        }
      }, changes: cache.changes)
    store.noteLoad = { feed in
      do {
        try await state.write { try $0.run("INSERT OR IGNORE INTO loads (feed) VALUES (?)", feed.key) }
      } catch is DatabaseError {
        // The feed is loaded all the same.
      }
    }
    store.release = { feed, claimed, known in
      try await cache.write { connection in
        // Dates lose a little when they are saved.
        try connection.run(
          "UPDATE feeds SET asked = ?2, owner = NULL WHERE address = ?1 AND abs(asked - ?3) < 0.001", feed.key,
          .real(known?.timeIntervalSince1970), .real(claimed.timeIntervalSince1970))
      }
    }
    store.forgetUnanswered = { feed in
      try await cache.write { connection in
        let texts = try connection.rows("SELECT state FROM feeds WHERE address = ?", feed.key) { $0.text(0) }
        let state = FeedState(text: texts.first ?? nil)
        guard state.answeredAt == nil, state.pausedUntil == nil else { return }
        try connection.run("DELETE FROM feeds WHERE address = ?", feed.key)
        try connection.run("DELETE FROM feeds_parts WHERE feed = ?", feed.key)
      }
    }
    store.rules = { part in
      try await rules.read { connection in
        var signatures: [Int: String] = [:]
        try connection.run(
          "SELECT part, signature FROM rules\(part == nil ? "" : " WHERE part = ?")",
          part.map { [.integer(Int64($0))] } ?? []
        ) { signatures[Int($0.integer(0))] = $0.text(1) }
        return signatures
      }
    }
    store.setRule = { signature, part in
      try await rules.write { connection in
        if let signature {
          try connection.run(
            "INSERT OR REPLACE INTO rules (part, signature) VALUES (?, ?)", .integer(Int64(part)), .text(signature))
        } else {
          try connection.run("DELETE FROM rules WHERE part = ?", .integer(Int64(part)))
        }
      }
    }
    return store
  }

  /// Returns the text from which the numbers of a feed's posts are made: that of its first address, or its identity; nil
  /// if a feed that was there before has moved away with that.
  private static func origin(of address: URL, _ connection: Connection) throws -> Subscription.ID? {
    let known = try connection.rows("SELECT origin FROM origins WHERE feed = ?", address.key) { $0.text(0) }.first
    return try known ?? (isTaken(address.feedID, connection) ? nil : address.feedID)
  }

  private static func moveState(of feed: URL, to address: URL, _ connection: Connection) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO origins (feed, origin) \
      VALUES (?2, coalesce((SELECT origin FROM origins WHERE feed = ?1), ?1))
      """, feed.key, address.key)
    // Another feed at the old address has numbers of its own.
    try connection.run("DELETE FROM origins WHERE feed = ?", feed.key)
    try connection.run("UPDATE OR REPLACE aliases SET feed = ?2 WHERE feed = ?1", feed.key, address.key)
    try connection.run("UPDATE OR REPLACE loads SET feed = ?2 WHERE feed = ?1", feed.key, address.key)
  }

  /// Forgets the answers of a feed that has moved: nothing in them holds at the new address, which may be that of a page.
  private static func forgetAnswers(of address: URL, _ connection: Connection) throws {
    let texts = try connection.rows("SELECT state FROM feeds WHERE address = ?", address.key) { $0.text(0) }
    let saved = FeedState(text: texts.first ?? nil)
    var state = FeedState()
    state.title = saved.title
    state.arrivingRead = saved.arrivingRead
    state.importedBy = saved.importedBy
    try connection.run(FeedState.insertion, state.row(of: address)) { _ in }
  }

  private static func isTaken(_ origin: String, _ connection: Connection) throws -> Bool {
    try connection.rows("SELECT 1 FROM origins WHERE origin = ? LIMIT 1", .text(origin)) { _ in true }.first ?? false
  }

  /// Saves another text for a feed whose identity is taken, and returns it.
  private static func newOrigin(of address: URL, in state: Database) async throws -> Subscription.ID {
    let feed = address.feedID
    try await state.write { connection in
      // No identity of another feed has a blank.
      var number = 2
      while try isTaken("\(feed) \(number)", connection) { number += 1 }
      try connection.run(
        "INSERT OR IGNORE INTO origins (feed, origin) VALUES (?, ?)", address.key, .text("\(feed) \(number)"))
    }
    return try await state.read { connection in
      try connection.rows("SELECT origin FROM origins WHERE feed = ?", address.key) { $0.text(0) ?? feed }.first ?? feed
    }
  }
}

extension FeedState {
  fileprivate static let insertion = """
    INSERT INTO feeds (address, state, title, answered, failing, failure, ended) VALUES (?, ?, ?, ?, ?, ?, ?) \
    ON CONFLICT (address) DO UPDATE SET state = excluded.state, title = excluded.title, \
    answered = excluded.answered, failing = excluded.failing, failure = excluded.failure, ended = excluded.ended, \
    owner = NULL
    """

  /// Returns the values for `insertion`.
  fileprivate func row(of feed: URL) throws -> [DatabaseValue] {
    let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    let failure = failure.flatMap { try? JSONEncoder().encode($0) }
    return [
      feed.key, .text(text), .text(title), .real(answeredAt?.timeIntervalSince1970),
      .real(failingSince?.timeIntervalSince1970), .text(failure.map { String(decoding: $0, as: UTF8.self) }),
      .integer(hasEnded == true ? 1 : 0),
    ]
  }

  fileprivate init(text: String?) {
    self = text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
  }
}

extension Schema {
  fileprivate static let feeds = Self(
    cache: "feeds", version: 3,
    create: [
      """
      CREATE TABLE feeds (address TEXT PRIMARY KEY, source TEXT, state TEXT, asked REAL, title TEXT, answered REAL, \
      failing REAL, failure TEXT, ended INTEGER, owner INTEGER)
      """,
      """
      CREATE TABLE feeds_entries (feed TEXT NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, link INTEGER, \
      title INTEGER, missing INTEGER, PRIMARY KEY (feed, key)) WITHOUT ROWID
      """,
      "CREATE TABLE feeds_parts (part INTEGER PRIMARY KEY, feed TEXT NOT NULL UNIQUE)",
    ],
    migrations: [
      2: SchemaMigration([
        "ALTER TABLE feeds_entries ADD COLUMN missing INTEGER", "ALTER TABLE feeds ADD COLUMN owner INTEGER",
      ])
    ])

  /// The rules that were applied to the posts of feeds.
  fileprivate static let rules = Self(
    cache: "rules", version: 1, create: ["CREATE TABLE rules (part INTEGER PRIMARY KEY, signature TEXT NOT NULL)"])

  fileprivate static let aliases = Self(
    state: "aliases",
    create: [
      """
      CREATE TABLE aliases (feed TEXT NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, \
      PRIMARY KEY (feed, key)) WITHOUT ROWID
      """
    ], migrations: [])

  /// The feeds that were loaded.
  fileprivate static let loads = Self(
    state: "loads", create: ["CREATE TABLE loads (feed TEXT PRIMARY KEY) WITHOUT ROWID"], migrations: [])

  /// The first addresses of feeds that moved, from which the numbers of their posts are made.
  fileprivate static let origins = Self(
    state: "origins", create: ["CREATE TABLE origins (feed TEXT PRIMARY KEY, origin TEXT NOT NULL)"], migrations: [])
}

extension URL {
  /// The identity of the feed at the address.
  fileprivate var feedID: Subscription.ID { Subscription.Source.web(self).id }

  fileprivate var key: DatabaseValue { .text(feedID) }
}

extension UInt64 {
  fileprivate var value: DatabaseValue { .integer(Int64(bitPattern: self)) }
}

extension FeedsStore.Source {
  fileprivate init?(text: String) {
    if text == "server" {
      self = .server
    } else if text.hasPrefix("feed "), let address = URL(string: String(text.dropFirst(5))) {
      self = .feed(address)
    } else {
      return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .server: "server"
    case .feed(let address): "feed \(address.absoluteString)"
    }
  }
}
