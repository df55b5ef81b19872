public import Geo
public import Roads

/// A town that does not exist, made from a seed: its streets, its river and its buildings.
///
/// It is in the open ocean at ``origin``, where no map shows anything else. The same seed gives the
/// same town on every platform, to the seventh decimal of a coordinate.
public struct DemoCity: Sendable {
  /// The town's middle, its market square: on the open Atlantic, some 590 km north of the Azores.
  public static let origin = Coordinate(latitude: 45, longitude: -30)
  /// The bounds of the whole town, 6 by 5 kilometers.
  public static let bounds = {
    let (low, high) = (
      TownGrid.coordinate(-TownPlan.halfSize), TownGrid.coordinate(TownPlan.halfSize)
    )
    return CoordinateBounds(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }()
  /// The seed of the town that the demo shows.
  public static let standardSeed: UInt64 = 7

  /// The number that the town follows from.
  public let seed: UInt64
  /// The town's name.
  public let name: LocalName
  /// Its roads; everywhere that vehicles drive can be reached from everywhere else.
  public let roads: [CityRoad]
  /// The network of its roads, with a segment for each of ``roads``.
  public let network: RoadNetwork
  /// Its areas, the lowest first.
  public let areas: [CityArea]
  /// Its named places, the most important first.
  public let places: [CityPlace]

  /// Makes the town of a seed.
  ///
  /// - Parameter seed: Any number.
  public init(seed: UInt64 = DemoCity.standardSeed) {
    self.seed = seed
    var chance = Chance(seed: seed)
    let plan = TownPlan(&chance)
    let streets = StreetPlan(plan, Chance(seed: chance.next()))
    let builder = NetworkBuilder(streets, &chance)
    roads = builder.cityRoads
    network = RoadNetwork(nodes: builder.coordinates, segments: roads.map(\.segment))
    areas = AreaBuilder(streets, Chance(seed: chance.next())).areas()
    name = LocalName("Auravelle", language: "fr")
    places = CityPlace.all(plan, name)
  }
}
