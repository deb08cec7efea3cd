extension AsyncStream<Void> {
  /// An element for each of any of these streams; a slow reader skips to the newest. It ends when whoever reads it does.
  public static func merging(_ streams: AsyncStream<Void>...) -> Self {
    let (merged, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let tasks = streams.map { stream in
      Task { for await _ in stream { continuation.yield() } }
    }
    continuation.onTermination = { _ in
      for task in tasks { task.cancel() }
    }
    return merged
  }
}
