extension POSIXError {
  /// The error of the system call that has just failed.
  public static var current: Self { Self(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension POSIXErrorCode {
  /// The reason as a clause: "disk full".
  public var clause: String {
    switch self {
    case .EACCES, .EPERM: return "no permission"
    case .EROFS: return "read-only disk"
    case .ENOSPC, .EDQUOT: return "disk full"
    default:
      let text = String(cString: strerror(rawValue))
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}
