internal import Geo
public import Roads

/// A road network as a file, which `RoadNetwork(contents:)` reads.
public enum RoadFile {
  /// A network that the file cannot hold.
  public enum Failure: Error, Sendable, Hashable {
    /// The path of a segment does not begin and end at its nodes.
    case looseEnd(segment: Int)
  }

  /// Encodes a network.
  public static func encode(_ network: RoadNetwork) throws(Failure) -> [UInt8] {
    var writer = Writer(bytes: RoadNetwork.fileSignature)
    writer.append(network.nodes.count)
    var last = SIMD2<Int>.zero
    for node in network.nodes { writer.append(units(node), after: &last) }
    writer.append(network.segments.count)
    for (index, segment) in network.segments.enumerated() {
      guard segment.path.first == network.nodes[segment.start],
        segment.path.last == network.nodes[segment.end]
      else { throw .looseEnd(segment: index) }
      writer.append(segment.start)
      writer.append(segment.end)
      writer.append(segment.roadClass.rawValue + (segment.isOneWay ? 8 : 0))
      writer.append(segment.speedLimit)
      writer.append(segment.path.count - 2)
      var last = units(segment.path[0])
      for point in segment.path.dropFirst().dropLast() { writer.append(units(point), after: &last) }
    }
    return writer.bytes
  }

  /// Longitude and latitude in the file's units.
  private static func units(_ place: Coordinate) -> SIMD2<Int> {
    SIMD2(
      Int((place.longitude * RoadNetwork.unitsPerDegree).rounded()),
      Int((place.latitude * RoadNetwork.unitsPerDegree).rounded()))
  }

  private struct Writer {
    var bytes: [UInt8]

    mutating func append(_ number: Int) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F | 0x80))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func append(_ point: SIMD2<Int>, after last: inout SIMD2<Int>) {
      let step = point &- last
      append(step.y << 1 ^ step.y >> 63)
      append(step.x << 1 ^ step.x >> 63)
      last = point
    }
  }
}
