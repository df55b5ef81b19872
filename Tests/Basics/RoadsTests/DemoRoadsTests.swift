import DemoAssets
import Geo
import Roads
import TestSupport
import Testing

@Suite(.limited) struct `The demo town's roads` {
  private static let contents = Array(
    UnsafeBufferPointer(start: ridealong_demo_roads_bytes(), count: ridealong_demo_roads_size()))
  private static let network = Result { try RoadNetwork(contents: contents) }

  /// FNV-1a of numbers.
  private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ number: UInt64) {
      for shift in 0..<8 {
        value = (value ^ (number >> UInt64(8 * shift) & 0xFF)) &* 0x100_0000_01B3
      }
    }

    mutating func add(_ place: Coordinate) {
      add(place.latitude.bitPattern)
      add(place.longitude.bitPattern)
    }
  }

  @Test func `The demo town's roads are unchanged`() throws {
    let network = try Self.network.get()
    var digest = Digest()
    for node in network.nodes { digest.add(node) }
    for segment in network.segments {
      for number in [
        segment.start, segment.end, segment.roadClass.rawValue, segment.speedLimit,
        segment.isOneWay ? 1 : 0,
      ] { digest.add(UInt64(number)) }
      for place in segment.path { digest.add(place) }
    }
    #expect((network.nodes.count, network.segments.count) == (1_916, 3_074))
    #expect(digest.value == 8_963_650_244_277_455_899)
  }

  @Test func `The demo town's routes are unchanged`() throws {
    let network = try Self.network.get()
    var digest = Digest()
    func position(_ node: Int, _ bearing: Int) throws -> RoadNetwork.Position {
      let node = network.nodes[node % network.nodes.count]
      return try #require(
        network.nearestPosition(to: node.destination(bearing: Double(bearing), meters: 30)))
    }
    for number in 0..<60 {
      let start = try position(number * 37, number * 6)
      let end = try position(number * 101 + 700, number * 6)
      let route = try #require(network.fastestRoute(from: start, to: end))
      digest.add(UInt64(route.path.count))
      // Centimeters, because C libraries differ in the last bits of a sine.
      digest.add(UInt64((route.meters * 100).rounded()))
      digest.add(UInt64((route.duration / .milliseconds(1)).rounded()))
    }
    #expect(digest.value == 3_081_940_294_741_379_021)
  }
}

@Suite(.limited) struct `A road network's file` {
  /// Two nodes and the roads between them: a straight one, and a one-way one with a bend.
  private static let contents: [UInt8] =
    RoadNetwork.fileSignature + [
      2, 0, 0, 0x80, 0x7D, 20,  // two nodes, the second 8,000 units north and 10 east
      2, 0, 1, 4, 30, 0,  // residential, 30 km/h
      1, 0, 9, 50, 1, 3, 2,  // primary and one-way, 50 km/h, with a point 2 south and 1 east
    ]

  private static func coordinate(_ latitude: Int, _ longitude: Int) -> Coordinate {
    Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }

  @Test func `A road network's file contains nodes and segments between them`() throws {
    let network = try RoadNetwork(contents: Self.contents)
    #expect(network.nodes == [Self.coordinate(0, 0), Self.coordinate(8_000, 10)])
    #expect(
      network.segments == [
        .init(start: 0, end: 1, path: network.nodes, roadClass: .residential),
        .init(
          start: 1, end: 0, path: [network.nodes[1], Self.coordinate(7_998, 11), network.nodes[0]],
          roadClass: .primary, isOneWay: true),
      ])
  }

  @Test func `A road network's file is refused if it is too short or too long`() {
    for count in Self.contents.indices {
      let error = count < RoadNetwork.fileSignature.count ? RoadFileError.otherFormat : .truncated
      #expect(throws: error) { try RoadNetwork(contents: Array(Self.contents.prefix(count))) }
    }
    #expect(throws: RoadFileError.malformed) { try RoadNetwork(contents: Self.contents + [0]) }
  }

  @Test(arguments: [(12, 2), (13, 2), (14, 7), (14, 16), (15, 0), (6, 0x80)])
  func `A road network's file is refused with a number that is out of range`(
    offset: Int, byte: UInt8
  ) {
    var contents = Self.contents
    contents[offset] = byte
    #expect(throws: RoadFileError.self) { try RoadNetwork(contents: contents) }
  }

  @Test
  func
    `A road network's file is refused with a node beyond the pole or a number of more than 32 bits`()
  {
    for number: [UInt8] in [
      [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] {
      let contents = RoadNetwork.fileSignature + [1] + number + [0, 0, 0]
      #expect(throws: RoadFileError.malformed) { try RoadNetwork(contents: contents) }
    }
  }

  @Test func `A road network's file never traps, whichever byte is changed`() {
    for offset in Self.contents.indices {
      for byte in UInt8.min...UInt8.max {
        var contents = Self.contents
        contents[offset] = byte
        if let network = try? RoadNetwork(contents: contents) {
          #expect(network.segments.count <= 2)
        }
      }
    }
  }
}
