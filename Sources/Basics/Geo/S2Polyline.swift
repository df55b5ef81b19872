internal import TrustLimits

/// Fleet Engine's route format: an S2 polyline in URL-safe base64.
///
/// Compressed polylines consist of cells of about two meters, so a coordinate may change by a meter or
/// two. Source: `s2polyline.cc` of https://github.com/google/s2geometry.
public enum S2Polyline {
  /// The level of the cells that Google's clients send.
  private static let level = 22
  private static let compressedVersion: UInt8 = 2
  private static let losslessVersion: UInt8 = 1

  /// Decodes URL-safe base64, padded or not, of exactly one polyline of either format.
  public static func decode(
    _ text: String, maximumPoints: Int = 200_000
  ) throws(S2PolylineError) -> [Coordinate] {
    // A point has at most 10 bytes and its off-center entry 29. Refuses a longer text before copying
    // it.
    guard text.utf8.count / 64 <= max(0, min(maximumPoints, Int.max / 64 - 1)) + 1 else {
      throw .tooManyPoints(limit: maximumPoints)
    }
    guard let bytes = Base64URL.decode(padded: text) else { throw .invalidBase64 }
    return try decode(bytes: bytes, maximumPoints: maximumPoints)
  }

  /// Decodes the bytes of exactly one polyline of either format.
  public static func decode(
    bytes: [UInt8], maximumPoints: Int = 200_000
  ) throws(S2PolylineError) -> [Coordinate] {
    var reader = S2ByteReader(bytes)
    let coordinates: [Coordinate]
    switch try reader.byte() {
    case compressedVersion: coordinates = try compressed(&reader, maximumPoints: maximumPoints)
    case losslessVersion: coordinates = try lossless(&reader, maximumPoints: maximumPoints)
    case let version: throw .unsupportedVersion(version)
    }
    guard reader.remaining == 0 else { throw .malformed }
    return coordinates
  }

  /// Encodes the valid coordinates as a compressed polyline of level 22.
  ///
  /// The result is URL-safe base64 with padding, as Google's clients write it.
  public static func encode(_ coordinates: some Sequence<Coordinate>) -> String {
    let points = Array(coordinates.lazy.filter(\.isValid).map { S2Cell($0, level: level) })
    var writer = S2ByteWriter()
    writer.byte(compressedVersion)
    writer.byte(UInt8(level))
    writer.varint(UInt64(points.count))
    var start = 0
    while start < points.count {
      let face = points[start].face
      let end = points[start...].firstIndex { $0.face != face } ?? points.count
      writer.varint(UInt64(6 * (end - start) + face))
      start = end
    }
    var (first, second) = (S2SecondDerivative(), S2SecondDerivative())
    for (index, point) in points.enumerated() {
      let (i, j) = (first.encode(point.i), second.encode(point.j))
      if index == 0 {
        let joined = S2Interleaving.join(UInt32(bitPattern: i), UInt32(bitPattern: j))
        writer.fixed(joined, count: firstPointBytes(level: level))
      } else {
        writer.varint(S2Interleaving.join(S2Interleaving.zigzag(i), S2Interleaving.zigzag(j)))
      }
    }
    writer.varint(0)
    return Base64URL.encode(writer.bytes, isPadded: true)
  }

  private static func firstPointBytes(level: Int) -> Int { (level + 7) / 8 * 2 }

  private static func lossless(
    _ reader: inout S2ByteReader, maximumPoints: Int
  ) throws(S2PolylineError) -> [Coordinate] {
    let count = Int(try reader.fixed(4))
    guard count <= maximumPoints else { throw .tooManyPoints(limit: maximumPoints) }
    guard reader.remaining >= count * 24 else { throw .truncated }
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(count)
    for _ in 0..<count { coordinates.append(try reader.vector()) }
    return coordinates
  }

  private static func compressed(
    _ reader: inout S2ByteReader, maximumPoints: Int
  ) throws(S2PolylineError) -> [Coordinate] {
    let levelByte = try reader.byte()
    guard levelByte <= 30 else { throw .invalidLevel(levelByte) }
    let level = Int(levelByte)
    let count = Int(try reader.varint32())
    guard count <= maximumPoints else { throw .tooManyPoints(limit: maximumPoints) }
    // Every point but the first has at least one byte; a false count must not reserve memory.
    guard count <= reader.remaining + 1 else { throw .truncated }
    let runs = try faceRuns(&reader, count: count)
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(count)
    var (first, second) = (S2SecondDerivative(), S2SecondDerivative())
    for run in runs {
      for _ in 0..<run.count {
        let (i, j): (Int32, Int32)
        if coordinates.isEmpty {
          let joined = try reader.fixed(firstPointBytes(level: level))
          let (even, odd) = S2Interleaving.split(joined)
          (i, j) = (Int32(bitPattern: even), Int32(bitPattern: odd))
        } else {
          let (even, odd) = S2Interleaving.split(try reader.varint())
          (i, j) = (S2Interleaving.unzigzag(even), S2Interleaving.unzigzag(odd))
        }
        let cell = S2Cell(face: run.face, i: first.decode(i), j: second.decode(j))
        guard let center = cell.center(level: level) else { throw .malformed }
        coordinates.append(center)
      }
    }
    try replaceOffCenter(&reader, in: &coordinates)
    return coordinates
  }

  private static func faceRuns(
    _ reader: inout S2ByteReader, count: Int
  ) throws(S2PolylineError) -> [(face: Int, count: Int)] {
    var runs: [(face: Int, count: Int)] = []
    var open = count
    while open > 0 {
      let value = try reader.varint()
      let length = value / 6
      guard length > 0, length <= UInt64(open) else { throw .malformed }
      runs.append((Int(value % 6), Int(length)))
      open -= Int(length)
    }
    return runs
  }

  private static func replaceOffCenter(
    _ reader: inout S2ByteReader, in coordinates: inout [Coordinate]
  ) throws(S2PolylineError) {
    let count = Int(try reader.varint32())
    guard count <= coordinates.count else { throw .malformed }
    for _ in 0..<count {
      let index = Int(try reader.varint32())
      guard index < coordinates.count else { throw .malformed }
      coordinates[index] = try reader.vector()
    }
  }
}

/// Why a text is not an S2 polyline.
public enum S2PolylineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not base64 with the URL-safe alphabet.
  case invalidBase64
  /// The first byte is not the version of the lossless or the compressed format.
  case unsupportedVersion(UInt8)
  /// The snap level is not in 0...30.
  case invalidLevel(UInt8)
  /// The bytes end before the polyline does.
  case truncated
  /// A number has more bits than its field.
  case varintOverflow
  /// The polyline has more points than the caller accepts.
  case tooManyPoints(limit: Int)
  /// The parts contradict each other.
  case malformed

  /// A sentence about the error.
  public var description: String {
    switch self {
    case .invalidBase64: "The route is not URL-safe base64."
    case .unsupportedVersion(let version): "The route has the unknown S2 format \(version)."
    case .invalidLevel(let level): "The route has the impossible S2 level \(level)."
    case .truncated: "The route ends before its last point."
    case .varintOverflow: "The route contains a number that is too large."
    case .tooManyPoints(let limit): "The route has more than \(limit) points."
    case .malformed: "The route's parts contradict each other."
    }
  }
}
