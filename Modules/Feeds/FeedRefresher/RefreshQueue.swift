import Essentials
import FeedsService
import Subscriptions

/// Feeds that wait to be asked and feeds that are being asked, within the limits of politeness.
struct RefreshQueue {
  /// A feed to be asked.
  struct Job {
    var id: Subscription.ID
    var site: WebSite?
    /// The date of the last request, as far as it is known.
    var knownRequest: Date?
    /// Whether the last requests failed. It is asked after the others, so that dead hosts do not hold them up.
    var isFailing: Bool
    /// The refreshes that want the result.
    var runs: Set<Int>
    /// The number of feeds in the smallest of them.
    var size: Int

    /// The order of the queue: a small refresh does not wait for a large one, and the one unasked longest comes first.
    /// Neighbours in the file, of which many may be on dead hosts, are spread.
    fileprivate var rank: (Int, Int, Date, UInt64) {
      var spread = Checksum()
      spread.add(id.utf8)
      return (size, isFailing ? 1 : 0, knownRequest ?? .distantPast, spread.value)
    }
  }

  private struct Running {
    var job: Job
    var task: Task<Void, Never>
    /// Whether the server has answered, so that only the answer is to be saved.
    var isAnswered = false
  }

  private static let limit = 32
  /// The limit of those whose servers are asked or whose answers are being saved.
  private static let wholeLimit = 2 * limit
  private static let hostLimit = 2

  /// The jobs that wait, the next one last.
  private var waiting: [Job] = []
  private var running: [Subscription.ID: Running] = [:]
  private var asking = 0
  /// An upper limit of the jobs that may start, so that the queue is not searched in vain at each answer.
  private var startable = 0
  private var hosts: [String: Int] = [:]
  private var sites: [String: Int] = [:]
  /// The ends of pauses by site. After its pause a site is asked for one feed at a time.
  private var pauses: [String: Date] = [:]
  private var hasNewPause = false

  var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

  /// The feeds whose requests a refresh can wait for.
  var joinable: Set<Subscription.ID> {
    Set(waiting.map(\.id) + running.values.compactMap { $0.job.runs.isEmpty ? nil : $0.job.id })
  }

  /// Returns the end of the pause that the site of a feed wants.
  func pauseEnd(_ site: WebSite?, at now: Date) -> Date? {
    site.flatMap { pauses[$0.name] }.flatMap { $0 > now ? $0 : nil }
  }

  /// Remembers a pause.
  mutating func pause(_ site: WebSite, until end: Date) {
    pauses[site.name] = max(end, pauses[site.name] ?? end)
    hasNewPause = true
  }

  /// Adds jobs. Those of feeds that wait already, or are being asked for other refreshes, are joined to them. Returns the
  /// number of new jobs.
  mutating func add(_ jobs: [Job]) -> Int {
    var indices = Dictionary(uniqueKeysWithValues: zip(waiting.map(\.id), waiting.indices))
    let count = waiting.count
    for job in jobs {
      if let index = indices[job.id] {
        waiting[index].runs.formUnion(job.runs)
        waiting[index].size = min(waiting[index].size, job.size)
      } else if running[job.id]?.job.runs.isEmpty == false {
        running[job.id]?.job.runs.formUnion(job.runs)
      } else {
        indices[job.id] = waiting.count
        waiting.append(job)
      }
    }
    let ranked = waiting.map { (rank: $0.rank, job: $0) }.sorted { $0.rank > $1.rank }
    waiting = ranked.map(\.job)
    startable = waiting.count
    return waiting.count - count
  }

  /// Removes and returns the jobs of sites that want a pause, and the ends of the pauses.
  mutating func removePaused(at now: Date) -> [(job: Job, end: Date)] {
    guard hasNewPause else { return [] }
    hasNewPause = false
    let paused = waiting.compactMap { job in pauseEnd(job.site, at: now).map { (job, $0) } }
    waiting = waiting.filter { pauseEnd($0.site, at: now) == nil }
    return paused
  }

  /// Removes and returns the next job that may start; nil if there is none for now.
  mutating func next() -> Job? {
    guard startable > 0, asking < Self.limit, running.count < Self.wholeLimit else { return nil }
    guard let index = waiting.lastIndex(where: mayStart) else {
      startable = 0
      return nil
    }
    startable -= 1
    return waiting.remove(at: index)
  }

  private func mayStart(_ job: Job) -> Bool {
    guard running[job.id] == nil else { return false }
    guard let site = job.site else { return true }
    return hosts[site.host, default: 0] < Self.hostLimit
      && (pauses[site.name] == nil || sites[site.name, default: 0] == 0)
  }

  mutating func start(_ job: Job, _ task: Task<Void, Never>) {
    running[job.id] = Running(job: job, task: task)
    count(job, 1)
  }

  /// Makes room for other requests.
  mutating func noteAnswer(of id: Subscription.ID) {
    guard let job = running[id]?.job, running[id]?.isAnswered == false else { return }
    running[id]?.isAnswered = true
    count(job, -1)
  }

  /// Ends a request, and returns the refreshes that want its result.
  mutating func end(_ id: Subscription.ID) -> Set<Int> {
    guard let ended = running.removeValue(forKey: id) else { return [] }
    if !ended.isAnswered { count(ended.job, -1) }
    // The feed of a cancelled request may wait for its end.
    if ended.job.runs.isEmpty { startable += 1 }
    return ended.job.runs
  }

  private mutating func count(_ job: Job, _ change: Int) {
    asking += change
    if change < 0 { startable += 1 }
    guard let site = job.site else { return }
    hosts[site.host, default: 0] += change
    sites[site.name, default: 0] += change
  }

  /// Removes a refresh. Requests that no other one wants are cancelled, or not started. Returns their number, and those
  /// that were cancelled.
  mutating func leave(_ run: Int) -> (count: Int, cancelled: [Task<Void, Never>]) {
    let count = waiting.count
    for index in waiting.indices { waiting[index].runs.remove(run) }
    waiting.removeAll { $0.runs.isEmpty }
    let notStarted = count - waiting.count
    var cancelled: [Task<Void, Never>] = []
    for (id, work) in running where work.job.runs.contains(run) {
      running[id]?.job.runs.remove(run)
      if work.job.runs.count == 1 {
        work.task.cancel()
        cancelled.append(work.task)
      }
    }
    return (notStarted + cancelled.count, cancelled)
  }
}
