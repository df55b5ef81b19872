internal import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A directory for what only the user may see.
enum PrivateFolder {
  /// Makes a directory with mode 0700 where it is missing; its parent must be there.
  ///
  /// - Parameter path: The directory.
  /// - Throws: Why it cannot be had.
  static func make(_ path: String) throws(CommandError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    let code = errno
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { return }
    throw .usage(
      exists
        ? "\(path) is not a directory."
        : "The directory \(path) cannot be made: \(SystemReason.text(code))."
    )
  }

  /// Makes a directory with mode 0700 and what is missing above it.
  ///
  /// One of this user that others may enter is closed to them.
  ///
  /// - Parameter path: The directory, an absolute path.
  /// - Throws: Why it cannot be had, or that it belongs to another user.
  static func makeAll(_ path: String) throws(CommandError) {
    var parent = ""
    for part in path.split(separator: "/") {
      parent += "/" + part
      try make(parent)
    }
    guard let trust = FileTrust(directory: path) else { return }
    if trust.owner != geteuid() {
      let risk = FileTrust.Risk.owner(trust.owner)
      throw .usage("The directory \(path) \(risk.reason). Run: \(risk.command(path))")
    }
    guard trust.permissions & 0o077 != 0, unsafe chmod(path, 0o700) != 0 else { return }
    throw .usage(
      "The directory \(path) can be entered by other users, and that cannot be changed: "
        + "\(SystemReason.text(errno))."
    )
  }
}
