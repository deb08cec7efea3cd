#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The settings of a terminal, bit by bit.
struct Settings: Equatable {
  var flags: [tcflag_t]
  var controls: [UInt8]
  var speeds: [speed_t]

  init(of descriptor: Int32) {
    var settings = termios()
    let result = tcgetattr(descriptor, &settings)
    flags = result == 0 ? [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] : []
    controls = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    speeds = [cfgetispeed(&settings), cfgetospeed(&settings)]
  }

  var echoes: Bool { flags[3] & tcflag_t(ECHO) != 0 }

  /// Sets settings that no program would choose, so that a test notices when usual ones are restored instead.
  static func makeUnusual(_ descriptor: Int32) {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    settings.c_iflag |= tcflag_t(IXANY | INLCR)
    settings.c_lflag &= ~tcflag_t(ECHOE)
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VINTR)] = 7 }
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}
