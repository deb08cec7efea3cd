public import Rendering
public import Terminal

/// Returns the frame of a panel, a list of lines that covers the screen: the help, the last errors.
///
/// - Parameters:
///   - typed: The input line, which replaces the status line; nil if nothing is typed.
///   - keys: Further keys for the status line.
public func panel(
  _ title: String, _ lines: [Line], top: Int, typed: Line? = nil, keys: [String] = [], in size: Size
) -> Frame {
  let height = ScreenLayout.bodyHeight(in: size)
  let first = max(0, min(top, lines.count - height))
  let isAll = lines.count <= height
  let place = isAll ? "" : "\(min(first + height, lines.count))/\(lines.count)"
  let keys = ["esc close"] + (isAll ? [] : ["j k scroll"]) + keys
  return Frame(
    header: .bar([Span(" \(title)", .title)], width: size.width), body: Array(lines.dropFirst(first).prefix(height)),
    StatusBar(place, typed: typed, keys: keys), focus: 0, in: size)
}
