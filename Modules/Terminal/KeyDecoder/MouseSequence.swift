import Terminal

extension ControlSequence {
  /// The mouse event of a sequence in SGR form (mode 1006): `CSI < button ; column ; row M`, with `m` for a released
  /// button. Bits of the button tell of shift, alt and control, which make no difference.
  var mouse: Terminal.Mouse? {
    let numbers = parameters.compactMap(\.self)
    guard numbers.count == 3, parameters.count == 3, final == UInt8(ascii: "M") else { return nil }
    let action: Terminal.Mouse.Action
    switch numbers[0] & ~0b11100 {
    case 0: action = .press
    case 64: action = .scrollUp
    case 65: action = .scrollDown
    default: return nil
    }
    return Terminal.Mouse(action, column: max(numbers[1], 1) - 1, row: max(numbers[2], 1) - 1)
  }
}
