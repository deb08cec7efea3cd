import Essentials

/// Runs something on a thread of its own, which may wait as long as it likes and ends with it.
///
/// Dispatch has threads too, but never more than 255 that wait; Foundation's `Thread` brings all of Foundation along.
public func detachThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(run: body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(&thread, nil, { runBody($0) }, box.toOpaque())
  guard code == 0 else {
    // No thread to be had: better late than never.
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
