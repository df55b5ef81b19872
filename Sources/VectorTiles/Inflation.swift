internal import CZlib

/// How bytes are compressed.
public enum TileCompression: Sendable, Hashable {
  case none
  /// With gzip or zlib.
  case deflate
  /// With Brotli, which is not supported.
  case brotli
  /// With Zstandard, which is not supported.
  case zstandard
  case unknown

  /// Guesses a tile's compression from its first bytes; Brotli has no signature.
  public static func ofTile(_ bytes: [UInt8]) -> TileCompression {
    guard bytes.count >= 2 else { return .none }
    let (first, second) = (bytes[0], bytes[1])
    if first == 0x1F, second == 0x8B { return .deflate }
    if first == 0x78, (UInt(first) << 8 | UInt(second)).isMultiple(of: 31) { return .deflate }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstandard }
    return .none
  }
}

/// Decompresses gzip and zlib data.
public enum Inflation {
  /// Why bytes were not inflated.
  public enum Failure: Error, Sendable, Hashable {
    /// They are not gzip or zlib data, or are damaged.
    case damaged
    case truncated
    case tooLarge
  }

  /// Inflates the first member of gzip or zlib data, which may have up to `limit` bytes.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe ridealong_zlib_start_inflating(&stream) == Z_OK else { throw .damaged }
    defer { unsafe inflateEnd(&stream) }
    var result: [UInt8] = []
    result.reserveCapacity(min(limit, 4 * bytes.count))
    // zlib reads from this and never writes to it.
    var input = bytes
    var chunk = [UInt8](repeating: 0, count: min(65_536, limit + 1))
    let code = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(clamping: source.count)
      while true {
        let (code, count) = unsafe chunk.withUnsafeMutableBufferPointer { target in
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(clamping: target.count)
          let code = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
          return (code, target.count - Int(unsafe stream.avail_out))
        }
        guard count <= limit - result.count else { return Z_MEM_ERROR }
        result.append(contentsOf: chunk[..<count])
        guard code == Z_OK, count > 0 else { return code }
      }
    }
    switch code {
    case Z_STREAM_END: return result
    case Z_OK, Z_BUF_ERROR: throw .truncated
    case Z_MEM_ERROR: throw .tooLarge
    default: throw .damaged
    }
  }
}
