#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that did not exist before, for the user alone.
enum NewFile {
  /// Why a file was not written.
  struct Failure: Error {
    /// The reason, as the rest of a sentence.
    let reason: String
  }

  /// Writes a file with mode 0600; one that exists is left as it is.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Failure(reason: "\(path): \(SystemReason.text(errno))") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe platformWrite(descriptor, buffer)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = SystemReason.text(errno)
        close(descriptor)
        unsafe unlink(path)
        throw Failure(reason: "\(path): \(reason)")
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else {
      throw Failure(reason: "\(path): \(SystemReason.text(errno))")
    }
  }
}

// The type's own name hides the platform's function.
@unsafe
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

/// The system's words for why a call of it failed.
enum SystemReason {
  /// The words for an error number, to stand within a sentence.
  static func text(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words).lowercased()
  }
}
