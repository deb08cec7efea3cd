import Terminal

extension ControlSequence {
  /// The mouse event of a sequence in SGR form (mode 1006): `CSI < bits ; column ; row M`, with `m` for a released
  /// button.
  var mouse: Terminal.Mouse? {
    let numbers = parameters.compactMap { $0.first ?? nil }
    guard numbers.count == 3, parameters.count == 3 else { return nil }
    let bits = numbers[0]
    var held = modifiers
    if bits & 4 != 0 { held.insert(.shift) }
    if bits & 8 != 0 { held.insert(.alt) }
    if bits & 16 != 0 { held.insert(.control) }
    guard let action = Self.action(bits, isRelease: final == UInt8(ascii: "m")) else { return nil }
    return Terminal.Mouse(
      action, column: max(numbers[1], 1) - 1, row: max(numbers[2], 1) - 1, modifiers: held)
  }

  private static func action(_ bits: Int, isRelease: Bool) -> Terminal.Mouse.Action? {
    if bits & 64 != 0 {
      if isRelease || bits & 128 != 0 { return nil }
      return switch bits & 3 {
      case 0: .scrollUp
      case 1: .scrollDown
      case 2: .scrollLeft
      default: .scrollRight
      }
    }
    let button: Terminal.Mouse.Button? =
      switch (bits & 128 != 0, bits & 3) {
      case (false, 0): .left
      case (false, 1): .middle
      case (false, 2): .right
      case (false, _): nil
      case (true, let number): .other(8 + number)
      }
    if bits & 32 != 0 { return .move(button) }
    if isRelease { return .release(button) }
    return button.map(Terminal.Mouse.Action.press) ?? .release(nil)
  }
}
