/// Returns a number with its digits grouped for reading: "10,000".
public func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
  }.joined()
}
