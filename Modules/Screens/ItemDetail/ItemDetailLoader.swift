import CachedResource
import Essentials
import Messages
import NetworkClient
import Observed
import Screen
import StyleGuide

/// One attempt to load an item into the state. Once a newer attempt has begun, this one changes nothing any more.
struct ItemDetailLoader<Heading: DetailHeading, Value: Equatable & Sendable>: Sendable where Heading.ID: Sendable {
  typealias State = ItemDetailState<Heading, Value>

  let state: Observed<State>
  let source: ItemDetailSource<Heading, Value>
  let environment: ScreenEnvironment
  let heading: Heading
  let attempt: Loadable<Value>.Attempt
  /// Whether the screen has just turned to this item; a reload is not first.
  let isFirst: Bool
  /// Called when the attempt is over.
  ///
  /// - Parameter isUnanswered: Whether the server did not answer; nil if another attempt would not bring more.
  var ended: @Sendable (_ isUnanswered: Bool?) -> Void = { _ in }

  /// Shows the cached copy at once, then the server's latest. The cached copy is labelled as one only if the server
  /// stays silent for longer than the grace period, or fails.
  func load() async {
    // Before the item is shown, so that the text does not jump.
    if isFirst, let position = await source.position(heading) {
      update { if $0.top == 0 { $0.top = position } }
    }
    let waiting = Task { try await whileSilent() }
    defer { waiting.cancel() }
    do {
      var last: Loaded<Value>?
      for try await loaded in source.load(heading) {
        // The clock may have been set back since.
        let checkedAt = min(loaded.fetchedAt, environment.now())
        let freshness = loaded.provenance == .cache ? cached(loaded) : .live(checkedAt)
        show(loaded.value, freshness)
        last = loaded
      }
      // A cancelled stream ends like a finished one, without an error.
      try Task.checkCancellation()
      end(last)
    } catch {
      guard !(error is CancellationError), !Task.isCancelled else { return update { $0.item.cancel(attempt) } }
      let sentence = sentence(error)
      let isMissing = isMissing(error)
      finish(isMissing || !Messages.isTemporary(error) ? nil : Messages.isUnanswered(error)) {
        $0.isMissing = isMissing
        $0.item.fail(sentence, in: attempt)
      }
      report(error)
    }
  }

  private func whileSilent() async throws {
    let cached = await source.cached(heading)
    if let cached, state.value.item.value == nil { show(cached.value, nil, onlyFirst: true) }
    let freshness = cached.map(self.cached)
    try await spin(environment.clock) {
      update { $0.isSlow = true }
    } turn: { tick in
      update {
        $0.tick = tick
        if $0.freshness == nil, $0.item.value != nil { $0.freshness = freshness }
      }
    }
  }

  /// Shows a value, merged with the one shown before, if this attempt is still the newest.
  private func show(_ new: Value, _ freshness: Freshness?, onlyFirst: Bool = false) {
    let isFirst = state.update { state in
      guard state.item.isCurrent(attempt), !(onlyFirst && state.item.value != nil) else { return false }
      let old = state.item.value
      let value = old.map { source.merged(new, $0) } ?? new
      state.item.show(value, in: attempt)
      state.heading = source.heading(value)
      state.freshness = freshness
      return old == nil
    }
    if isFirst { source.opened(heading) }
  }

  /// Ends an attempt that has a value, and reports the failure that may have come with it.
  private func end(_ loaded: Loaded<Value>?) {
    let failure = loaded?.failure.map(sentence)
    let notSaved = loaded?.provenance == .server ? environment.cacheFailure() : nil
    let notice = notSaved.map { Messages.notSaved($0).sentence }
    let lasting = loaded?.failure.flatMap { Messages.isTemporary($0) ? Messages.isUnanswered($0) : nil }
    let isPartial = loaded.map { source.isPartial($0.value) } == true
    finish(lasting ?? (isPartial ? true : nil)) {
      $0.isMissing = false
      $0.notice = notice ?? $0.notice
      // If the whole value is a cached copy, the failure is in `freshness` already.
      if let failure, loaded?.provenance == .server {
        $0.item.fail(failure, in: attempt)
      } else {
        $0.item.succeed(in: attempt)
      }
    }
    if let failure = loaded?.failure { report(failure) }
    if let notice, let notSaved {
      environment.report("\(notice) \(Messages.savingAdvice(notSaved, option: "--cache"))")
    }
  }

  /// Reports an error. A missing item gets its own sentence, without the advice to check the server's address.
  private func report(_ error: any Error) {
    if isMissing(error) { return environment.report(sentence(error)) }
    environment.report(Messages.explanation(error, server: address, isFeed: environment.isFeed))
  }

  private func cached(_ loaded: Loaded<Value>) -> Freshness {
    let sentence = loaded.failure.map(sentence)
    return sentence == Messages.offline
      ? .offline(loaded.fetchedAt) : .cached(loaded.fetchedAt, because: sentence)
  }

  private func sentence(_ error: any Error) -> String {
    if isMissing(error), let missing = source.missing { return missing(heading) }
    return Messages.failure(error, server: address)
  }

  /// The address that failures name.
  private var address: URL { source.address(heading) ?? environment.server }

  private func isMissing(_ error: any Error) -> Bool {
    if case NetworkClient.Error.rejected(status: 404) = error.cause {
      true
    } else {
      false
    }
  }

  /// Applies the last change of the attempt, and calls `ended`, if the attempt is still the newest.
  private func finish(_ isUnanswered: Bool?, _ change: @Sendable (inout State) -> Void) {
    let isNewest = state.update { state in
      guard state.item.isCurrent(attempt) else { return false }
      change(&state)
      return true
    }
    if isNewest { ended(isUnanswered) }
  }

  private func update(_ change: @Sendable (inout State) -> Void) {
    state.update { if $0.item.isCurrent(attempt) { change(&$0) } }
  }
}
