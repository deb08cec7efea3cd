import Essentials

/// The limits of the system that this program needs. They are checked before any thread starts, because a thread
/// without a free file descriptor or memory for its stack ends the program without a message.
enum Limits {
  /// The number of files that may be open at the same time.
  private static let files: UInt = 48

  /// Raises the limit of open files where that is allowed.
  /// - Returns: The reason why the program cannot run, and advice, as sentences; nil when it can run.
  static func problem(forReader isReader: Bool) -> String? {
    var limit = self.limit(on: fileLimit)
    if limit.rlim_cur < files, limit.rlim_max >= files {
      limit.rlim_cur = min(limit.rlim_max, 1_024)
      setrlimit(fileLimit, &limit)
    }
    if limit.rlim_cur < files {
      return "only \(limit.rlim_cur) files may be open at a time, and \(files) are needed. "
        + "Allow more: ulimit -n 1024"
    }
    // Much of this memory is reserved for stacks and never used.
    let memory = self.limit(on: memoryLimit).rlim_cur >> 20
    let needed = UInt(isReader ? 768 : 512)
    if memory < needed {
      return "only \(memory) MiB of memory may be reserved, and \(needed) are needed. "
        + "Allow more: ulimit -v \(needed << 10)"
    }
    return nil
  }

  /// Lets all threads share two heaps. By default glibc makes one for each thread, what is freed in one is not used by the
  /// others, and all but the first grow by a system call for each page. With only one, threads wait for each other.
  static func shareHeaps() {
    #if canImport(Glibc)
      typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
      // `malloc.h`, which declares the function and its parameter M_ARENA_MAX, is not part of the module Glibc.
      let maxArenas: Int32 = -8
      if let mallopt = dlsym(nil, "mallopt") { _ = unsafeBitCast(mallopt, to: Mallopt.self)(maxArenas, 2) }
    #endif
  }

  private static func limit(on resource: Resource) -> rlimit {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return rlimit(rlim_cur: .max, rlim_max: .max) }
    return limit
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource_t
    private static var fileLimit: Resource { Resource(RLIMIT_NOFILE.rawValue) }
    private static var memoryLimit: Resource { Resource(RLIMIT_AS.rawValue) }
  #else
    private typealias Resource = Int32
    private static var fileLimit: Resource { RLIMIT_NOFILE }
    private static var memoryLimit: Resource { RLIMIT_AS }
  #endif
}
