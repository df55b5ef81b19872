import FleetEngine
import Geo
import RidesharingDriver
import Roads
import RouteSources
import TestSupport
import Testing

@Suite(.limited) struct `A router over a road network` {
  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(latitude: north / 1_000, longitude: east / 1_000)
  }

  /// Two crossing primary roads of 4 degrees' thousandths, all free.
  private static let network = RoadNetwork(
    nodes: [place(-2, 0), place(0, 0), place(2, 0), place(0, 2), place(0, -2)],
    segments: [(0, 1), (1, 2), (1, 3), (4, 1)].map { start, end in
      let nodes = [place(-2, 0), place(0, 0), place(2, 0), place(0, 2), place(0, -2)]
      return RoadNetwork.Segment(
        start: start, end: end, path: [nodes[start], nodes[end]], roadClass: .primary)
    })

  @Test
  func `A router over a road network returns a leg between each two places, from road to road`()
    async throws
  {
    let router = RoadNetworkRouter(Self.network)
    let answer = try await router.route(
      through: [Self.place(-1, 0.1), Self.place(0.2, 1), Self.place(1, 0)]
    )
    #expect(answer.legs.count == 2)
    #expect(answer.legs[0].path.last == answer.legs[1].path.first)
    #expect(answer.legs[0].path.count == 3)
    #expect(abs(answer.legs[0].distanceMeters - 222.4) < 0.1)
    // Around a left turn, at 85 % of 50 km/h; back with a right turn on no junction's node.
    #expect(abs(answer.legs[0].duration.inSeconds - (222.39 / (50 / 3.6 * 0.85) + 5)) < 0.01)
    let length = Polyline(answer.legs[0].path).lengthInMeters
    #expect(abs(length - answer.legs[0].distanceMeters) < 0.01)
    #expect(answer.legs.allSatisfy { $0.traffic.isEmpty })
  }

  @Test func `A router over a road network's error contains a place's distance from the roads`()
    async throws
  {
    let router = RoadNetworkRouter(Self.network, farthestMeters: 200)
    let error = await #expect(throws: RouteFinderError.self) {
      try await router.route(through: [Self.place(0, 0), Self.place(1, 10)])
    }
    #expect(error?.kind == .noRoute)
    #expect(
      error?.reason.contains("Place 2 is 896 m from the nearest road, and at most 200 m") == true)
    let abroad = await #expect(throws: RouteFinderError.self) {
      try await router.route(through: [Coordinate(latitude: 48, longitude: 11), Self.place(0, 0)])
    }
    #expect(abroad?.reason.contains(/Place 1 is 5[34]\d\d km from the nearest road/) == true)
  }

  @Test func `A router over a road network fails without a route or without roads`() async throws {
    let island = RoadNetwork(
      nodes: [0.0, 1, 2, 3].map { Self.place($0, 0) },
      segments: [(0, 1), (2, 3)].map {
        RoadNetwork.Segment(
          start: $0.0, end: $0.1, path: [Self.place(Double($0.0), 0), Self.place(Double($0.1), 0)],
          roadClass: .residential)
      })
    for network in [island, RoadNetwork(nodes: [], segments: [])] {
      let error = await #expect(throws: RouteFinderError.self) {
        try await RoadNetworkRouter(network).route(
          through: [Self.place(0.5, 0), Self.place(2.5, 0)]
        )
      }
      #expect(error?.kind == .noRoute)
    }
  }

  @Test func `A router over a road network refuses invalid places and too many`() async throws {
    let router = RoadNetworkRouter(Self.network)
    let here = Self.place(0, 0)
    let none = Coordinate(latitude: 91, longitude: 0)
    for places in [[], [here], [here, none], Array(repeating: here, count: 101)] {
      let error = await #expect(throws: RouteFinderError.self) {
        try await router.route(through: places)
      }
      #expect(error?.kind == .invalidPlaces)
    }
  }
}
