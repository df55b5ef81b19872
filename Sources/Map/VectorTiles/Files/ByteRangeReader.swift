internal import SystemLibrary

/// Bytes that can be read in any order.
protocol ByteRangeReader: Sendable {
  /// The file's path or the server's name, for messages.
  var source: String { get }
  /// A name for a cache; nil for a file on disk.
  var cacheName: String? { get }
  /// The number of bytes; nil if unknown.
  var size: UInt64? { get }
  /// Reads bytes; throws if the source ends early, unless fewer bytes are allowed.
  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8]
}

/// An open file that can be read in any order.
final class FileRangeReader: ByteRangeReader {
  let source: String
  let cacheName: String? = nil
  let size: UInt64?

  private let descriptor: Int32

  init(path: String) throws(TileSourceError) {
    source = path
    // Opening a pipe would otherwise wait for a writer.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(path, Self.reason(errno)) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(path, "It is not a plain file. Name a .pmtiles or .mbtiles file.")
    }
    size = UInt64(max(0, status.st_size))
  }

  deinit { close(descriptor) }

  @concurrent
  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8] {
    guard let start = Int(exactly: offset), start <= .max - count else { throw endsEarly() }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let target = unsafe buffer.baseAddress.map { unsafe $0 + done }
        return unsafe pread(descriptor, target, count - done, off_t(start + done))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .unreadable(source, Self.reason(errno)) }
      if read == 0 { break }
      done += read
    }
    guard done == count || orFewer else { throw endsEarly() }
    bytes.removeLast(count - done)
    return bytes
  }

  private func endsEarly() -> TileSourceError {
    .malformed(source, "The file ends early. Copy or download it again.")
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "There is no such file."
    case EACCES, EPERM: "The file may not be read by this user."
    default: "The file cannot be read (error \(number))."
    }
  }
}

/// Bytes in memory that can be read in any order.
struct MemoryRangeReader: ByteRangeReader {
  let source: String
  let byteCount: Int
  let bytes: @Sendable (Range<Int>) -> [UInt8]

  var cacheName: String? { nil }
  var size: UInt64? { UInt64(byteCount.magnitude) }

  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8] {
    let start = Int(min(offset, UInt64(byteCount.magnitude)))
    let available = min(count, byteCount - start)
    guard available == count || orFewer else {
      throw .malformed(source, "The archive ends early. Make it again.")
    }
    return bytes(start..<start + max(0, available))
  }
}
