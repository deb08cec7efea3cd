/// The rows of a screen as a test writes them down: `⋮3` stands for three empty ones, those at the end are left out.
public func compact(_ rows: [String]) -> String {
  var (result, blank) = ([String](), 0)
  for row in rows + ["."] {
    if row.isEmpty {
      blank += 1
    } else {
      if blank > 0 { result.append("⋮\(blank)") }
      (blank, result) = (0, result + [row])
    }
  }
  return result.dropLast().joined(separator: "\n")
}

extension String {
  /// Whether this is the row of what is selected, and it is called so.
  public func isSelected(_ title: String) -> Bool { hasPrefix(" › ") && contains(title) }
}
