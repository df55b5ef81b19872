internal import CZlib

/// A gzip member that grows; what was written so far can be inflated at any time.
@safe package final class GrowingGzip {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Starts a member; nil without memory.
  package init?() {
    unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe ridealong_zlib_start_deflating(stream, Z_DEFAULT_COMPRESSION) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Adds bytes, and returns all compressed bytes that are due for them.
  package func add(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, Z_SYNC_FLUSH) }

  /// Ends the member, and returns its last bytes.
  package func finish() -> [UInt8] { deflate([], Z_FINISH) }

  private func deflate(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var input = bytes
    var chunk = [UInt8](repeating: 0, count: max(256, bytes.count / 2 + 64))
    unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.pointee.next_in = source.baseAddress
      unsafe stream.pointee.avail_in = UInt32(clamping: source.count)
      var isFull = true
      while isFull {
        let count = unsafe chunk.withUnsafeMutableBufferPointer { target in
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = UInt32(clamping: target.count)
          _ = unsafe CZlib.deflate(stream, flush)
          isFull = unsafe stream.pointee.avail_out == 0
          return target.count - Int(unsafe stream.pointee.avail_out)
        }
        result.append(contentsOf: chunk[..<count])
      }
    }
    return result
  }
}
