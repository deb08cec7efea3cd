import Dispatch

/// An executor that runs the reader's own tasks one at a time, apart from the threads that all other tasks share. Keys
/// are handled, and the reader can end, even when many other tasks wait.
final class ReaderThread: TaskExecutor {
  private let queue = DispatchQueue(label: "reader")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { @Sendable [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
