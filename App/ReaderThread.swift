import Dispatch

/// Runs the reader's own tasks one at a time, apart from the threads that all other tasks share. However many of those
/// there are, and whatever they wait for, keys are handled and the reader ends when it is asked to.
final class ReaderThread: TaskExecutor {
  private let queue = DispatchQueue(label: "reader")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { @Sendable [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
