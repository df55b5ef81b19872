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

/// A temporary directory that only the user can look into, gone at the end.
struct TemporaryDirectory: Sendable {
  /// The directory's absolute path.
  let path: String

  /// Makes a directory under the system's folder for temporary files.
  ///
  /// - Parameter environment: What names that folder.
  /// - Throws: That it could not be made.
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

  /// Removes the directory with all that is in it.
  ///
  /// - Throws: That something in it could not be removed.
  func remove() throws(CommandError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw CommandError(.failure, "\(path) with its keys could not be removed; remove it by hand.")
    }
  }
}
