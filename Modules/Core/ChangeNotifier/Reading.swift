extension AsyncStream where Element: Equatable & Sendable {
  /// What is read now, and after every change whenever it is another; a slow reader skips to the newest. What cannot be
  /// read (nil) is left out. It ends when the changes do, or whoever reads it.
  public static func reading(
    after changes: AsyncStream<Void>, _ read: @escaping @Sendable () async -> Element?
  ) -> Self {
    // The changes are watched before the first look: what changes meanwhile is looked at again.
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var last: Element?
      func tell(_ value: Element?) {
        guard let value, value != last else { return }
        last = value
        continuation.yield(value)
      }
      tell(await read())
      for await _ in changes { tell(await read()) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
