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
}
