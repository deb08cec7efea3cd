public import Terminal

extension Size {
  /// The sizes of golden frames: a large window, a usual one, the classic terminal, half of that, and the smallest
  /// usable size.
  public static let golden = [
    Size(width: 200, height: 60), Size(width: 120, height: 40), Size(), Size(width: 40, height: 12),
    Size(width: 20, height: 4),
  ]
}
