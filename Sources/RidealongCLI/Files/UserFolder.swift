internal import TrustLimits

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Directories that only the user may read.
enum UserFolder {
  /// Creates a directory with mode 0700 if it is missing; its parent must exist.
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

  /// Creates a directory with mode 0700 and its missing parents; closes an existing one to other users.
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

/// A temporary directory that only the user can read.
struct TemporaryDirectory: Sendable {
  /// The absolute path.
  let path: String

  /// Creates a directory in `TMPDIR`.
  init(environment: Environment) throws(CommandError) {
    let parent = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array((parent + "/ridealong-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let made else {
      throw CommandError(
        .failure,
        "No temporary directory can be made in \(parent): error \(errno). Set TMPDIR."
      )
    }
    path = made
  }

  /// Removes the directory and its content.
  func remove() throws(CommandError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw CommandError(.failure, "\(path) with its keys could not be removed; remove it by hand.")
    }
  }
}
