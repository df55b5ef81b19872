#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A directory that one emulator alone uses, as long as this lives.
///
/// The system gives the directory free when the process ends, however it does.
final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Takes a directory that is there.
  ///
  /// - Parameter path: The directory.
  /// - Throws: That another emulator has it, or why it cannot be had.
  init(_ path: String) throws(EmulatorError) {
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      throw EmulatorError(.storage, "The directory \(path) cannot be opened; name another one.")
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      close(opened)
      throw EmulatorError(
        .storage,
        isTaken
          ? "Another emulator uses the directory \(path); stop it or name another directory."
          : "The directory \(path) cannot be locked; name another one."
      )
    }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }
}
