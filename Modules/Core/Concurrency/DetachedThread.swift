import Dispatch
import Essentials

/// Runs a closure on a thread of its own, where it may block. The thread ends with the closure.
///
/// Dispatch limits its blocked threads to 255, and `Thread` would link all of Foundation.
public func detachThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(run: body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(&thread, nil, { runBody($0) }, box.toOpaque())
  guard code == 0 else {
    // Without a thread, run it on the shared pool.
    box.release()
    Task.detached { body() }
    return
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#else
  private func runBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
    return nil
  }
#endif

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
