internal import CVterm

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension PseudoTerminal {
  /// Starts a program in a session of its own whose controlling terminal is the one of a path.
  static func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String: String], terminal: [CChar],
    inputFile: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened by path after the session is new, the terminal becomes the controlling one.
    posix_spawn_file_actions_addopen(&actions, 1, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    if let inputFile {
      posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 1, 0)
    }
    _ = ridealong_spawn_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(ridealong_spawn_setsid) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    argv.append(nil)
    envp.append(nil)
    defer { for pointer in argv + envp { free(pointer) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, executable, &actions, &attributes, argv, envp)
    guard code == 0 else { throw Failure.system(operation: "starting \(executable)", code: code) }
    return id
  }
}
