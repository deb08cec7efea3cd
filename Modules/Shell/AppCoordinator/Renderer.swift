import Observed
import Pictures
import Rendering
import Terminal

/// Draws on the terminal beside the loop, which so never waits for it. While a write is under way the newest frame takes
/// the place of the one that waits, and what is written is always the difference to what was written before.
struct Renderer: Sendable {
  private enum Order: Sendable {
    case show(Frame, Capabilities, PictureProtocol?)
    /// Nobody knows any more what the terminal shows.
    case forget
    case suspend

    var isFrame: Bool { if case .show = self { true } else { false } }
  }

  private let terminal: Terminal
  private let redraw: @Sendable () -> Void
  private let orders = Observed<[Order]>([])
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  /// - Parameter redraw: asks for another frame.
  init(_ terminal: Terminal, redraw: @escaping @Sendable () -> Void) {
    self.terminal = terminal
    self.redraw = redraw
    (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Shows a frame, unless a newer one comes before the terminal is ready for it.
  func show(_ frame: Frame, on capabilities: Capabilities, pictures: PictureProtocol?) {
    add(.show(frame, capabilities, pictures))
  }

  /// Draws all of the next frame: what the terminal shows is not known any more.
  func forget() { add(.forget) }

  /// Gives the terminal back and stops the program, when all before has been drawn.
  func suspend() { add(.suspend) }

  /// Draws until its task is cancelled.
  func run() async {
    var shown: Frame?
    var known: Capabilities?
    var pictures = TerminalPictures()
    for await _ in arrivals {
      while !Task.isCancelled, let order = orders.update({ $0.isEmpty ? nil : $0.removeFirst() }) {
        switch order {
        case .show(let frame, let capabilities, let pictureProtocol):
          let removal = pictures.removal
          // What was shown in another way is not known how to be taken away.
          if pictureProtocol != pictures.pictureProtocol, shown?.pictures.isEmpty == false { shown = nil }
          pictures.pictureProtocol = pictureProtocol
          // What is there is in the colours of before.
          if let before = known, shown?.looksSame(on: before, as: capabilities) == false { shown = nil }
          known = capabilities
          let text = frame.drawn(over: shown, on: capabilities, pictures: &pictures)
          if pictures.removal != removal { await terminal.beforeGivingBack(pictures.removal) }
          if !text.isEmpty { await terminal.write(text) }
          shown = frame
        case .forget:
          shown = nil
        case .suspend:
          await terminal.suspend()
          // What was drawn for the terminal of before may have another size.
          orders.update { $0.removeAll(where: \.isFrame) }
          shown = nil
          redraw()
        }
      }
    }
  }

  private func add(_ order: Order) {
    orders.update { orders in
      if order.isFrame { orders.removeAll(where: \.isFrame) }
      orders.append(order)
    }
    arrived.yield()
  }
}
