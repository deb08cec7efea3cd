extension Messages {
  /// Returns a number and a noun: "1 post", "2 posts".
  public static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// Returns a number of bytes in the largest unit that fits: "812 bytes", "64 KiB", "1.5 MiB".
  public static func size(_ bytes: Int) -> String {
    guard bytes >= 1_024 else { return counted(bytes, "byte") }
    var size = Double(bytes) / 1_024
    var unit = "KiB"
    for next in ["MiB", "GiB", "TiB"] where size >= 1_023.5 {
      size /= 1_024
      unit = next
    }
    let tenths = Int((size * 10).rounded())
    return tenths >= 100 || tenths.isMultiple(of: 10)
      ? "\(Int(size.rounded())) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
