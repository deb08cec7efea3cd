public import Rendering
public import Terminal

/// A list of lines that fills the screen for a while: the help, the last errors.
public func panel(_ title: String, _ lines: [Line], top: Int, in size: Size) -> Frame {
  let height = ScreenLayout.bodyHeight(in: size)
  let first = max(0, min(top, lines.count - height))
  let isAll = lines.count <= height
  let place = isAll ? [] : [Span("\(min(first + height, lines.count))/\(lines.count)", .quiet)]
  return ScreenLayout(
    header: .bar([Span(" \(title)", .strong)], width: size.width),
    body: Array(lines.dropFirst(first).prefix(height)),
    status: statusLine(place, keys: isAll ? ["esc close"] : ["j k scroll", "esc close"], width: size.width),
    focus: 0
  ).frame(in: size)
}
