internal import SystemLibrary

/// A file's content, read whole up to a limit.
package struct BoundedFile: Sendable {
  /// Why a file was not read.
  package enum Failure: Error, Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The user has no permission to read it.
    case notPermitted
    /// It is a directory.
    case directory
    /// It holds more bytes than the limit.
    case tooLarge(limit: Int)
    /// It is a pipe or a device from which nothing came.
    case silent
    /// Reading failed, with the system's error number.
    case unreadable(errorNumber: Int32)

    /// The failure as the end of a sentence that starts with the file's name.
    package var reason: String {
      switch self {
      case .missing: "does not exist"
      case .notPermitted: "may not be read by this user"
      case .directory: "is a directory"
      case .tooLarge(let limit): "holds more than \(limit) bytes"
      case .silent: "is not a plain file, and gives nothing"
      case .unreadable(let errorNumber): "cannot be read (error \(errorNumber))"
      }
    }
  }

  /// The milliseconds that a pipe may be silent.
  private static let patience: Int32 = 5_000

  package let bytes: [UInt8]
  /// The permission bits, 0 to 0o777.
  package let permissions: UInt32
  /// The owner's user ID.
  package let owner: UInt32

  /// Reads a file.
  ///
  /// A pipe such as a shell's `<(command)` is read too, while something writes to it.
  package init(path: String, limit: Int) throws(Failure) {
    // Opening a pipe without a writer would otherwise block.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .directory }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(limit: limit) }
    let content = try Self.content(
      of: descriptor, limit: limit, patience: Self.patience, likelySize: size)
    guard !content.isEmpty || status.st_mode & S_IFMT == S_IFREG else { throw .silent }
    bytes = content
    permissions = UInt32(status.st_mode) & 0o777
    owner = status.st_uid
  }

  /// Reads an open file, such as standard input, to its end, or until its bytes are enough.
  package init(
    descriptor: Int32, limit: Int, patience: Duration, areEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(Failure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .directory }
    bytes = try Self.content(
      of: descriptor, limit: limit, patience: Int32(clamping: patience.components.seconds * 1_000),
      mayBlock: true, areEnough: areEnough)
    permissions = UInt32(status.st_mode) & 0o777
    owner = status.st_uid
  }

  private static func content(
    of descriptor: Int32, limit: Int, patience: Int32, mayBlock: Bool = false, likelySize: Int = 0,
    areEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(Failure) -> [UInt8] {
    var content: [UInt8] = []
    // To grow a large array takes twice its memory.
    content.reserveCapacity(likelySize)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var mustWait = mayBlock
    while true {
      if mustWait {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&waiting, 1, patience)
        if ready < 0, errno == EINTR { continue }
        guard ready != 0 else { throw .silent }
      }
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      mustWait = mayBlock || count < 0 && errno == EAGAIN
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw failure(errno) }
      if count == 0 { return content }
      guard content.count + count <= limit else { throw .tooLarge(limit: limit) }
      content.append(contentsOf: chunk[..<count])
      if areEnough(content) { return content }
    }
  }

  static func failure(_ number: Int32) -> Failure {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .notPermitted
    case EISDIR: .directory
    default: .unreadable(errorNumber: number)
    }
  }
}
