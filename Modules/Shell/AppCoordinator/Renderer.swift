import Observed
import Pictures
import Rendering
import Terminal

/// The task that draws on the terminal, so that the loop never waits for it. During a write only the newest frame
/// waits, and each write is the difference to the frame that was written last.
struct Renderer: Sendable {
  private enum Order: Sendable {
    case show(Frame, Capabilities, PictureProtocol?)
    /// The content of the terminal is unknown.
    case forget
    case suspend

    var isFrame: Bool { if case .show = self { true } else { false } }
  }

  private let terminal: Terminal
  private let redraw: @Sendable () -> Void
  private let orders = Observed<[Order]>([])
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  /// - Parameter redraw: Requests another frame.
  init(_ terminal: Terminal, redraw: @escaping @Sendable () -> Void) {
    self.terminal = terminal
    self.redraw = redraw
    (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Draws a frame, unless a newer one comes before the terminal is ready.
  func show(_ frame: Frame, on capabilities: Capabilities, pictures: PictureProtocol?) {
    add(.show(frame, capabilities, pictures))
  }

  /// Draws all of the next frame, because the content of the terminal is unknown.
  func forget() { add(.forget) }

  /// Restores the terminal and suspends the program, after everything before has been drawn.
  func suspend() { add(.suspend) }

  /// Draws until its task is cancelled.
  func run() async {
    var shown: Frame?
    var known: Capabilities?
    var pictures = TerminalPictures()
    for await _ in arrivals {
      while !Task.isCancelled, let order = orders.update({ $0.isEmpty ? nil : $0.removeFirst() }) {
        switch order {
        // It was made before the program was stopped, and the terminal has another size since.
        case .show(let frame, _, _) where frame.size != terminal.size(): redraw()
        case .show(let frame, let capabilities, let pictureProtocol):
          let removal = pictures.removal
          // Pictures shown with another protocol cannot be removed one by one.
          if pictureProtocol != pictures.pictureProtocol, shown?.pictures.isEmpty == false { shown = nil }
          pictures.pictureProtocol = pictureProtocol
          // The cells on the screen have the colours of the old capabilities.
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
