// Refreshing many feeds at once, politely.

import Concurrency
public import Essentials
public import FeedsRepository
import FeedsService
import NetworkClient
public import Observed
public import Subscriptions

/// Asks feeds, at most 32 at once and two of a host, and none of a site that wants a pause.
public actor FeedRefresher {
  /// A call of `refresh` that waits for its feeds.
  private struct Run {
    var continuation: CheckedContinuation<RefreshResult, any Error>
    /// The feeds that it asks.
    let feeds: Set<Subscription.ID>
    var pending: Set<Subscription.ID>
    var result: RefreshResult
    /// Whether the feeds outside of it failed for want of a network, too.
    var isAlone: Bool
    var arrived: Arrived = []
    /// The feeds whose servers answered with an error.
    var rejected: Set<Subscription.ID> = []
    /// The states of the feeds whose servers were not reached, and the servers.
    var unreached: [Subscription.ID: FeedState] = [:]
    var silentHosts: Set<String> = []

    /// The result so far, with the posts that arrived in their order.
    var sortedResult: RefreshResult {
      var result = result
      result.arrived = arrived.sorted { $0.date > $1.date }.map(\.id)
      return result
    }

    /// The states of the feeds that failed because there is no network. Hosts that refuse connections or do not answer
    /// count only if all do.
    var withoutNetwork: [Subscription.ID: FeedState] {
      let isSilent = !result.hasServerAnswer && rejected.isEmpty && silentHosts.count > 1
      return isSilent ? unreached : unreached.filter { $0.value.failedWithoutNetwork }
    }
  }

  private enum Outcome {
    case answered(Arrived)
    case failed(any Error, FeedState?)
    /// The request was cancelled.
    case cancelled
    /// The site wants a pause until a date.
    case paused(Date)
    /// Another process asks the feed.
    case askedElsewhere
  }

  /// The refresh in progress, of all calls together; nil while there is none.
  public nonisolated let progress = Observed<RefreshProgress?>(nil)

  private let operations: Operations
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date

  private var queue = RefreshQueue()
  private var runs: [Int: Run] = [:]
  private var count = 0
  private var asked = RefreshProgress()
  /// The dates of the last requests of this process, and whether they were claimed.
  private var attempts: [Subscription.ID: (date: Date, isClaimed: Bool)] = [:]
  /// The number of the event at which a request of this process ended.
  private var ends: [Subscription.ID: Int] = [:]
  /// The error of requests in a process that never uses the network; nil until it is met.
  private var offlineError: NetworkClient.Error?
  private var outage = NetworkOutage()
  private let outageChanges = ChangeSource()

  /// - Parameters:
  ///   - operations: Asks the feeds.
  ///   - clock: The clock that measures the time between refreshes.
  ///   - now: Returns the date.
  public init(_ operations: Operations, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date) {
    self.operations = operations
    self.clock = clock
    self.now = now
  }

  // MARK: - One refresh

  /// Asks feeds and returns the result. Feeds that are being asked already are waited for. A feed that another process
  /// asks, and one whose site wants a pause, is skipped; so is one that has ended.
  /// - Parameters:
  ///   - ids: The feeds; nil for all.
  ///   - extent: The feeds of these to be asked.
  ///   - ended: The feeds that may be asked even if they have ended.
  /// - Returns: The result; the result so far if the task is cancelled, when requests that nobody else waits for are
  ///   cancelled.
  /// - Throws: The errors of `targets`, or `CancellationError` if the task was cancelled before.
  public func refresh(
    _ ids: Set<Subscription.ID>? = nil, _ extent: RefreshExtent, ended: Set<Subscription.ID> = []
  ) async throws -> RefreshResult {
    try await run(ids, ended: ended) { targets, all, now in
      let outage = extent == .due ? NetworkOutage.feeds(in: all) : []
      return targets.filter { target in
        switch extent {
        case .all, .named: true
        case .notJustAsked: !FeedSchedule.wasJustAsked(target.state, at: now)
        case .due: outage.contains(target.id) || isDue(target, at: now)
        }
      }
    }
  }

  /// Asks the feeds that are chosen when the states are known.
  private func run(
    _ ids: Set<Subscription.ID>?, ended: Set<Subscription.ID> = [],
    _ choose: (_ targets: [Target], _ all: [Target], _ now: Date) -> [Target]
  ) async throws -> RefreshResult {
    let start = count
    let all = try await operations.targets()
    let now = now()
    learnPauses(all, now)
    let targets = ids.map { ids in all.filter { ids.contains($0.id) } } ?? all
    let joinable = queue.joinable
    let joined = targets.filter { joinable.contains($0.id) }
    // A person who repeats a refresh of many feeds while it waits for slow ones wants no others asked twice.
    let asked = targets.count == 1 ? [] : runs.values.reduce(into: Set()) { $0.formUnion($1.feeds) }
    // The states of those that have ended meanwhile are outdated.
    let others = targets.filter {
      !joinable.contains($0.id) && !asked.contains($0.id) && ends[$0.id, default: 0] <= start && mayAsk($0, now)
        && ($0.state.hasEnded != true || ended.contains($0.id))
    }
    let chosen = joined + choose(others, all, now)
    let chosenIDs = Set(chosen.map(\.id))
    let isAlone = all.allSatisfy {
      chosenIDs.contains($0.id) || $0.state.hasEnded == true || $0.state.failedWithoutNetwork
    }
    count += 1
    let number = count
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        var result = RefreshResult()
        result.skipped = targets.count - chosen.count
        for target in targets where !chosenIDs.contains(target.id) {
          if asked.contains(target.id), runs.values.contains(where: { $0.result.answered[target.id] != nil }) {
            result.answeredBefore.insert(target.id)
            if target.site != nil { result.hasServerAnswer = true }
          }
          if isAskedElsewhere(target, now) {
            result.askedElsewhere += 1
          } else if target.state.hasEnded == true, !ended.contains(target.id) {
            result.ended += 1
          } else {
            result.paused[target.id] = pauseEnd(of: target, at: now)
          }
        }
        runs[number] = Run(
          continuation: continuation, feeds: chosenIDs, pending: chosenIDs, result: result, isAlone: isAlone)
        begin(number, chosen)
      }
    } onCancel: {
      Task { await self.leave(number) }
    }
  }

  /// Returns whether nothing but its end prevents a request for a feed.
  private func mayAsk(_ target: Target, _ now: Date) -> Bool {
    pauseEnd(of: target, at: now) == nil && !isAskedElsewhere(target, now)
  }

  /// Returns the end of the pause that the server or the site of a feed wants.
  private func pauseEnd(of target: Target, at now: Date) -> Date? {
    [target.state.pauseEnd(at: now), queue.pauseEnd(target.site, at: now)].compactMap(\.self).max()
  }

  /// Returns whether another process asks a feed, as far as it can be told.
  private func isAskedElsewhere(_ target: Target, _ now: Date) -> Bool {
    FeedSchedule.isBeingAsked(target.state, at: now) && !isOwnRequest(target)
  }

  /// Returns whether the last request was one of this process, which was cancelled.
  private func isOwnRequest(_ target: Target) -> Bool {
    guard let attempt = attempts[target.id], attempt.isClaimed, let date = target.state.askedAt else { return false }
    return date.timeIntervalSince(attempt.date) < 0.001
  }

  private func begin(_ number: Int, _ targets: [Target]) {
    asked.total += queue.add(
      targets.map { target in
        let state = target.state
        return RefreshQueue.Job(
          id: target.id, site: target.site, knownRequest: state.askedAt,
          isFailing: state.failures ?? 0 > 0 && !state.isRefused, runs: [number], size: targets.count)
      })
    if targets.isEmpty { finish(number) }
    advance()
  }

  /// Starts as many requests as are allowed, and shows the progress.
  private func advance() {
    for (job, end) in queue.removePaused(at: now()) {
      asked.total -= 1
      settle(job.id, job.runs, .paused(end))
    }
    while let job = queue.next() { queue.start(job, Task { await self.perform(job) }) }
    if queue.isEmpty { asked = RefreshProgress() }
    let shown = queue.isEmpty ? nil : asked
    if progress.value != shown { progress.replace(with: shown) }
  }

  private func perform(_ job: RefreshQueue.Job) async {
    let date = now()
    let known = [job.knownRequest, attempts[job.id]?.date].compactMap(\.self).max()
    let outcome: Outcome
    do {
      try Task.checkCancellation()
      if let offlineError, job.site != nil { throw offlineError }
      attempts[job.id] = (date, false)
      if try await operations.claim(job.id, known, date) {
        attempts[job.id] = (date, true)
        outcome = .answered(try await operations.ask(job.id) { await self.noteAnswer(of: job.id) })
      } else {
        outcome = .askedElsewhere
      }
    } catch is CancellationError {
      outcome = .cancelled
    } catch let failure as FeedFailure {
      outcome = failure.reason is CancellationError ? .cancelled : .failed(failure.reason, failure.state)
    } catch {
      outcome = .failed(error, nil)
    }
    if attempts[job.id]?.date == date {
      switch outcome {
      case .cancelled: await release(job, date)
      case .failed(let error as NetworkClient.Error, _) where error == .unreachable(.notUsed):
        offlineError = error
        await release(job, date)
      case .failed(_, nil):
        // Its outcome is not saved, so that no process is to wait for one.
        try? await operations.release(job.id, date, job.knownRequest)
      default: break
      }
    }
    let now = now()
    if case .failed(_, let state?) = outcome, let site = state.busySite ?? job.site, let end = state.pauseEnd(at: now) {
      queue.pause(site, until: end)
    }
    count += 1
    ends[job.id] = count
    let runs = queue.end(job.id)
    // One that was cancelled does not count any more.
    if !runs.isEmpty {
      switch outcome {
      case .answered(let arrived):
        asked.done += 1
        asked.arrived += arrived.count
      case .failed: asked.done += 1
      case .cancelled, .paused, .askedElsewhere: asked.total -= 1
      }
    }
    settle(job.id, runs, outcome, of: job.site)
    advance()
  }

  private func noteAnswer(of id: Subscription.ID) {
    queue.noteAnswer(of: id)
    advance()
  }

  /// Takes the claim of a request that was not sent, or was cancelled, back, so that no process waits for its outcome.
  private func release(_ job: RefreshQueue.Job, _ claimed: Date) async {
    attempts[job.id] = nil
    let operations = operations
    // This task is cancelled, and would change nothing any more.
    await Task { try? await operations.release(job.id, claimed, job.knownRequest) }.value
  }

  /// Hands an outcome to the refreshes that wait for it.
  private func settle(_ id: Subscription.ID, _ numbers: Set<Int>, _ outcome: Outcome, of site: WebSite? = nil) {
    for number in numbers {
      // Taken out, so that what has arrived is not copied each time.
      guard var run = runs.removeValue(forKey: number) else { continue }
      defer {
        runs[number] = run
        if run.pending.isEmpty { finish(number) }
      }
      guard run.pending.remove(id) != nil else { continue }
      switch outcome {
      case .answered(let arrived):
        run.result.answered[id] = arrived.count
        run.arrived += arrived
        if site != nil { run.result.hasServerAnswer = true }
      case .failed(let error, let state):
        run.result.failed[id] = error
        guard let site else { continue }
        run.result.hasServerFailure = true
        if case .rejected? = state?.failure?.error { run.rejected.insert(id) }
        if let state, state.failedWithoutNetwork || state.isSilent {
          run.unreached[id] = state
          run.silentHosts.insert(site.host)
        }
      case .cancelled: run.result.skipped += 1
      case .paused(let end):
        run.result.skipped += 1
        run.result.paused[id] = end
      case .askedElsewhere:
        run.result.skipped += 1
        run.result.askedElsewhere += 1
      }
    }
  }

  private func finish(_ number: Int) {
    guard let run = runs.removeValue(forKey: number) else { return }
    let before = (outage.probeDate, outage.recovered)
    outage.note(
      hasAnswer: run.result.hasServerAnswer || !run.rejected.isDisjoint(with: outage.feeds),
      asked: Array(run.result.answered.keys) + run.result.failed.keys,
      failed: run.withoutNetwork, isAlone: run.isAlone, at: now())
    if (outage.probeDate, outage.recovered) != before { outageChanges.send() }
    run.continuation.resume(returning: run.sortedResult)
  }

  private func leave(_ number: Int) async {
    guard let run = runs.removeValue(forKey: number) else { return }
    let (count, cancelled) = queue.leave(number)
    asked.total -= count
    advance()
    // The program may end after this.
    for request in cancelled { await request.value }
    run.continuation.resume(returning: run.sortedResult)
  }

  private func learnPauses(_ targets: [Target], _ now: Date) {
    for target in targets {
      guard let site = target.state.busySite ?? target.site, let end = target.state.pauseEnd(at: now) else { continue }
      queue.pause(site, until: end)
    }
  }

  // MARK: - By itself

  /// Asks the feeds that are due, at once and from then on, until the task is cancelled. While there is no network, one
  /// feed is tried from time to time; when one answers, those that failed for want of it are asked.
  /// - Parameter changes: Signals that feeds were added or removed.
  public func refreshUntilCancelled(_ changes: ChangeSignal = .none) async {
    let wakes = ChangeSignal.merging(changes, outageChanges.signal)
    while !Task.isCancelled {
      // Watch before reading, so that a change in between is seen.
      let latch = Latch()
      let stop = wakes.watch { latch.open() }
      defer { stop() }
      // The rows show errors of the file and the database; here they only mean to try again.
      let pause = (try? await refreshDue()) ?? 60
      await withTaskCancellationHandler {
        await latch.wait(orUntil: { [clock] in try await clock.sleep(for: .seconds(pause)) })
      } onCancel: {
        latch.open()
      }
    }
  }

  /// Asks the feeds that are due, and returns the seconds until the next one is.
  private func refreshDue() async throws -> Double {
    _ = try await run(nil) { targets, all, now in
      if offlineError == nil { outage.add(NetworkOutage.feeds(in: all), at: now) }
      let recovered = outage.takeRecovered()
      let probe = outage.probe(targets.map { ($0.id, $0.state) }, at: now)
      return targets.filter { target in
        recovered.contains(target.id) || target.id == probe
          || nextDate(of: target, at: now).map { $0 <= now } ?? false
      }
    }
    let targets = try await operations.targets()
    let now = now()
    learnPauses(targets, now)
    let dates = targets.compactMap { nextDate(of: $0, at: now) } + [outage.probeDate].compactMap(\.self)
    return min(max(dates.min()?.timeIntervalSince(now) ?? 3_600, 1), 3_600)
  }

  /// Returns the date from which a feed is asked by itself: not before its site's pause is over, nor twice within a
  /// minute, even if its state cannot be saved.
  private func nextDate(of target: Target, at now: Date) -> Date? {
    guard offlineError == nil || target.site == nil, let due = dueDate(of: target, at: now) else { return nil }
    let attempt = attempts[target.id].map { $0.date + 60 } ?? .distantPast
    return max(due, queue.pauseEnd(target.site, at: now) ?? .distantPast, attempt)
  }

  /// Returns whether a feed is due. One that is asked as often as a program like cron runs is also due a little early:
  /// otherwise every second run would be in vain.
  private func isDue(_ target: Target, at now: Date) -> Bool {
    guard let due = dueDate(of: target, at: now) else { return false }
    let interval = target.state.answeredAt.map { due.timeIntervalSince($0) } ?? 0
    return due.timeIntervalSince(now) <= min(60, max(0, interval / 20))
  }

  private func dueDate(of target: Target, at now: Date) -> Date? {
    FeedSchedule.dueDate(of: target.state, perWeek: target.perWeek, every: target.interval, at: now)
  }
}
