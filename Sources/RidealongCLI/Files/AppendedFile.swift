#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that lines are appended to, which only the user may read.
///
/// A file that was moved or removed is created again with the next line, so that logs can be rotated.
/// Writing never waits.
struct AppendedFile: Sendable {
  /// Why a file cannot be written, as the rest of a sentence.
  struct Failure: Error {
    let reason: String
  }

  /// Which file is open, by its device and number.
  struct FileID: Equatable, Sendable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }

    /// The file of a descriptor; nil where it is closed.
    init?(_ descriptor: Int32) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  /// The path; nil for standard error.
  private let path: String?
  private(set) var descriptor: Int32
  private var file: FileID?
  /// The bytes that the file has, 0 where it is no plain file.
  private(set) var size = 0

  /// Opens a file, behind what it holds already; only the user may read it from then on.
  init(_ path: String, followsLinks: Bool = true) throws(Failure) {
    self.path = path
    self.followsLinks = followsLinks
    (descriptor, file, size) = try Self.open(path, followsLinks: followsLinks)
  }

  private let followsLinks: Bool

  private init() {
    (path, descriptor, file, followsLinks) = (nil, STDERR_FILENO, nil, true)
  }

  /// Standard error.
  static var standardError: AppendedFile { AppendedFile() }

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

  /// Writes text that ends with a line's end.
  ///
  /// Returns false where it takes nothing now, as a pipe that is full.
  mutating func write(_ text: String) throws(Failure) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // A pipe that is ready takes a line of this size whole.
    guard unsafe poll(&ready, 1, 0) > 0, Int32(ready.revents) & POLLOUT != 0 else { return false }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe platformWrite(descriptor, buffer)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(reason: "cannot be written: \(SystemReason.text(errno))")
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Gives the file up.
  func close() {
    if path != nil { _ = platformClose(descriptor) }
  }

  private static func open(
    _ path: String,
    followsLinks: Bool
  ) throws(Failure) -> (Int32, FileID, Int) {
    let flags =
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe platformOpen(path, flags, 0o600)
    guard descriptor >= 0 else {
      let reason =
        switch errno {
        // A pipe that nobody reads.
        case ENXIO: "nobody reads the pipe"
        case ELOOP: "it is a symbolic link"
        case let code: SystemReason.text(code)
        }
      throw Failure(reason: "cannot be opened: \(reason)")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let reason = SystemReason.text(errno)
      _ = platformClose(descriptor)
      throw Failure(reason: "cannot be opened: \(reason)")
    }
    // It tells who rides where, and what others may read already is closed to them from now on.
    let isPlain = status.st_mode & S_IFMT == S_IFREG
    if isPlain, status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
      let reason = SystemReason.text(errno)
      _ = platformClose(descriptor)
      throw Failure(reason: "cannot be kept private: \(reason)")
    }
    return (descriptor, FileID(status), isPlain ? Int(status.st_size) : 0)
  }
}

// The type's own names hide the platform's functions.
@unsafe
private func platformOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

@unsafe
private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func platformClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
