internal import SystemLibrary

/// A file that lines are appended to, which only the user may read.
///
/// A file that was moved or removed is created again before the next line, so that logs can be
/// rotated. Writing never blocks.
struct AppendedFile: Sendable {
  struct Failure: Error {
    /// The reason, as the rest of a sentence.
    let reason: String

    init(reason: String) { self.reason = reason }
    init(_ what: String, _ code: Int32) { reason = "\(what): \(SystemReason.text(code))" }
  }

  struct FileID: Equatable, Sendable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }

    /// The file of a descriptor; nil if it is closed.
    init?(_ descriptor: Int32) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  /// The path; nil for standard error.
  private let path: String?
  private let followsLinks: Bool
  private(set) var descriptor: Int32
  private var file: FileID?
  /// The size in bytes; 0 for a pipe or device.
  private(set) var size = 0

  /// Opens a file for appending; other users can no longer read it.
  init(_ path: String, followsLinks: Bool = true) throws(Failure) {
    self.path = path
    self.followsLinks = followsLinks
    (descriptor, file, size) = try Self.open(path, followsLinks: followsLinks)
  }

  private init() { (path, descriptor, file, followsLinks) = (nil, STDERR_FILENO, nil, true) }

  static var standardError: AppendedFile { AppendedFile() }

  /// Opens a log: `-` is standard error, and names of devices lead where the user has sent the output.
  ///
  /// No other symbolic link is followed.
  static func log(_ path: String) throws(Failure) -> AppendedFile {
    if isStandardError(path) { return .standardError }
    return try AppendedFile(path, followsLinks: isOutput(path))
  }

  static func isStandardError(_ path: String) -> Bool {
    ["-", "/dev/stderr", "/dev/fd/2"].contains(path)
  }

  /// Whether a path leads where the user has sent the program's output.
  static func isOutput(_ path: String) -> Bool {
    isStandardError(path) || path == "/dev/stdout" || path.hasPrefix("/dev/fd/")
  }

  /// Opens the file again if it was moved, and reads its size.
  mutating func reopenIfMoved() throws(Failure) {
    guard let path else { return }
    var status = stat()
    if unsafe stat(path, &status) == 0, file == FileID(status) {
      size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
      return
    }
    let opened = try Self.open(path, followsLinks: followsLinks)
    close()
    (descriptor, file, size) = opened
  }

  /// Writes whole lines; false if the file accepts nothing now, like a full pipe.
  mutating func write(_ text: String) throws(Failure) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // A pipe that is ready accepts a line of this size as a whole.
    guard unsafe poll(&ready, 1, 0) > 0, Int32(ready.revents) & POLLOUT != 0 else { return false }
    if let code = SystemFile.write(Array(text.utf8), to: descriptor) {
      throw Failure("cannot be written", code)
    }
    return true
  }

  func close() { if path != nil { SystemFile.close(descriptor) } }

  private static func open(
    _ path: String, followsLinks: Bool
  ) throws(Failure) -> (Int32, FileID, Int) {
    let flags =
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = SystemFile.open(path, flags, 0o600)
    guard descriptor >= 0 else {
      switch errno {
      case ENXIO: throw Failure(reason: "cannot be opened: nobody reads the pipe")
      case ELOOP: throw Failure(reason: "cannot be opened: it is a symbolic link")
      case let code: throw Failure("cannot be opened", code)
      }
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let failure = Failure("cannot be opened", errno)
      SystemFile.close(descriptor)
      throw failure
    }
    // Logs show who rides where, so an existing file is closed to other users too.
    let isPlain = status.st_mode & S_IFMT == S_IFREG
    if isPlain, status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
      let failure = Failure("cannot be kept private", errno)
      SystemFile.close(descriptor)
      throw failure
    }
    return (descriptor, FileID(status), isPlain ? Int(status.st_size) : 0)
  }
}

/// A file that did not exist before, readable by the user only.
enum NewFile {
  struct Failure: Error {
    let reason: String

    init(_ path: String, _ code: Int32) { reason = "\(path): \(SystemReason.text(code))" }
    fileprivate init(_ path: String, _ problem: String) { reason = "\(path) \(problem)" }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
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

  /// Gives a file a second name, which no file has; of a symbolic link it is the target's.
  static func link(_ path: String, as name: String) throws(Failure) {
    guard unsafe linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
      throw Failure(name, errno)
    }
  }

  /// Writes a file next to an old one and replaces that, so that a killed process leaves one of the
  /// two; a symbolic link stays one.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    var path = path
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(path, "is not a plain file") }
      if let target = unsafe realpath(path, nil) {
        path = unsafe String(cString: target)
        unsafe free(target)
      }
    } else if exists(path) {
      throw Failure(path, "is a symbolic link that leads to no file")
    }
    let new = "\(path).\(getpid())"
    unsafe unlink(new)
    try write(bytes, to: new)
    guard unsafe rename(new, path) == 0 else {
      let code = errno
      unsafe unlink(new)
      throw Failure(path, code)
    }
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
  @unsafe static func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    unsafe SystemLibrary.write(descriptor, bytes.baseAddress, bytes.count)
  }

  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe SystemLibrary.open(path, flags, mode)
  }

  static func close(_ descriptor: Int32) { _ = SystemLibrary.close(descriptor) }
}

enum SystemReason {
  static func text(_ code: Int32) -> String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words).lowercased()
  }
}
