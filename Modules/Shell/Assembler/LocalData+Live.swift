import ComicsRepository
import Database
import Essentials
import FlagsStore
import PostsRepository
import Repositories

extension LocalData {
  /// Returns the saved data of all servers, in these databases.
  static func live(_ dependencies: Dependencies) -> Self {
    Self(
      all: {
        let caches = try dependencies.cacheFiles()
        let states = try dependencies.stateFiles()
        var servers: [ServerData] = []
        for name in Set(caches.keys).union(states.keys) {
          var server = ServerData(address: name.address, cache: caches[name], state: states[name])
          if caches[name] != nil { await server.read(dependencies.cacheStores(name)) }
          if states[name] != nil { await server.read(dependencies.stateStores(name)) }
          servers.append(server)
        }
        return servers.sorted { $0.address < $1.address }
      },
      forget: { part, url, stateChoice in
        let name = part == .feeds ? .subscriptions : FileName(url.databaseName)
        let isWhole = part == .server || part == .feeds
        let caches = try dependencies.cacheFiles()
        let states = try dependencies.stateFiles()
        let cache = caches[name]
        let state = states[name]
        let isSaved =
          if !isWhole, stateChoice == .none {
            if cache == nil { false } else { await dependencies.cacheStores(name).hasData(of: part) }
          } else {
            cache != nil || state != nil
          }
        guard isSaved else {
          let others = Set(caches.keys).union(states.keys).subtracting([name])
          throw ForgetError.nothingSaved(servers: others.map(\.address).sorted())
        }
        var forgotten = Forgotten()
        if state != nil, isWhole, stateChoice != .none {
          forgotten.unsent = try await dependencies.stateStores(name).unsent(stateChoice).count
        }
        if let cache {
          if state != nil, stateChoice == .none {
            let stores = dependencies.cacheStores(name)
            do {
              try await stores.saveReadItems(of: part.kinds, in: dependencies.stateStores(name))
            } catch DatabaseError.damaged {
              // Read marks that only the cache knows cannot be saved in it any more.
            }
          }
          if isWhole {
            try dependencies.removeFile(cache)
          } else {
            try await dependencies.cacheStores(name).forget(part)
          }
        }
        if let state {
          let stores = dependencies.stateStores(name)
          if stateChoice == .none {
            forgotten.emptyBookmarks = cache == nil ? 0 : (try? await stores.bookmarkCount(part.kinds)) ?? 0
          } else if isWhole {
            try dependencies.removeFile(state)
          } else {
            try await stores.forget(part.kinds)
          }
        }
        let after = [try dependencies.cacheFiles()[name], try dependencies.stateFiles()[name]]
        let bytes = { (files: [SavedFile?]) in files.reduce(0) { $0 + ($1?.bytes ?? 0) } }
        forgotten.bytes = max(0, bytes([cache, state]) - bytes(after))
        return forgotten
      },
      trim: { limit, beingRead in
        let caches = try dependencies.cacheFiles()
        // This is false in nearly every run, so the databases are opened only after it.
        guard caches.values.reduce(0, { $0 + $1.bytes }) > limit else { return 0 }
        let states = try dependencies.stateFiles()
        let read = Set(beingRead.map { FileName($0.databaseName) } + (beingRead.isEmpty ? [] : [.subscriptions]))
        var trimmable: [TrimmableCache] = []
        for name in caches.keys {
          // When the bookmarks cannot be read, nothing of that server is removed.
          if let cache = try? await dependencies.cache(name, hasState: states[name] != nil, isRead: read.contains(name))
          {
            trimmable.append(cache)
          }
        }
        return try await trimmable.trim(to: limit)
      })
  }
}

extension DataPart {
  fileprivate var kinds: [ItemKind] {
    switch self {
    case .posts: [.post]
    case .comics: [.comic]
    case .server, .feeds: [.post, .comic]
    }
  }
}

extension FileName {
  /// The address of the server with this database name; the name itself when it was cut. "feeds" for all subscriptions.
  fileprivate var address: String {
    if self == .subscriptions { return DataPart.feeds.rawValue }
    guard let parts = original?.split(separator: " ", omittingEmptySubsequences: false), parts.count == 4 else {
      return text
    }
    let host = parts[1].contains(":") && !parts[1].hasPrefix("[") ? "[\(parts[1])]" : String(parts[1])
    let isUsual = parts[2] == (parts[0] == "https" ? "443" : "80")
    let path = parts[3].isEmpty ? "" : "/" + parts[3]
    return "\(parts[0])://\(host)\(isUsual ? "" : ":\(parts[2])")\(path)"
  }
}
