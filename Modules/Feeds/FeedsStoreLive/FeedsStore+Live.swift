// The states of feeds and the identities of their entries in databases.

public import Database
import Essentials
import FeedDocument
import FeedsService
public import FeedsStore

extension FeedsStore {
  /// Stores states and entries in the cache, and the posts of recognised entries in the state: without the cache, their
  /// flags are found again.
  public static func live(cache: Database, state: Database) -> Self {
    let cache = cache.using(
      Schema(
        cache: "feeds", version: 1,
        create: [
          "CREATE TABLE feeds (address TEXT PRIMARY KEY, source TEXT, state TEXT)",
          """
          CREATE TABLE feeds_entries (feed TEXT NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, link INTEGER, \
          title INTEGER, PRIMARY KEY (feed, key)) WITHOUT ROWID
          """,
        ]))
    let state = state.using(
      Schema(
        state: "aliases",
        create: [
          """
          CREATE TABLE aliases (feed TEXT NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, \
          PRIMARY KEY (feed, key)) WITHOUT ROWID
          """
        ], migrations: []))
    return Self(
      source: { address in
        try await cache.read { connection in
          try connection.rows("SELECT source FROM feeds WHERE address = ?", .text(address.absoluteString)) {
            $0.text(0).flatMap { Source(text: $0) }
          }.first ?? nil
        }
      },
      setSource: { source, address in
        try await cache.write { connection in
          try connection.run(
            """
            INSERT INTO feeds (address, source) VALUES (?1, ?2) \
            ON CONFLICT (address) DO UPDATE SET source = excluded.source WHERE source IS NOT excluded.source
            """, .text(address.absoluteString), .text(source.text))
        }
      },
      state: { feed in
        try await cache.read { connection in
          let text =
            try connection.rows("SELECT state FROM feeds WHERE address = ?", .text(feed.absoluteString)) {
              $0.text(0)
            }.first ?? nil
          return text.flatMap { try? JSONDecoder().decode(FeedState.self, from: Data($0.utf8)) } ?? FeedState()
        }
      },
      setState: { feedState, feed in
        let text = String(decoding: try JSONEncoder().encode(feedState), as: UTF8.self)
        try await cache.write { connection in
          try connection.run(
            """
            INSERT INTO feeds (address, state) VALUES (?1, ?2) \
            ON CONFLICT (address) DO UPDATE SET state = excluded.state
            """, .text(feed.absoluteString), .text(text))
        }
      },
      identify: { document, feed in
        let feed = DatabaseValue.text(feed.absoluteString)
        let aliases = try await state.read { connection in
          try connection.rows("SELECT key, post FROM aliases WHERE feed = ?", feed) {
            (UInt64(bitPattern: $0.integer(0)), UInt64(bitPattern: $0.integer(1)))
          }
        }
        let known = try await cache.read { connection in
          try connection.rows("SELECT key, post, link, title FROM feeds_entries WHERE feed = ?", feed) { row in
            KnownEntries.Entry(
              FeedSignature(
                key: UInt64(bitPattern: row.integer(0)),
                link: row.isNull(2) ? nil : UInt64(bitPattern: row.integer(2)),
                title: row.isNull(3) ? nil : UInt64(bitPattern: row.integer(3))),
              post: UInt64(bitPattern: row.integer(1)))
          }
        }
        let entries = KnownEntries(known, aliases: Dictionary(aliases) { first, _ in first })
        let (posts, recognised, unsaved) = entries.identify(document)
        // State comes first: it cannot be found out again.
        if !recognised.isEmpty {
          try await state.write { connection in
            try connection.runEach(
              "INSERT OR REPLACE INTO aliases (feed, key, post) VALUES (?, ?, ?)",
              recognised.map { [feed, $0.signature.key.value, $0.post.value] })
          }
        }
        if !unsaved.isEmpty {
          try await cache.write { connection in
            // Rows take several times the memory of entries, so they are written in portions.
            for start in stride(from: 0, to: unsaved.count, by: 500) {
              try connection.runEach(
                "INSERT OR REPLACE INTO feeds_entries (feed, key, post, link, title) VALUES (?, ?, ?, ?, ?)",
                unsaved[start...].prefix(500).map { entry in
                  [
                    feed, entry.signature.key.value, entry.post.value, entry.signature.link?.value ?? .null,
                    entry.signature.title?.value ?? .null,
                  ]
                })
            }
          }
        }
        let arrived = known.isEmpty ? [] : Set(unsaved.map(\.post)).subtracting(known.map(\.post) + aliases.map(\.1))
        let keys = Set(known.map(\.signature.key) + aliases.map(\.0))
        let isStrange =
          !known.isEmpty && recognised.isEmpty && !document.isEmpty && !document.contains { keys.contains($0.key) }
        return Identities(posts: posts, recognised: recognised.count, arrived: arrived, isStrange: isStrange)
      },
      posts: { numbers, feed in
        try await cache.read { connection in
          // Numbers are saved as signed ones: a range never crosses their sign, except that of all.
          try connection.rows(
            """
            SELECT DISTINCT post FROM feeds_entries WHERE feed = ?1 \
            AND (post BETWEEN ?2 AND ?3 OR ?2 > ?3) ORDER BY post LIMIT 4
            """, .text(feed.absoluteString), numbers.lowerBound.value, numbers.upperBound.value
          ) { UInt64(bitPattern: $0.integer(0)) }
        }
      })
  }
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
