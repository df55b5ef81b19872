import DemoCity
import Geo
import Roads
import Testing

@testable import DemoAssetMaking

struct `The demo town's roads as a file` {
  private static var network: RoadNetwork { SampleCity.city.network }

  @Test func `The demo town's roads as a file are the asset that the program carries`() throws {
    let made = try RoadFile.encode(Self.network)
    #expect(try CommittedAsset.bytes("demo-roads.bin") == made, "Run scripts/make-demo-city.")
  }

  @Test func `The demo town's roads as a file are read back exactly`() throws {
    let read = try RoadNetwork(contents: RoadFile.encode(Self.network))
    #expect(read.nodes == Self.network.nodes)
    #expect(read.segments == Self.network.segments)
  }

  @Test func `The demo town's roads as a file need paths that begin and end at their nodes`() {
    let places = (0..<3).map { Coordinate(latitude: 0, longitude: Double($0)) }
    let network = RoadNetwork(
      nodes: places,
      segments: [.init(start: 0, end: 1, path: [places[0], places[2]], roadClass: .primary)])
    #expect(throws: RoadFile.Failure.looseEnd(segment: 0)) { try RoadFile.encode(network) }
  }
}
