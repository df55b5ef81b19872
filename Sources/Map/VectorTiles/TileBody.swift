internal import Gzip
import TrustLimits

/// A tile as it is stored or sent.
public enum TileBody {
  /// Makes a tile of stored or sent bytes, inflating them if they are compressed.
  ///
  /// An error names the source and what the bytes seem to be instead.
  public static func tile(_ body: [UInt8], source: String) throws(TileSourceError) -> VectorTile {
    guard body.count <= Limits.Tile.bodyBytes || TileCompression.ofTile(body) == .none else {
      throw .tooLarge(source, "A tile has \(body.count) bytes, more than \(Limits.Tile.bodyBytes).")
    }
    let bytes = try inflated(body, source: source)
    do { return try VectorTile(bytes) } catch {
      throw error.kind == .tooLarge ? tooLarge(source) : notATile(body, source)
    }
  }

  /// Throws if bytes cannot be a tile, without inflating them.
  static func check(_ body: [UInt8], source: String) throws(TileSourceError) {
    switch TileCompression.ofTile(body) {
    case .deflate: return
    case .zstandard: throw unsupported("Zstandard", source: source)
    case .none, .brotli, .unknown:
      // The first byte of every layer.
      if let first = body.first, first != 0x1A { throw notATile(body, source) }
    }
  }

  static func unsupported(_ compression: String, source: String) -> TileSourceError {
    .unsupported(
      source,
      "Its tiles are compressed with \(compression), which is not supported."
        + " Make the archive again with gzip.")
  }

  private static func inflated(_ body: [UInt8], source: String) throws(TileSourceError) -> [UInt8] {
    switch TileCompression.ofTile(body) {
    case .none, .brotli, .unknown: return body
    case .zstandard: throw unsupported("Zstandard", source: source)
    case .deflate:
      do { return try Inflation.inflate(body, limit: Limits.Tile.inflatedBytes) } catch {
        if error == .tooLarge { throw tooLarge(source) }
        throw .notATile(source, "A tile's compressed data is damaged. Loading it again may help.")
      }
    }
  }

  private static func tooLarge(_ source: String) -> TileSourceError {
    .tooLarge(source, "A tile inflates to more than \(Limits.Tile.inflatedBytes) bytes.")
  }

  /// The error for bytes that are not a tile, with what they seem to be.
  private static func notATile(_ body: [UInt8], _ source: String) -> TileSourceError {
    let start = body.prefix(64).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let guess: String? =
      switch start.first {
      case UInt8(ascii: "<"): "a page of HTML or XML"
      case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
      case 0x89: "a picture (PNG)"
      case 0xFF: "a picture (JPEG)"
      case UInt8(ascii: "R"): body.starts(with: Array("RIFF".utf8)) ? "a picture (WebP)" : nil
      default: nil
      }
    let advice =
      guess.map { " but \($0). Check the address and whether it needs a key." }
      ?? ". Only Mapbox Vector Tiles can be drawn."
    return .notATile(source, "What came is not a vector tile" + advice)
  }
}
