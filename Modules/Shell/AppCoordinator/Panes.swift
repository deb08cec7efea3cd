import Rendering
import Screen
import StyleGuide
import Terminal

/// Two screens side by side on a wide terminal: a list on the left, the detail of one of its items on the right.
struct Panes {
  let left: Screen
  /// The right screen; nil while nothing is shown there.
  let right: Screen?
  /// Whether the left screen has the keys.
  let isLeftFocused: Bool
  private let size: Size
  private let divider = Span(" │", .quiet)

  /// - Returns: Nil when the window is too narrow for two screens.
  init?(_ left: Screen, _ right: Screen?, isLeftFocused: Bool, in size: Size) {
    guard Self.fit(in: size) else { return nil }
    self.left = left
    self.right = right
    self.isLeftFocused = isLeftFocused
    self.size = size
  }

  static func fit(in size: Size) -> Bool { size.width >= 120 }

  private var leftSize: Size { Size(width: min(56, size.width * 2 / 5 - 1), height: size.height) }

  private var rightSize: Size {
    Size(width: size.width - leftSize.width - divider.width, height: size.height)
  }

  /// Returns whether an event is for the left screen: mouse events go to the screen under the pointer.
  func isLeft(_ event: Terminal.Event) -> Bool {
    guard case .mouse(let mouse) = event else { return isLeftFocused }
    return mouse.column < leftSize.width
  }

  /// Passes an event to one of the screens.
  func react(_ event: Terminal.Event, toLeft isLeft: Bool) -> Reaction {
    if isLeft { return left.react(event, leftSize) }
    guard let right else { return .ignored }
    guard case .mouse(var mouse) = event else { return right.react(event, rightSize) }
    mouse.column -= leftSize.width + divider.width
    return mouse.column < 0 ? .ignored : right.react(.mouse(mouse), rightSize)
  }

  /// Selects the row of a list on the right that was clicked before the list has the keys. A click on the selected row
  /// would open it.
  func select(_ mouse: Terminal.Mouse) {
    guard let right, right.hasPreviews(), right.frame(rightSize).cursor?.row != mouse.row else { return }
    _ = react(.mouse(mouse), toLeft: false)
  }

  /// Returns the frame with both screens.
  /// - Parameter addMessage: Adds a message to the bottom line of the screen with the keys.
  func frame(addMessage: (Frame) -> Frame) -> Frame {
    let left = left.frame(leftSize)
    guard let right = right?.frame(rightSize) else {
      return addMessage(left).beside(Frame([], size: rightSize), divider: divider, isCursorRight: false, in: size)
    }
    return (isLeftFocused ? addMessage(left) : left.withoutKeys).beside(
      isLeftFocused ? right.withoutKeys : addMessage(right), divider: divider, isCursorRight: !isLeftFocused, in: size)
  }
}

extension Frame {
  /// The frame of a screen without the keys: the selection stands out less, and its key hints are replaced by the one for
  /// switching panes.
  fileprivate var withoutKeys: Frame {
    var lines = lines.map { line in
      var line = line
      // The sign of the selected row stands out even on a terminal without a shade.
      if line.fill.attributes.contains(.reverse), !line.spans.isEmpty { line.spans[0].style.attributes.insert(.bold) }
      for index in line.spans.indices { line.spans[index].style.removeFocus() }
      line.fill.removeFocus()
      return line
    }
    if let last = lines.popLast() {
      lines.append(.bar(last.statusParts.note, [Span(hint: "tab switch")], width: size.width))
    }
    if !lines.isEmpty { for index in lines[0].spans.indices { lines[0].spans[index].key = nil } }
    return Frame(lines, size: size, cursor: cursor, pictures: pictures)
  }
}
