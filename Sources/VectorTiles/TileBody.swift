import TrustLimits

/// A tile as it is stored or sent.
public enum TileBody {
  /// Makes a tile of stored or sent bytes, inflating them if they are compressed.
  ///
  /// An error names the source and what the bytes seem to be instead.
  public static func tile(_ body: [UInt8], source: String) throws(TileSourceError) -> VectorTile {
    guard body.count <= Limits.Tile.bodyBytes || TileCompression.ofTile(body) == .none else {
      throw TileSourceError(
        .tooLarge,
        source: source,
        reason: "A tile has \(body.count) bytes, more than \(Limits.Tile.bodyBytes)."
      )
    }
    do {
      return try VectorTile(try inflated(body, source: source))
    } catch let error as TileProblem {
      if error.kind == .tooLarge { throw tooLarge(source) }
      throw TileSourceError(.notATile, source: source, reason: what(body))
    } catch let error as TileSourceError {
      throw error
    } catch {
      throw TileSourceError(.notATile, source: source, reason: what(body))
    }
  }

  /// Throws if bytes cannot be a tile, without inflating them.
  static func check(_ body: [UInt8], source: String) throws(TileSourceError) {
    switch TileCompression.ofTile(body) {
    case .deflate: return
    case .zstandard: throw unsupported("Zstandard", source: source)
    case .none, .brotli, .unknown:
      // A tile is a row of layers, each of which starts with this byte.
      guard let first = body.first, first != 0x1A else { return }
      throw TileSourceError(.notATile, source: source, reason: what(body))
    }
  }

  static func unsupported(_ compression: String, source: String) -> TileSourceError {
    TileSourceError(
      .unsupported,
      source: source,
      reason: "Its tiles are compressed with \(compression), which is not supported."
        + " Make the archive anew with gzip."
    )
  }

  private static func inflated(_ body: [UInt8], source: String) throws(TileSourceError) -> [UInt8] {
    switch TileCompression.ofTile(body) {
    case .none, .brotli, .unknown: return body
    case .zstandard: throw unsupported("Zstandard", source: source)
    case .deflate:
      do {
        return try Inflation.inflate(body, limit: Limits.Tile.inflatedBytes)
      } catch {
        switch error {
        case .tooLarge: throw tooLarge(source)
        case .damaged, .truncated:
          throw TileSourceError(
            .notATile,
            source: source,
            reason: "A tile's compressed data is damaged. Loading it again may help."
          )
        }
      }
    }
  }

  private static func tooLarge(_ source: String) -> TileSourceError {
    TileSourceError(
      .tooLarge,
      source: source,
      reason: "A tile inflates to more than \(Limits.Tile.inflatedBytes) bytes."
    )
  }

  /// A description of bytes that are not a tile.
  private static func what(_ body: [UInt8]) -> String {
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
    guard let guess else {
      return "What came is no vector tile. Only Mapbox Vector Tiles can be drawn."
    }
    return "What came is no vector tile but \(guess). Check the address and whether it needs a key."
  }
}
