extension Terminal {
  /// An event that a terminal reports to the program.
  public enum Event: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(Mouse)
    /// Text was pasted. It is passed on unchanged, with line breaks and perhaps control characters; it must never be
    /// read as keys.
    case paste(String)
    /// The size of the screen changed.
    case resized(Size)
    /// The screen was taken again, after the program was stopped or another program had the terminal. Nothing drawn
    /// before is left on it.
    case resumed(Size)
    /// The terminal answered whether it supports synchronized output (DEC mode 2026).
    case synchronizedOutput(Bool)
    /// The terminal answered another question. The bytes are the whole escape sequence, from ESC to its end, at most
    /// 512. Only sequences that no key sends count as answers: device attributes, window reports, and OSC, DCS and APC
    /// strings.
    case answer([UInt8])
    /// The program is asked to end. No event follows a hangup.
    case terminated(Termination)
  }

  /// The reason for which the program is asked to end.
  public enum Termination: Hashable, Sendable {
    /// The terminal is gone (also SIGHUP).
    case hangup
    /// SIGINT. Ctrl-C arrives as a key.
    case interrupt
    /// SIGQUIT. Ctrl-\ arrives as a key.
    case quit
    /// SIGTERM.
    case terminate

    /// The number of the signal. A shell reports it plus 128 as the exit code.
    public var signal: Int32 {
      switch self {
      case .hangup: 1
      case .interrupt: 2
      case .quit: 3
      case .terminate: 15
      }
    }
  }

  /// A mouse event and the cell it happened in. Shift, alt and control make no difference, and other buttons than the
  /// left one and the wheel do nothing.
  public struct Mouse: Hashable, Sendable {
    /// A press of the left button, or a step of the wheel.
    public enum Action: Hashable, Sendable {
      /// The left button was pressed.
      case press
      /// The wheel turned by one step.
      case scrollUp, scrollDown
    }

    /// The press or wheel step.
    public var action: Action
    /// The column, counted from the left from 0.
    public var column: Int
    /// The row, counted from the top from 0.
    public var row: Int

    public init(_ action: Action, column: Int, row: Int) {
      self.action = action
      self.column = column
      self.row = row
    }
  }
}
