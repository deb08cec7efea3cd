import Essentials
import Synchronization

/// Held while a program is being started.
let startLock = Mutex(())

/// Starts a program with the given files as its first file descriptors and no others, and with no signal blocked or
/// ignored.
func spawn(
  _ program: String, _ arguments: [String], _ environment: [String: String], _ folder: String?, files: [Int32],
  isLeader: Bool
) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
  if let folder { addChdir(&actions, folder) }
  var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
  if isLeader { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
  #if canImport(Darwin)
    flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
    addClosefrom(&actions, Int32(files.count))
  #endif
  var none = sigset_t()
  var all = sigset_t()
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(&attributes, Int16(flags))

  let words = ([program] + arguments).map { strdup($0) } + [nil]
  let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
  defer { for text in words + variables { free(text) } }
  var number: pid_t = 0
  let code = startLock.withLock { _ in posix_spawnp(&number, program, &actions, &attributes, words, variables) }
  guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  return number
}

#if canImport(Darwin)
  private func addChdir(_ actions: inout posix_spawn_file_actions_t?, _ folder: String) {
    posix_spawn_file_actions_addchdir_np(&actions, folder)
  }
#else
  // glibc has both functions (since 2.29 and 2.34), but Swift does not see them because they need _GNU_SOURCE.
  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

  private func addChdir(_ actions: Actions, _ folder: String) {
    guard let function = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return }
    _ = unsafeBitCast(function, to: (@convention(c) (Actions, UnsafePointer<CChar>) -> Int32).self)(actions, folder)
  }

  private func addClosefrom(_ actions: Actions, _ first: Int32) {
    guard let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(function, to: (@convention(c) (Actions, Int32) -> Int32).self)(actions, first)
  }
#endif
