import CachedResource
import Concurrency
import Essentials
public import ItemDetail
import Messages
import Observed
import PagedList
import Pictures
import PostDomain
import PostText
public import PostsRepository
public import RichText
import Screen
import Synchronization

/// A post as it is shown: with its pictures.
public struct ShownPost: Equatable, Sendable {
  /// The post with its author and comments.
  public var detail: PostDetail
  /// The text of the post, and its files.
  public private(set) var text: RichText
  /// The pictures in the text that are loaded or will be, by their addresses.
  public var pictures: [String: DetailPicture]

  public init(_ detail: PostDetail, pictures: [String: DetailPicture] = [:]) {
    self.detail = detail
    text = detail.post.richTextWithFiles
    self.pictures = pictures
  }

  /// Returns the same with a newer state of the post. Its text is parsed again only if the post has changed.
  func with(_ detail: PostDetail) -> Self {
    guard detail.post == self.detail.post else { return Self(detail, pictures: pictures) }
    var shown = self
    shown.detail = detail
    return shown
  }

  /// Returns the same with all pictures awaited.
  func awaitingPictures() -> Self {
    var shown = self
    for address in text.pictureAddresses { shown.pictures[address.absoluteString] = .awaited }
    return shown
  }

  /// Returns the same with those parts of an old one that it still awaits.
  func merged(over old: Self) -> Self {
    var shown = self
    if shown.detail.author == .awaited { shown.detail.author = old.detail.author }
    if shown.detail.comments == .awaited { shown.detail.comments = old.detail.comments }
    for (address, picture) in pictures where picture == .awaited {
      shown.pictures[address] = old.pictures[address] ?? .awaited
    }
    return shown
  }
}

extension PostsRepository {
  /// The number of pictures that are loaded at once.
  private static var picturesAtOnce: Int { 4 }

  /// Yields a post again whenever more of it is known; its pictures load beside the author and the comments, once the
  /// terminal has answered that it shows them.
  func details(
    _ id: Post.ID, _ environment: ScreenEnvironment
  ) -> AsyncThrowingStream<Loaded<ShownPost>, any Error> {
    .yielding { continuation in
      let draft = ShownPostDraft(environment) { continuation.yield($0) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for try await loaded in detail(id) {
          guard let addresses = draft.take(loaded) else { continue }
          group.addTask {
            guard await environment.willShowPictures() else { return }
            draft.awaitPictures()
            try await load(addresses, into: draft)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Returns the cached copy of a post, whose pictures are awaited.
  func cached(_ id: Post.ID, _ environment: ScreenEnvironment) async -> Loaded<ShownPost>? {
    await cachedDetail(id)?.map { ShownPost($0, environment) }
  }

  /// Loads pictures, a few at a time, until they have too many bytes. The failure of one does not fail the others.
  private func load(_ addresses: [URL], into draft: ShownPostDraft) async throws {
    _ = try await addresses.concurrentMap(limit: Self.picturesAtOnce) { address in
      guard draft.hasRoom else {
        let limit = Messages.size(RichText.pictureByteLimit)
        return draft.take(.unknown("the pictures above have more than \(limit)"), at: address)
      }
      do { draft.take(.known(try await picture(address).value), at: address) } catch let error as CancellationError {
        throw error
      } catch {
        draft.take(.unknown(Messages.pictureFailure(error, at: address)), at: address)
      }
    }
  }
}

/// The parts of a post that have arrived. Each state is yielded, in order, even if several parts arrive at once.
private final class ShownPostDraft: Sendable {
  private struct Box {
    var shown: Loaded<ShownPost>?
    var bytes = 0
  }

  private let box = Mutex(Box())
  private let environment: ScreenEnvironment
  private let yield: @Sendable (Loaded<ShownPost>) -> Void

  init(_ environment: ScreenEnvironment, yield: @escaping @Sendable (Loaded<ShownPost>) -> Void) {
    self.environment = environment
    self.yield = yield
  }

  /// Whether the pictures so far have fewer bytes than a post may have.
  var hasRoom: Bool { box.withLock { $0.bytes < RichText.pictureByteLimit } }

  /// Takes a state of the post. Returns the addresses of its pictures if it is the first one and has some.
  func take(_ loaded: Loaded<PostDetail>) -> [URL]? {
    box.withLock { box in
      let before = box.shown?.value
      let shown = loaded.map { before?.with($0) ?? ShownPost($0, environment) }
      box.shown = shown
      yield(shown)
      let addresses = shown.value.text.pictureAddresses
      return before == nil && !addresses.isEmpty ? addresses : nil
    }
  }

  /// Marks the pictures as awaited, unless they have been from the beginning.
  func awaitPictures() {
    box.withLock { box in
      guard var shown = box.shown, shown.value.pictures.isEmpty else { return }
      shown.value = shown.value.awaitingPictures()
      box.shown = shown
      yield(shown)
    }
  }

  func take(_ picture: DetailPicture, at address: URL) {
    box.withLock { box in
      guard var shown = box.shown else { return }
      if case .known(let picture) = picture { box.bytes += picture.bytes.count }
      shown.value.pictures[address.absoluteString] = picture
      box.shown = shown
      yield(shown)
    }
  }
}

extension ShownPost {
  fileprivate init(_ detail: PostDetail, _ environment: ScreenEnvironment) {
    let shown = Self(detail)
    self = environment.showsPictures ? shown.awaitingPictures() : shown
  }
}

extension ScreenEnvironment {
  fileprivate var showsPictures: Bool { pictures.value.pictureProtocol != nil }

  /// Returns whether the terminal shows pictures, once it has answered. One that is silent for a second shows none.
  fileprivate func willShowPictures() async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await pictures.wait { $0.pictureProtocol != nil || $0.isSettled } }
      group.addTask { try? await clock.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
    return showsPictures
  }
}
