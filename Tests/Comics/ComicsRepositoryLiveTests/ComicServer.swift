import CachedPictures
import CachedResource
import ComicDomain
import ComicsService
import Essentials
import Foundation
import NetworkClient
import Pictures
import Synchronization

/// A server of comics with ETags, gaps and failures, which records its requests.
final class ComicServer: Sendable {
  struct State {
    var latest: Int
    var gaps: Set<Int> = []
    var failures: [Int: NetworkClient.Error] = [:]
    var failure: NetworkClient.Error?
    var edits: [Int: String] = [:]
    /// The numbers requested since the last check; nil is the latest.
    var asked: [Int?] = []
    var confirmed = 0
    var pictures: [String] = []
    var pictureFailure: (any Error)?
  }

  private let state: Mutex<State>
  let pause: @Sendable (Int?) async throws -> Void

  init(latest: Int, pause: @escaping @Sendable (Int?) async throws -> Void = { _ in }) {
    state = Mutex(State(latest: latest))
    self.pause = pause
  }

  func change(_ work: (inout State) -> Void) { state.withLock { work(&$0) } }

  func read<Value>(_ work: (State) -> Value) -> Value { state.withLock { work($0) } }

  func asked() -> [Int?] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  /// All comics of the server, newest first.
  var comics: [Comic] {
    state.withLock { state in (1...state.latest).reversed().filter { !state.gaps.contains($0) }.map(state.comic) }
  }

  var service: ComicsService {
    ComicsService(
      latest: { try await self.answer(nil, $0) },
      comic: { id, validator in try await self.answer(id.number, validator) })
  }

  var pictures: PicturesService {
    PicturesService { address, validator in
      try self.state.withLock { state in
        state.pictures.append(address.lastPathComponent)
        if let failure = state.pictureFailure ?? state.failure { throw failure }
        return validator == "picture" ? .unchanged : .changed(try Picture(Picture.sample), validator: "picture")
      }
    }
  }

  private func answer(_ number: Int?, _ validator: String?) async throws -> Revalidation<Comic> {
    state.withLock { $0.asked.append(number) }
    try await pause(number)
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      let comic = state.comic(number ?? state.latest)
      if let failure = state.failures[comic.id.number] { throw failure }
      guard (1...state.latest).contains(comic.id.number), !state.gaps.contains(comic.id.number) else {
        throw NetworkClient.Error.rejected(status: 404)
      }
      let mark = (number == nil ? "latest " : "") + "\(comic.id) \(comic.title)"
      if validator == mark {
        state.confirmed += 1
        return .unchanged
      }
      return .changed(comic, validator: mark)
    }
  }
}

extension ComicServer.State {
  func comic(_ number: Int) -> Comic {
    Comic(
      id: Comic.ID(number), title: edits[number] ?? "Comic \(number)", alt: "alt",
      picture: URL(string: "http://pictures/\(number).png"), date: CalendarDate(year: 2024, month: 1, day: 1))
  }
}
