/// A reader of bytes that come from outside, and what it promises whatever they are.
public struct FuzzTarget: Sendable {
  /// Its name, on the command line and as a folder of the corpus.
  public let name: String
  /// The most bytes of an input that are worth trying.
  public let mostBytes: Int
  /// Inputs that the reader takes, made by the project's own writers.
  public let seeds: @Sendable () throws -> [[UInt8]]
  /// Reads an input; throws ``BrokenPromise`` where the reader does what it may not.
  public let check: @Sendable ([UInt8]) async throws -> Void

  /// Creates a reader.
  public init(
    name: String, mostBytes: Int, seeds: @escaping @Sendable () throws -> [[UInt8]],
    check: @escaping @Sendable ([UInt8]) async throws -> Void
  ) {
    self.name = name
    self.mostBytes = mostBytes
    self.seeds = seeds
    self.check = check
  }

  /// Every reader.
  public static let all = [
    vectorTile, pmtiles, mbtiles, mbtilesMetadata, tileJSON, gpx, s2Polyline, googlePolyline,
    locationLines, positionDocument, inputParser, safeText, trip, vehicle, token, retryAfter, toml,
    protobuf, grpcBody, recording, logExport,
  ]

  /// The reader of a name.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A reader took an input, but not as it promises.
public struct BrokenPromise: Error, CustomStringConvertible {
  /// The reader's failure.
  public let description: String
}

/// Throws unless a promise is kept.
func promise(_ isKept: Bool, _ broken: @autoclosure () -> String) throws(BrokenPromise) {
  guard isKept else { throw BrokenPromise(description: broken()) }
}
