#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The end of the process.
enum ProcessEnd {
  /// Ends the process at once, whatever its threads are doing.
  ///
  /// Without the cleaning up that libraries register for an end: a thread may still be amid a
  /// handshake with a server, and would find what it works with gone.
  ///
  /// - Parameter status: The status to end with.
  static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// Sees to it that a crash leaves no image of the memory, in which tokens are.
  ///
  /// The limit is one byte: none would still let a kernel whose `core_pattern` is a pipe send the whole
  /// image through it, see core(5).
  ///
  /// The process stays readable for the writer of crash reports, which shows where it was only.
  static func forbidCoreDumps() {
    var limit = rlimit()
    #if canImport(Glibc)
      let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      let core = RLIMIT_CORE
    #endif
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    limit.rlim_cur = min(1, limit.rlim_max)
    // Lowering one's own limit is always allowed.
    _ = unsafe setrlimit(core, &limit)
  }
}
