/// The great lines of the town before it is bent: river, walls, rings and roads into the country.
struct TownPlan {
  /// Half of the width and height of what is drawn, in meters.
  static let halfSize = Point(3_000, 2_500)

  /// A part of the town, by its position from the center.
  enum Zone {
    case oldTown
    /// The green belt where the walls were.
    case belt
    case inner
    case outer
    case country
  }

  /// The sine waves of one of the town's curves.
  struct Waves {
    var parts: [(factor: Double, frequency: Double, phase: Double)]

    func callAsFunction(_ place: Double) -> Double {
      parts.reduce(0) { $0 + $1.factor * Wave.sin(place * $1.frequency + $1.phase) }
    }
  }

  /// How much wider than high the rings are.
  private static let stretch = [1.04, 1.06, 1.14, 1.2]
  private static let radii = [585.0, 672.0, 1_270, 2_030]
  /// The angles of the roads that lead from the market to the country, in degrees; none along the
  /// river.
  private static let angles = [21.0, 58, 96, 131, 162, -47, -91, -131]
  /// Where the road to the south crosses the river, by way of the island.
  private static let islandEast = 0.0
  /// The island's middle.
  let island: Point

  private let riverWaves: Waves
  private let ringWaves: [Waves]
  private let roadWaves: [Waves]
  private let bend: (east: Waves, north: Waves)
  private let riverLevel: Double

  init(_ chance: inout Chance) {
    let twoPi = 2 * Double.pi
    func phase() -> Double { chance.unit() * twoPi }
    riverWaves = Waves(parts: [
      (230, twoPi / 3_100, phase()), (105, twoPi / 1_370, phase()), (24, twoPi / 610, phase()),
    ])
    riverLevel = -330 - riverWaves(Self.islandEast)
    ringWaves = (0..<4).map { ring in
      let size = ring < 2 ? 0.7 : 1
      return Waves(parts: [
        (0.030 * size, 2, phase()), (0.026 * size, 3, phase()), (0.014 * size, 5, phase()),
      ])
    }
    roadWaves = Self.angles.map { _ in
      Waves(parts: [(0.035, twoPi / 1_500, phase()), (0.02, twoPi / 700, phase())])
    }
    bend = (
      Waves(parts: [
        (26, twoPi / 1_250, phase()), (13, twoPi / 560, phase()), (5, twoPi / 260, phase()),
      ]),
      Waves(parts: [
        (26, twoPi / 1_180, phase()), (13, twoPi / 530, phase()), (5, twoPi / 240, phase()),
      ])
    )
    island = Point(Self.islandEast, riverLevel + riverWaves(Self.islandEast))
  }

  // MARK: - The river

  /// The north of the river's middle.
  func riverMiddle(_ east: Double) -> Double { riverLevel + riverWaves(east) }

  /// Half of the river's width, more next to the island.
  func riverHalfWidth(_ east: Double) -> Double {
    let along = (east - island.x) / 400
    let swell = abs(along) < 1 ? (1 - along * along) * (1 - along * along) : 0
    return 40 + 6 * Wave.sin(east / 330) + 62 * swell
  }

  /// Half of the island's width, 0 next to it.
  func islandHalfWidth(_ east: Double) -> Double {
    let along = (east - island.x) / 240
    guard abs(along) < 1 else { return 0 }
    return 54 * (1 - along * along * along * along).squareRoot()
  }

  /// How far a point is from the river's middle, in half widths.
  func riverShare(_ point: Point) -> Double {
    abs(point.y - riverMiddle(point.x)) / riverHalfWidth(point.x)
  }

  func isIsland(_ point: Point) -> Bool {
    abs(point.y - riverMiddle(point.x)) <= islandHalfWidth(point.x)
  }

  /// A line beyond the river's bank by some meters, from west to east; the northern one for side 1.
  func bank(side: Double, away: Double) -> [Point] {
    stride(from: -Self.halfSize.x - 60, through: Self.halfSize.x + 60, by: 36).map { east in
      Point(east, riverMiddle(east) + side * (riverHalfWidth(east) + away))
    }
  }

