import Rendering
import Screen
import StyleGuide
import Terminal

/// Two screens beside each other, on terminals that are wide enough: a list on the left, the page of one of its items on
/// the right.
struct Panes {
  let left: Screen
  /// Nil as long as nothing is shown there.
  let right: Screen?
  /// Whether the left one has the keys.
  let isLeftFocused: Bool
  private let size: Size
  private let divider = Span(" │", .quiet)

  /// - Returns: nil where there is no room for two.
  init?(_ left: Screen, _ right: Screen?, isLeftFocused: Bool, in size: Size) {
    guard Self.fit(in: size) else { return nil }
    (self.left, self.right, self.isLeftFocused, self.size) = (left, right, isLeftFocused, size)
  }

  static func fit(in size: Size) -> Bool { size.width >= 120 }

  private var leftSize: Size { Size(width: min(56, size.width * 2 / 5 - 1), height: size.height) }

  private var rightSize: Size {
    Size(width: size.width - leftSize.width - divider.width, height: size.height)
  }

  /// Whether an event is for the left screen: one of the mouse is for what is under the pointer.
  func isLeft(_ event: Terminal.Event) -> Bool {
    guard case .mouse(let mouse) = event else { return isLeftFocused }
    return mouse.column < leftSize.width
  }

  /// Gives an event to one of them.
  func react(_ event: Terminal.Event, toLeft isLeft: Bool) -> Reaction {
    if isLeft { return left.react(event, leftSize) }
    guard let right else { return .ignored }
    guard case .mouse(var mouse) = event else { return right.react(event, rightSize) }
    mouse.column -= leftSize.width + divider.width
    return mouse.column < 0 ? .ignored : right.react(.mouse(mouse), rightSize)
  }

  /// What both show; only one of them has the keys.
  /// - Parameter words: what the line at the bottom says besides, in fewer and fewer words.
  func frame(saying words: [String]) -> Frame {
    let left = left.frame(leftSize)
    let right = right?.frame(rightSize) ?? Frame([], size: rightSize)
    return (isLeftFocused ? left : left.withoutKeys).saying(words).beside(
      isLeftFocused && self.right != nil ? right.withoutKeys : right, divider: divider, isCursorRight: !isLeftFocused,
      in: size)
  }
}

extension Frame {
  /// The frame of a screen that does not have the keys: what is selected stands out less, a click on it does nothing but
  /// give it the keys, and the hints give way to the one that leads there.
  fileprivate var withoutKeys: Frame {
    var lines = lines.map { line in
      var line = line
      for index in line.spans.indices { line.spans[index].style.giveWay() }
      line.fill.giveWay()
      return line
    }
    if let last = lines.popLast() {
      lines.append(.bar(last.statusParts.said, [Span(hint: "tab switch")], width: size.width))
    }
    if !lines.isEmpty { for index in lines[0].spans.indices { lines[0].spans[index].key = nil } }
    return Frame(lines, size: size, cursor: cursor, pictures: pictures)
  }
}

extension Style {
  fileprivate mutating func giveWay() {
    if attributes.remove(.reverse) != nil { attributes.insert(.bold) }
  }
}
