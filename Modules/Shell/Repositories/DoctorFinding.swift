import Observed
import Pictures
public import Terminal

/// The result of one check of something that the program depends on.
public struct DoctorFinding: Hashable, Sendable {
  /// The subject of the check: "libcurl".
  public var subject: String
  /// The version or other details; for a problem, its description.
  public var text: String
  /// The advice for a problem, as a sentence; nil for no problem.
  public var advice: String?

  public init(_ subject: String, _ text: String, advice: String? = nil) {
    self.subject = subject
    self.text = text
    self.advice = advice
  }
}

extension DoctorFinding {
  /// Returns the size and the character set of the terminal; no terminal is not a problem.
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - name: The terminal's name, from `TERM`.
  public static func terminal(_ terminal: Terminal, name: String) -> Self {
    guard !terminal.capabilities.isDumb else {
      return Self("terminal", "\(name.isEmpty ? "no name" : name): no reader, only printed lines")
    }
    let size = terminal.size()
    let letters = terminal.capabilities.unicode ? "Unicode" : "ASCII only"
    return Self("terminal", "\(name), \(size.width) by \(size.height), \(letters)")
  }

  /// Returns the colours that the reader uses.
  public static func colors(_ capabilities: Capabilities) -> Self {
    let colors =
      switch capabilities.colors {
      case .none: "none"
      case .sixteen: "16"
      case .twoHundredFiftySix: "256"
      case .trueColor: "true colour"
      }
    let background =
      switch capabilities.background {
      case .unknown: ""
      case .light: ", on a light background"
      case .dark: ", on a dark background"
      }
    return Self("colours", colors + background)
  }

  /// Returns the way in which the terminal shows pictures. It enters the reader's screen for a moment, to ask the
  /// terminal.
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - patience: The longest wait for answers, measured by `clock`.
  ///   - clock: The clock.
  public static func pictures(_ terminal: Terminal, patience: Duration, clock: any Clock<Duration>) async -> Self {
    guard !terminal.capabilities.isDumb, (try? await terminal.enter()) != nil else {
      return Self("pictures", "not known: standard input or output is not a terminal")
    }
    let support = Observed(PictureSupport())
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in terminal.events() {
          if case .answer(let bytes) = event, let answer = TerminalAnswer(bytes) { support.update { $0.take(answer) } }
          if support.value.isSettled { return }
        }
      }
      group.addTask { try? await clock.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
    await terminal.leave()
    return switch support.value.pictureProtocol {
    case .kitty: Self("pictures", "in the text, by kitty's protocol")
    case .iTerm: Self("pictures", "in the text, by iTerm2's protocol")
    case nil: Self("pictures", "not in this terminal; i opens them in a viewer")
    }
  }
}
