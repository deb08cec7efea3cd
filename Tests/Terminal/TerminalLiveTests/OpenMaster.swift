import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension PseudoTerminal {
  /// Opens the keyboard's and screen's side of a new terminal; the path is that of the program's side.
  static func openMaster() throws -> (descriptor: Int32, path: String) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      try #require(master >= 0)
      try #require(grantpt(master) == 0)
      try #require(unlockpt(master) == 0)
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      return (master, String(cString: try #require(ptsname(master))))
    #else
      // Swift does not see posix_openpt, so here is what it does (ioctl_tty(2); the numbers are those of TIOCSPTLCK and
      // TIOCGPTN in asm-generic/ioctls.h).
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
