internal import CZlib

/// Compressing with gzip.
public enum GzipWriter {
  /// zlib had no memory.
  public struct Failure: Error, Sendable, Hashable {}

  /// Compresses bytes as well as it goes; the same bytes give the same result each time.
  ///
  /// - Parameter bytes: What to compress.
  /// - Returns: Gzip data.
  /// - Throws: ``Failure`` if there is no memory.
  public static func deflate(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe ridealong_zlib_start_deflating(&stream, 9) == Z_OK else { throw Failure() }
    defer { unsafe deflateEnd(&stream) }
    var result = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, UInt(bytes.count))))
    // zlib reads from this and never writes to it.
    var input = bytes
    let (code, count) = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(clamping: source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(clamping: target.count)
        let code = unsafe CZlib.deflate(&stream, Z_FINISH)
        return (code, target.count - Int(unsafe stream.avail_out))
      }
    }
    guard code == Z_STREAM_END else { throw Failure() }
    result.removeLast(result.count - count)
    return result
  }
}
