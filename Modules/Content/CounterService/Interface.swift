/// How many response codes were fetched.
public struct CounterService: Sendable {
  /// How many there were so far.
  /// - Throws: `FileStoreError`.
  public var count: @Sendable () async throws -> Int
  /// Counts one more. `keep` is told the number it has and keeps what is counted; only when it has, it counts. While
  /// it does nobody else counts, in this process or in another.
  /// - Throws: `FileStoreError`, `CancellationError`, and what `keep` throws; then nothing was counted.
  public var increment: @Sendable (_ keep: @escaping Keep) async throws -> Counted

  /// Keeps what has a number.
  public typealias Keep = @Sendable (_ number: Int) async throws -> Void

  public init(
    count: @escaping @Sendable () async throws -> Int,
    increment: @escaping @Sendable (_ keep: @escaping Keep) async throws -> Counted
  ) {
    self.count = count
    self.increment = increment
  }

  /// What was counted.
  public struct Counted: Sendable {
    /// How many there are now.
    public var count: Int
    /// Why the count's own file could not be written. The number stands with what was kept, so it is not lost; the next
    /// count mends the file.
    public var keepingFailure: (any Error)?

    public init(_ count: Int, keepingFailure: (any Error)? = nil) {
      self.count = count
      self.keepingFailure = keepingFailure
    }
  }
}
