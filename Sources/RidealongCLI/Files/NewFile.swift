#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that did not exist before, readable by the user only.
enum NewFile {
  struct Failure: Error {
    /// The reason, as the rest of a sentence.
    let reason: String

    init(_ path: String, _ code: Int32) { reason = "\(path): \(SystemReason.text(code))" }
  }

  /// Writes a file with mode 0600; never overwrites one.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    if let code = SystemFile.write(bytes, to: descriptor) {
      close(descriptor)
      unsafe unlink(path)
      throw Failure(path, code)
    }
    guard close(descriptor) == 0 else { throw Failure(path, errno) }
  }
}

/// The system's functions, for types whose own names hide them.
enum SystemFile {
  /// Writes all bytes; returns the error number of a failure.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe writeOnce($0, to: descriptor) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Calls `write` once; returns the number of written bytes, or -1.
  @unsafe
  static func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.open(path, flags, mode)
    #else
      unsafe Darwin.open(path, flags, mode)
    #endif
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}

/// The system's words for an error.
enum SystemReason {
  /// The words for an error number, for use within a sentence.
  static func text(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words).lowercased()
  }
}
