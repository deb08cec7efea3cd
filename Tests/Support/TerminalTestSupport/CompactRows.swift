/// Returns the rows of a screen in a compact form: `⋮3` stands for three empty rows, and empty rows at the end are
/// omitted.
public func compact(_ rows: [String]) -> String {
  var result = [String]()
  var blank = 0
  for row in rows + ["."] {
    if row.isEmpty {
      blank += 1
    } else {
      if blank > 0 { result.append("⋮\(blank)") }
      blank = 0
      result = result + [row]
    }
  }
  return result.dropLast().joined(separator: "\n")
}

extension String {
  /// Whether this is the selected row, and it contains a title.
  public func isSelected(_ title: String) -> Bool { hasPrefix(" › ") && contains(title) }
}
