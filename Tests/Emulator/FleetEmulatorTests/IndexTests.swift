@testable import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import JSON
import TestSupport
import Testing

@Suite(.limited) struct `The emulator's indices` {
  @Test(arguments: [1, 2, 3]) func `Sorted IDs are those of a sorted set after any changes`(
    _ seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var ids = SortedIDs()
    var set: Set<String> = []
    for step in 0..<3_000 {
      let id = "v\(Int.random(in: 0..<700, using: &random))"
      if set.remove(id) != nil {
        ids.remove(id)
      } else {
        set.insert(id)
        ids.insert(id)
      }
      guard step.isMultiple(of: 97) || step == 2_999 else { continue }
      #expect(Array(ids.ids()) == set.sorted())
      let start = "v\(Int.random(in: 0..<1_000, using: &random))"
      #expect(Array(ids.ids(after: start)) == set.filter { $0 > start }.sorted())
    }
    for id in set { ids.remove(id) }
    #expect(Array(ids.ids()).isEmpty)
  }

  /// Places where rows and columns of a grid end, and their surroundings.
  private static let centers = [
    Coordinate(latitude: 48.137, longitude: 11.575), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: 0.001, longitude: 179.9999), Coordinate(latitude: -33, longitude: -180),
    Coordinate(latitude: 89.99, longitude: 30), Coordinate(latitude: -90, longitude: 0),
    Coordinate(latitude: 69.6, longitude: 18.9),
  ]

  @Test(arguments: centers) func `The areas near a place have every vehicle within the distance`(
    _ center: Coordinate
  ) throws {
    var random = SeededGenerator(seed: 7)
    var index = PlaceIndex()
    var places: [String: Coordinate] = [:]
    for number in 0..<4_000 {
      let id = "v\(number % 2_500)"
      let place = center.destination(
        bearing: .random(in: 0..<360, using: &random),
        meters: .random(in: 0..<20_000, using: &random))
      index.move(id, from: places[id], to: place)
      places[id] = place
    }
    for (id, place) in places where id.hasSuffix("9") {
      index.move(id, from: place, to: nil)
      places[id] = nil
    }
    for meters in [400.0, 3_000, 10_000] {
      let areas = index.areas(near: center, within: meters)
      let found = areas.flatMap(\.ids)
      #expect(Set(found).count == found.count)
      let near = places.filter { $0.value.meters(to: center) <= meters }
      #expect(Set(near.keys).isSubset(of: found))
      #expect(found.count < places.count || meters == 10_000)
      #expect(areas.map(\.nearest) == areas.map(\.nearest).sorted())
      for area in areas {
        let nearest = try area.ids.map { try #require(places[$0]).meters(to: center) }.min()
        #expect(area.nearest <= (nearest ?? .infinity) + 1e-6)
      }
    }
  }

  @Test(arguments: 1...5) func `A search finds the best of all vehicles`(
    _ order: Int
  ) async throws {
    var random = SeededGenerator(seed: 11)
    let center = Coordinate(latitude: 37.5, longitude: -122.25)
    let rig = try Rig()
    var ranks: [(rank: Double, id: String)] = []
    for number in 0..<300 {
      let place = center.destination(
        bearing: .random(in: 0..<360, using: &random),
        meters: .random(in: 0..<4_000, using: &random))
      let id = "v\(number)"
      try await rig.run(.vehicle(id), .located(id, place.latitude, place.longitude))
      let meters = place.meters(to: center)
      let seconds = (meters * 1.3 / (30 / 3.6)).rounded()
      guard meters <= 3_000 else { continue }
      let rank = [
        seconds, (meters * 1.3).rounded(), seconds, meters, seconds + meters / (30 / 3.6),
      ]
      ranks.append((rank[order - 1], id))
    }
    ranks.sort { ($0.rank, $0.id) < ($1.rank, $1.id) }
    for count in [1, 7, 20, 50] {
      let answer = try await rig.run(
        Step(
          .post, "vehicles:search", [],
          """
          {"pickupPoint":{"point":{"latitude":37.5,"longitude":-122.25}},
           "dropoffPoint":{"point":{"latitude":37.55,"longitude":-122.3}},
           "pickupRadiusMeters":3000,"count":\(count),"minimumCapacity":1,"tripTypes":[2],
           "orderBy":\(order),"vehicleTypes":[{"category":1}]}
          """))
      #expect(answer.ids == ranks.prefix(count).map(\.id))
    }
  }
}
