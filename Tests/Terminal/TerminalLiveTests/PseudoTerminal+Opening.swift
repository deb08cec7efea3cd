import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension PseudoTerminal {
  /// Opens a new pseudo-terminal. Returns the descriptor of its master side and the path of its slave side.
  static func openMaster() throws -> (descriptor: Int32, path: String) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      try #require(master >= 0)
      try #require(grantpt(master) == 0)
      try #require(unlockpt(master) == 0)
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      return (master, String(cString: try #require(ptsname(master))))
    #else
      // Swift does not import posix_openpt, so this does the same (ioctl_tty(2); the numbers are those of TIOCSPTLCK
      // and TIOCGPTN in asm-generic/ioctls.h).
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(master >= 0)
      var isLocked: Int32 = 0
      var number: UInt32 = 0
      try #require(ioctl(master, 0x4004_5431, &isLocked) == 0)
      try #require(ioctl(master, 0x8004_5430, &number) == 0)
      return (master, "/dev/pts/\(number)")
    #endif
  }
}