  /// The island's shore or a line within it, counterclockwise.
  func islandShore(within: Double) -> [Point] {
    let steps = 14
    let reach = 238 - within * 1.6
    let lower = (0...steps).map { step in
      let along = -Wave.cos(.pi * Double(step) / Double(steps))
      return island.x + reach * along
    }
    let south = lower.map { Point($0, riverMiddle($0) - max(3, islandHalfWidth($0) - within)) }
    let north = lower.reversed().map {
      Point($0, riverMiddle($0) + max(3, islandHalfWidth($0) - within))
    }
    return south + north
  }

  // MARK: - Rings and roads

  /// The radius of a ring in a direction.
  private func radius(_ ring: Int, _ angle: Double) -> Double {
    Self.radii[ring] * (1 + ringWaves[ring](angle))
  }

  /// A ring, its first point repeated at its end.
  func ring(_ number: Int) -> [Point] {
    let steps = Int(Self.radii[number] * 2 * .pi / 48)
    return (0...steps).map { step in
      let angle = 2 * .pi * Double(step % steps) / Double(steps)
      let radius = radius(number, angle)
      return Point(radius * Wave.cos(angle) * Self.stretch[number], radius * Wave.sin(angle))
    }
  }

  static var roadCount: Int { angles.count }

  /// A road from the middle to beyond the country's edge.
  func road(_ number: Int) -> [Point] {
    let angle = Self.angles[number] * .pi / 180
    return stride(from: 20.0, through: 4_200, by: 52).map { way in
      // Straight where it leaves the market, then more and more its own way.
      let turn = roadWaves[number](way) * min(1, way / 1_200)
      return Point(way * Wave.cos(angle + turn) * 1.08, way * Wave.sin(angle + turn))
    }
  }

  /// The market square, counterclockwise.
  static let market = [
    Point(-62, -34), Point(50, -44), Point(66, 30), Point(-10, 52), Point(-70, 38),
  ]

  /// The zone of a point.
  func zone(_ point: Point) -> Zone {
    // The nearest of the ring's corners decides well enough, since rings are round.
    func isWithin(_ ring: Int) -> Bool {
      let flat = Point(point.x / Self.stretch[ring], point.y)
      return flat.length < radius(ring, Self.angle(of: flat))
    }
    if isWithin(0) { return .oldTown }
    if isWithin(1) { return .belt }
    if isWithin(2) { return .inner }
    return isWithin(3) ? .outer : .country
  }

  /// The angle of a direction, well enough to tell zones apart.
  private static func angle(of point: Point) -> Double {
    let unit = point.unit
    // A rational arc sine that is off by less than a degree.
    let share = min(abs(unit.x), abs(unit.y))
    let small = share * (1 + share * share * 0.157 + share * share * share * share * 0.13)
    let first = abs(unit.x) >= abs(unit.y) ? small : .pi / 2 - small
    let half = unit.x >= 0 ? first : .pi - first
    return unit.y >= 0 ? half : 2 * .pi - half
  }

  // MARK: - Bending

  /// The bent position of a point of the plan; the edges of the plan stay where they are.
  func bent(_ point: Point) -> Point {
    let edge = point / Self.halfSize
    let cube = edge * edge * edge
    let calm = (1 - min(1, cube.x * cube.x)) * (1 - min(1, cube.y * cube.y))
    let slant = Point(point.x + 0.35 * point.y, point.y - 0.3 * point.x)
    return point + Point(bend.east(slant.y), bend.north(slant.x)) * calm
  }
}

extension TownPlan {
  /// Whether there are houses at a place in the country: near the outer ring, and along roads.
  func isSuburb(_ point: Point) -> Bool {
    let wave = Wave.sin(point.x / 260 + 1.3) + Wave.sin(point.y / 230 + point.x / 900)
    return wave > 0.55 && abs(point.x) < 2_700 && abs(point.y) < 2_250
  }

  /// Whether there are trees at a place in the country.
  func isWooded(_ point: Point) -> Bool {
    let wave = Wave.sin(point.x / 390 - 0.7) + Wave.sin(point.y / 420 + point.x / 1_300 + 2)
    return wave > 0.35
  }
}
