extension Terminal {
  /// What a terminal tells the program.
  public enum Event: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(Mouse)
    /// Text was pasted, raw: with line breaks, perhaps with controls. Never to be taken for keys.
    case paste(String)
    /// The screen now has another size.
    case resized(Size)
    /// The program was stopped and goes on; nothing of what it had drawn is left.
    case resumed(Size)
    /// The terminal's window gained (`true`) or lost the focus.
    case focused(Bool)
    /// The terminal answered whether it knows synchronized output (DEC mode 2026).
    case synchronizedOutput(Bool)
    /// The terminal answered something else that it was asked: the whole escape sequence, from ESC to its end, at most 512
    /// bytes. Only what no key sends is an answer: device attributes, reports about the window, OSC, DCS and APC
    /// strings.
    case answer([UInt8])
    /// The program is asked to end. After a hangup no event follows.
    case terminated(Termination)
  }

  /// Why the program is asked to end.
  public enum Termination: Hashable, Sendable {
    /// The terminal is gone (also SIGHUP).
    case hangup
    /// SIGINT; ctrl-c is a key.
    case interrupt
    /// SIGQUIT; ctrl-\ is a key.
    case quit
    /// SIGTERM.
    case terminate

    /// The number of the signal, to which a shell adds 128 for the exit code.
    public var signal: Int32 {
      switch self {
      case .hangup: 1
      case .interrupt: 2
      case .quit: 3
      case .terminate: 15
      }
    }
  }

  /// What was done with the mouse, and where.
  public struct Mouse: Hashable, Sendable {
    /// A button of the mouse.
    public enum Button: Hashable, Sendable {
      /// A button with a name.
      case left, middle, right
      /// Buttons 8 to 11, counted from 8.
      case other(Int)
    }

    /// What was done.
    public enum Action: Hashable, Sendable {
      /// A button went down.
      case press(Button)
      /// A button came up; `nil` when the terminal does not say which.
      case release(Button?)
      /// The mouse moved; `nil` when no button was down.
      case move(Button?)
      /// The wheel turned by one step.
      case scrollUp, scrollDown, scrollLeft, scrollRight
    }

    /// What was done.
    public var action: Action
    /// The column from the left, 0 being the first.
    public var column: Int
    /// The row from the top, 0 being the first.
    public var row: Int
    /// What was held; most terminals keep shift for themselves, to select text.
    public var modifiers: Key.Modifiers

    public init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
      self.action = action
      self.column = column
      self.row = row
      self.modifiers = modifiers
    }
  }
}
