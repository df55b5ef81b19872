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
