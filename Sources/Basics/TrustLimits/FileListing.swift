internal import SystemLibrary

/// The plain files of a directory whose names have an end, up to a number.
package struct FileListing: Sendable {
  /// The paths in the order of their names, without hidden files and directories.
  package private(set) var paths: [String] = []
  /// Whether there are more files.
  package let isTruncated: Bool

  /// Whether a path is a directory.
  package static func isDirectory(_ path: String) -> Bool { isKind(S_IFDIR, path) }

  /// The identity of a file, which all of its paths share.
  package struct Identity: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Finds the file or directory at a path; nil if nothing is there.
    package init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Whether a path is a file, a directory or anything else.
  package static func exists(_ path: String) -> Bool { Identity(path) != nil }

  /// Lists a directory's files; throws if it cannot be read.
  package init(_ directory: String, suffix: String = "", most: Int) throws(BoundedFile.Failure) {
    guard let stream = unsafe opendir(directory) else { throw BoundedFile.failure(errno) }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream), paths.count <= most {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      let path = directory + "/" + name
      if !name.hasPrefix("."), name.hasSuffix(suffix), Self.isKind(S_IFREG, path) {
        paths.append(path)
      }
    }
    paths.sort()
    isTruncated = paths.count > most
    if isTruncated { paths.removeLast() }
  }

  private static func isKind(_ kind: mode_t, _ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == kind
  }
}
