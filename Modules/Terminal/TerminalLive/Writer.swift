import Dispatch

/// Writes in the order it is asked to, without holding a thread while the terminal takes nothing.
actor Writer {
  private let device: Device
  private let queue: DispatchQueue
  private let watching: DispatchGroup
  private let onGone: @Sendable () -> Void
  private var isOpen = true
  private var isBusy = false
  private var line: [CheckedContinuation<Void, Never>] = []
  private var pause: CheckedContinuation<Void, Never>?
  private var source: (any DispatchSourceWrite)?

  init(_ device: Device, queue: DispatchQueue, watching: DispatchGroup, onGone: @escaping @Sendable () -> Void) {
    self.device = device
    self.queue = queue
    self.watching = watching
    self.onGone = onGone
  }

  /// Writes all of it, unless the terminal goes or the writer is closed meanwhile.
  func write(_ text: String) async {
    if isBusy { await withCheckedContinuation { line.append($0) } }
    isBusy = true
    var rest = Array(text.utf8)[...]
    while isOpen, !rest.isEmpty {
      switch device.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .later: await writable()
      case .gone:
        isOpen = false
        onGone()
      }
    }
    // Who is next finds the writer busy with nothing: nobody may come in between.
    if line.isEmpty { isBusy = false } else { line.removeFirst().resume() }
  }

  /// Breaks off what is being written and writes this instead, the last of all, if the terminal takes it within 250 ms.
  func close(with text: String) {
    guard isOpen else { return }
    isOpen = false
    resume()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      switch device.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .later: if !device.waitUntilWritable(milliseconds: 250) { return }
      case .gone: return
      }
    }
  }

  private func writable() async {
    let source = DispatchSource.makeWriteSource(fileDescriptor: device.writing, queue: queue)
    source.setEventHandler { @Sendable in Task { await self.resume() } }
    source.setCancelHandler { @Sendable [watching] in watching.leave() }
    watching.enter()
    self.source = source
    await withCheckedContinuation {
      pause = $0
      source.activate()
    }
  }

  private func resume() {
    source?.cancel()
    source = nil
    let paused = pause
    pause = nil
    paused?.resume()
  }
}
