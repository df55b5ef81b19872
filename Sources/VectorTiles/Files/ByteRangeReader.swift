#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A source of bytes that can be read in any order.
protocol ByteRangeReader: Sendable {
  /// The file's path or the server's name, for people.
  var source: String { get }
  /// A name for a cache; nil for a file on a disk.
  var cacheName: String? { get }
  /// The number of bytes, nil where it is not known.
  var size: UInt64? { get }
  /// Reads bytes; unless there may be fewer, it throws when the source ends early.
  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8]
}

/// A file that stays open and is read in any order.
final class FileRangeReader: ByteRangeReader {
  let source: String
  let cacheName: String? = nil
  let size: UInt64?

  private let descriptor: Int32

  /// Opens a file.
  init(path: String) throws(TileSourceError) {
    source = path
    // A pipe would otherwise hold the program until somebody writes to it.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw TileSourceError(.unreadable, source: path, reason: Self.reason(errno))
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw TileSourceError(
        .unreadable,
        source: path,
        reason: "It is not a plain file. Name a .pmtiles or .mbtiles file."
      )
    }
    size = UInt64(max(0, status.st_size))
  }

  deinit {
    close(descriptor)
  }

  @concurrent
  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      guard let position = Int(exactly: offset)?.addingReportingOverflow(done), !position.overflow
      else { throw cutShort() }
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + done },
          count - done,
          off_t(position.partialValue)
        )
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else {
        throw TileSourceError(.unreadable, source: source, reason: Self.reason(errno))
      }
      if read == 0 { break }
      done += read
    }
    guard done == count || orFewer else { throw cutShort() }
    bytes.removeLast(count - done)
    return bytes
  }

  private func cutShort() -> TileSourceError {
    TileSourceError(
      .malformed,
      source: source,
      reason: "The file ends before what it refers to. Copy or download it anew."
    )
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "There is no such file."
    case EACCES, EPERM: "The file may not be read by this user."
    default: "The file cannot be read (error \(number))."
    }
  }
}

/// Bytes in memory that are read in any order.
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
      throw TileSourceError(
        .malformed,
        source: source,
        reason: "The archive ends before what it refers to. Make it anew."
      )
    }
    return bytes(start..<start + max(0, available))
  }
}
