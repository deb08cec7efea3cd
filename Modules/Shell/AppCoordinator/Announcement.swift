import Rendering
import StyleGuide

/// A message in the bottom line of whatever screen is shown.
struct Announcement {
  /// The shortest time that the message is on the screen before a key may clear it: somebody who is typing has not read
  /// it.
  private static let readingTime = Duration.seconds(2)

  /// The message, the longest version first; empty for none.
  private(set) var words: [String]
  /// The time since the message appeared on the screen; nil before it has.
  private var shownFor: (() -> Duration)?
  /// The notice of the screen when the message appeared there.
  private var notice: [Span]?

  init(_ words: [String] = []) { self.words = words }

  /// Notes that the message is on the screen from now on.
  /// - Parameter clock: Measures how long; nil if any key may clear the message.
  mutating func appear(_ clock: (any Clock<Duration>)?) {
    shownFor = shownFor ?? clock.map { stopwatch($0) } ?? { Self.readingTime }
  }

  /// Clears the message on a key press, if it was on the screen long enough to be read.
  mutating func acknowledge() { if let shownFor, shownFor() >= Self.readingTime { words = [] } }

  /// Returns the frame with the message. The newer one of the message and the screen's notice has precedence.
  mutating func added(to frame: Frame) -> Frame {
    notice = notice ?? frame.notice
    return frame.showing(message: words, isNewerThanNotice: frame.notice.isEmpty || frame.notice == notice)
  }
}

/// Returns a closure that measures the time since this call.
private func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
