internal import Geo

/// Why a file is not a road network.
public enum RoadFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file does not begin with ``RoadNetwork/fileSignature``.
  case otherFormat
  /// The file ends early.
  case truncated
  /// A number is out of range, or there are extra bytes.
  case malformed

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .otherFormat: "This is not a road network of a known version."
    case .truncated: "The road network ends early."
    case .malformed: "The road network holds a number that is out of range."
    }
  }
}

/// The file format of a network.
///
/// The file has the signature, the number of nodes, the nodes, the number of segments and the
/// segments. Numbers are protobuf varints below 2³². Differences are zigzag encoded.
///
/// - Node: the differences of latitude and longitude from the node before.
/// - Segment: start node, end node, road class (plus 8 for a one-way road), speed limit, the number
///   of points between the two nodes, and these points as differences from the point before.
///
/// The unit of latitude and longitude is a ten-millionth of a degree.
extension RoadNetwork {
  /// The first bytes of a file; the last one is the version.
  public static let fileSignature = Array("RNET\u{1}".utf8)
  /// The number of units in a degree.
  public static let unitsPerDegree = 1e7

  /// Reads the content of a file.
  public init(contents: [UInt8]) throws(RoadFileError) {
    guard contents.starts(with: Self.fileSignature) else { throw .otherFormat }
    var reader = RoadFileReader(contents, from: Self.fileSignature.count)
    var nodes: [RoadFileReader.Point] = []
    var point = RoadFileReader.Point.zero
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      point = try reader.point(after: point)
      nodes.append(point)
    }
    var segments: [Segment] = []
    for _ in 0..<(try reader.count(bytesEach: 5)) { segments.append(try reader.segment(nodes)) }
    guard reader.isAtEnd else { throw .malformed }
    self.init(nodes: nodes.map(RoadFileReader.coordinate), segments: segments)
  }
}

private struct RoadFileReader {
  /// Longitude and latitude in units.
  typealias Point = SIMD2<Int>

  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Reads the number of the following items, limited by their minimum size.
  mutating func count(bytesEach: Int) throws(RoadFileError) -> Int {
    let count = try number()
    guard count <= (bytes.count - offset) / bytesEach else { throw .truncated }
    return count
  }

  mutating func point(after last: Point) throws(RoadFileError) -> Point {
    let latitude = last.y + (try difference())
    let longitude = last.x + (try difference())
    guard abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000 else { throw .malformed }
    return Point(longitude, latitude)
  }

  mutating func segment(_ nodes: [Point]) throws(RoadFileError) -> RoadNetwork.Segment {
    let (start, end) = (try number(), try number())
    let kind = try number()
    let speedLimit = try number()
    guard start < nodes.count, end < nodes.count, kind < 16,
      let roadClass = RoadClass(rawValue: kind & 7), (1...300).contains(speedLimit)
    else { throw .malformed }
    var path = [nodes[start]]
    for _ in 0..<(try count(bytesEach: 2)) { path.append(try point(after: path[path.count - 1])) }
    path.append(nodes[end])
    return RoadNetwork.Segment(
      start: start, end: end, path: path.map(Self.coordinate), roadClass: roadClass,
      speedLimit: speedLimit, isOneWay: kind & 8 != 0)
  }

  static func coordinate(_ point: Point) -> Coordinate {
    Coordinate(
      latitude: Double(point.y) / RoadNetwork.unitsPerDegree,
      longitude: Double(point.x) / RoadNetwork.unitsPerDegree)
  }

  private mutating func difference() throws(RoadFileError) -> Int {
    let number = try number()
    return number >> 1 ^ -(number & 1)
  }

  private mutating func number() throws(RoadFileError) -> Int {
    var (value, shift) = (0, 0)
    while true {
      guard offset < bytes.count else { throw .truncated }
      let byte = bytes[offset]
      offset += 1
      value |= Int(byte & 0x7F) << shift
      guard value <= UInt32.max else { throw .malformed }
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 35 else { throw .malformed }
    }
  }
}
