public import Rendering
public import Terminal

/// A list of lines that fills the screen for a while: the help, the last errors.
/// - `typed`: what is typed at the bottom, in the place of the keys; nil for nothing.
/// - `keys`: what else can be done.
public func panel(
  _ title: String, _ lines: [Line], top: Int, typed: Line? = nil, keys: [String] = [], in size: Size
) -> Frame {
  let height = ScreenLayout.bodyHeight(in: size)
  let first = max(0, min(top, lines.count - height))
  let isAll = lines.count <= height
  let place = isAll ? "" : "\(min(first + height, lines.count))/\(lines.count)"
  let keys = ["esc close"] + (isAll ? [] : ["j k scroll"]) + keys
  return ScreenLayout(
    header: .bar([Span(" \(title)", .strong)], width: size.width),
    body: Array(lines.dropFirst(first).prefix(height)),
    status: typed ?? statusLine(at: place, [], keys: keys, width: size.width),
    focus: 0
  ).frame(in: size)
}
