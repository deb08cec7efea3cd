/// An error of the person's editor.
public struct EditorFailure: Error, Equatable {
  /// The command of the editor.
  public var command: String
  /// The exit status, or the negative number of a signal; nil if the editor could not be started.
  public var status: Int32?

  public init(_ command: String, status: Int32? = nil) {
    self.command = command
    self.status = status
  }
}

extension EditorFailure {
  /// The failure as a clause: "emacs -nw cannot be started".
  public var clause: String {
    switch status {
    case nil: "\(command) cannot be started"
    case let status? where status < 0: "\(command) was ended by signal \(-status)"
    case let status?: "\(command) failed with status \(status)"
    }
  }
}
