#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A directory for an emulator's data, locked as long as this value exists.
///
/// The system releases the lock when the process ends.
public final class DataDirectory: Sendable {
  let files: PrivateDirectory
  private let descriptor: Int32

  /// Locks a directory, which is created with mode 0700 if it is missing.
  public init(_ path: String) throws(EmulatorError) {
    files = try PrivateDirectory(path)
    let opened = unsafe open(files.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
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
    // A process that is starting shares the lock until it closes its copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
