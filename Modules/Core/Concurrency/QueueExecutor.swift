import Dispatch

/// A serial executor that runs an actor on its own dispatch queue, where it may block on the disk.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: The name of the queue, for debuggers.
  public init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Runs a job on the queue, after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
