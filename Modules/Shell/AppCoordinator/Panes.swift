import Rendering
import Screen
import StyleGuide
import Terminal

/// Two screens beside each other, on terminals that are wide enough: a list on the left, what was opened from it on the
/// right.
struct Panes {
  private let left: Screen
  private let right: Screen
  private let size: Size
  private let divider = Span(" │", .quiet)

  /// - Parameter stack: what is on top of what.
  /// - Returns: nil where only the top screen is shown.
  init?(_ stack: [Screen], in size: Size) {
    guard size.width >= 120, let right = stack.last, right.standsBeside, let left = stack.dropLast().last else {
      return nil
    }
    (self.left, self.right, self.size) = (left, right, size)
  }

  private var leftSize: Size { Size(width: min(56, size.width * 2 / 5 - 1), height: size.height) }

  private var rightSize: Size {
    Size(width: size.width - leftSize.width - divider.width, height: size.height)
  }

  /// Whether an event is for the left screen: one of the mouse is for what is under the pointer.
  func isLeft(_ event: Terminal.Event, focus isLeft: Bool) -> Bool {
    guard case .mouse(let mouse) = event else { return isLeft }
    return mouse.column < leftSize.width
  }

  /// Gives an event to one of them.
  func react(_ event: Terminal.Event, toLeft isLeft: Bool) -> Reaction {
    if isLeft { return left.react(event, leftSize) }
    guard case .mouse(var mouse) = event else { return right.react(event, rightSize) }
    mouse.column -= leftSize.width + divider.width
    return mouse.column < 0 ? .ignored : right.react(.mouse(mouse), rightSize)
  }

  /// What both show; only one of them has the keys.
  func frame(focus isLeft: Bool) -> Frame {
    let (left, right) = (left.frame(leftSize), right.frame(rightSize))
    return (isLeft ? left : left.withoutKeys).beside(
      isLeft ? right.withoutKeys : right, divider: divider, isCursorRight: !isLeft, in: size)
  }
}

extension Frame {
  /// The frame of a screen that does not have the keys: what is selected stands out less, and the hints give way to the
  /// one that leads there.
  fileprivate var withoutKeys: Frame {
    var lines = lines.map { line in
      var line = line
      for index in line.spans.indices { line.spans[index].style.giveWay() }
      line.fill.giveWay()
      return line
    }
    if let last = lines.popLast() {
      let said = last.spans.prefix { $0.key == nil }
      let text = said.last.map { $0.text.allSatisfy { $0 == " " } } == true ? said.dropLast() : said
      lines.append(.bar(Array(text), [Span(hint: "tab switch")], width: size.width))
    }
    return Frame(lines, size: size, cursor: cursor, pictures: pictures)
  }
}

extension Style {
  fileprivate mutating func giveWay() {
    if attributes.remove(.reverse) != nil { attributes.insert(.bold) }
  }
}
