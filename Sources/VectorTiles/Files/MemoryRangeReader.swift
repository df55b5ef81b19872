/// Bytes in memory that are read in any order.
struct MemoryRangeReader: ByteRangeReader {
  let source: String
  /// The number of bytes.
  let byteCount: Int
  /// Copies some of the bytes.
  let bytes: @Sendable (Range<Int>) -> [UInt8]

  var cacheName: String? { nil }
  var size: UInt64? { UInt64(byteCount.magnitude) }

  func read(
    offset: UInt64,
    count: Int,
    orFewer: Bool
  ) async throws(TileSourceError) -> [UInt8] {
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
