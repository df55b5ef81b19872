internal import Roads

/// Divides the land between the great roads by streets, until blocks are as small as their zone's.
struct BlockSplitter {
  let plan: TownPlan
  private(set) var streets: [PlanLine] = []
  private(set) var blocks: [Block] = []
  /// Parks and woods as wholes, before paths divide them.
  private(set) var greens: [Green] = []
  private var chance: Chance
  /// The junctions, so that a crossing street continues at one instead of starting near it.
  private var meetings = PointFinder()

  init(_ plan: TownPlan, _ chance: Chance) {
    self.plan = plan
    self.chance = chance
  }

  /// Divides one piece of land.
  mutating func divide(_ face: Polygon) {
    let middle = face.centroid
    let zone = plan.zone(middle)
    if plan.isIsland(middle) {
      divide(face, .oldTown, depth: 2)
    } else if zone == .belt {
      green(face, .park, paths: 34_000)
    } else if zone == .inner, chance.happens(0.16), face.area < 140_000 {
      green(face, .park, paths: 36_000)
    } else {
      let use: Block.Use =
        switch zone {
        case .oldTown, .belt: .oldTown
        case .inner: .inner
        case .outer: .outer
        case .country: .field
        }
      divide(face, use, depth: 0)
    }
  }

  private mutating func divide(_ land: Polygon, _ use: Block.Use, depth: Int) {
    let area = land.area
    var use = use
    let middle = land.centroid
    if use == .field, depth > 1, plan.isSuburb(middle) { use = .outer }
    if depth > 1, becomesGreen(use, area) { return green(land, .park, paths: 26_000) }
    let (aim, jitter) = size(use, middle)
    guard area > aim * chance.between(0.85, 1.5), depth < 24 else { return settle(land, use) }
    for attempt in 0..<7 {
      guard let cut = cut(land, jitter: jitter, attempt, reach: min(40, aim.squareRoot() * 0.36))
      else { continue }
      add(cut, roadClass(use, depth, area))
      for part in cut.parts { divide(part, use, depth: depth + 1) }
      return
    }
    settle(land, use)
  }

  /// The size of blocks in square meters, and how much streets turn from the right angle.
  private func size(_ use: Block.Use, _ place: Point) -> (aim: Double, jitter: Double) {
    switch use {
    case .oldTown: (5_800, 0.17)
    case .inner: (17_500, 0.07)
    case .outer: (32_000, 0.05)
    case .field: (95_000, 0.16)
    case .park, .square, .meadow, .wood: (10_000, 0.3)
    }
  }

  private func roadClass(_ use: Block.Use, _ depth: Int, _ area: Double) -> RoadClass {
    switch use {
    case .inner, .outer: area > 230_000 ? .tertiary : .residential
    case .field: area > 500_000 ? .residential : .service
    default: .residential
    }
  }

  private mutating func becomesGreen(_ use: Block.Use, _ area: Double) -> Bool {
    switch use {
    case .inner: (22_000...60_000).contains(area) && chance.happens(0.055)
    case .outer: (35_000...110_000).contains(area) && chance.happens(0.06)
    default: false
    }
  }

  /// Decides what a piece of land without further streets is.
  private mutating func settle(_ land: Polygon, _ use: Block.Use) {
    let middle = land.centroid
    switch use {
    case .oldTown:
      let isSquare = land.area < 5_200 && land.area > 1_500 && chance.happens(0.07)
      blocks.append(Block(polygon: land, use: isSquare ? .square : .oldTown))
    case .field:
      if plan.isWooded(middle) {
        green(land, .wood, paths: 60_000)
      } else {
        blocks.append(Block(polygon: land, use: chance.happens(0.3) ? .meadow : .field))
      }
    default: blocks.append(Block(polygon: land, use: use))
    }
  }

  /// A park or a wood, divided by paths.
  private mutating func green(_ land: Polygon, _ use: Block.Use, paths: Double) {
    var open = [land]
    var lawns: [Polygon] = []
    while let part = open.popLast() {
      guard part.area > paths,
        let cut = cut(part, jitter: 0.45, 0, reach: 30) ?? cut(part, jitter: 0.2, 1, reach: 25)
      else {
        lawns.append(part)
        continue
      }
      add(cut, .footway)
      open += cut.parts
    }
    greens.append(Green(polygon: land, use: use, lawns: lawns))
  }

  private mutating func add(_ cut: Cut, _ roadClass: RoadClass) {
    streets.append(PlanLine(points: [cut.from, cut.to], kind: .street(roadClass)))
    for end in [cut.from, cut.to] where meetings.nearest(to: end, within: 0.3) == nil {
      meetings.insert(end)
    }
  }

  // MARK: - Cuts

  /// A street across a piece of land, with the land on both sides of it.
  private struct Cut {
    var from: Point
    var to: Point
    var parts: [Polygon]
  }

  /// Where a street ends: on the edge of a polygon that begins at an index.
  private struct End {
    var point: Point
    var edge: Int
  }

  private mutating func cut(
    _ land: Polygon,
    jitter: Double,
    _ attempt: Int,
    reach: Double
  ) -> Cut? {
    let box = land.box()
    let isLong = box.length > box.width * 1.25 || !chance.happens(0.5)
    let axis = (isLong != (attempt > 4)) ? box.axis : box.axis.left
    let length = axis == box.axis ? box.length : box.width
    let spread = 0.1 + 0.04 * Double(attempt)
    let place = box.center + axis * (length * chance.between(-spread, spread))
    let direction = axis.left.turned(by: chance.between(-jitter, jitter))
    guard let (first, last) = chord(of: land, through: place, direction) else { return nil }
    guard let from = adjusted(first, land, reach), let to = adjusted(last, land, reach),
      from.point.distance(to: to.point) > 18, isClear(land, from, to)
    else { return nil }
    let parts = [part(land, from, to), part(land, to, from)]
    let least = land.area * 0.2
    guard parts.allSatisfy({ $0.area > least }) else { return nil }
    return Cut(from: from.point, to: to.point, parts: parts)
  }

  /// The longest stretch of a line within the land.
  private func chord(of land: Polygon, through place: Point, _ direction: Point) -> (End, End)? {
    var crossings: [(along: Double, end: End)] = []
    for index in land.points.indices {
      let (from, to) = land.edge(index)
      let (one, other) = (direction.cross(from - place), direction.cross(to - place))
      guard (one > 0) != (other > 0) else { continue }
      let point = from + (to - from) * (one / (one - other))
      crossings.append(((point - place).dot(direction), End(point: point, edge: index)))
    }
    guard crossings.count > 1 else { return nil }
    crossings.sort { $0.along < $1.along }
    let pairs = stride(from: 0, to: crossings.count - 1, by: 2)
    let longest = pairs.max { one, other in
      crossings[one + 1].along - crossings[one].along
        < crossings[other + 1].along - crossings[other].along
    }
    return longest.map { (crossings[$0].end, crossings[$0 + 1].end) }
  }

  /// An end moved to where streets already meet, or away from a corner.
  private func adjusted(_ end: End, _ land: Polygon, _ reach: Double) -> End? {
    var best: (distance: Double, end: End)?
    for index in meetings.near(end.point, within: reach) {
      let point = meetings.points[index]
      let away = point.distance(to: end.point)
      guard away < best?.distance ?? .infinity, let edge = edge(of: land, at: point),
        !isCorner(land, point)
      else { continue }
      best = (away, End(point: point, edge: edge))
    }
    if let best { return best.end }
    for index in land.points.indices {
      let corner = land.points[index]
      guard corner.distance(to: end.point) < 14, isCorner(land, corner) else { continue }
      return nil
    }
    return end
  }

  private func edge(of land: Polygon, at point: Point) -> Int? {
    land.points.indices.first { index in
      let (from, to) = land.edge(index)
      let along = to - from
      let share = (point - from).dot(along) / along.squaredLength
      guard share >= 0, share < 1 else { return false }
      return (point - from - along * share).squaredLength < 1e-4
    }
  }

  /// Whether the land turns at a point, so that no street ought to begin there.
  private func isCorner(_ land: Polygon, _ point: Point) -> Bool {
    guard let index = land.points.firstIndex(where: { $0.distance(to: point) < 0.3 }) else {
      return false
    }
    let before = land.points[(index + land.count - 1) % land.count]
    let after = land.points[(index + 1) % land.count]
    return (land.points[index] - before).unit.dot((after - land.points[index]).unit) < 0.9
  }

  /// Whether a street between two ends stays within the land and meets its edges at no flat angle.
  private func isClear(_ land: Polygon, _ from: End, _ to: End) -> Bool {
    let along = to.point - from.point
    for end in [from, to] {
      let edge = land.edge(end.edge)
      guard abs((edge.to - edge.from).unit.cross(along.unit)) > 0.5 else { return false }
    }
    for index in land.points.indices {
      let (one, other) = land.edge(index)
      // Edges at the street's own ends only touch it.
      if one.distance(to: from.point) < 0.3 || one.distance(to: to.point) < 0.3 { continue }
      if other.distance(to: from.point) < 0.3 || other.distance(to: to.point) < 0.3 { continue }
      if index == from.edge || index == to.edge { continue }
      let sides = along.cross(one - from.point) > 0 && along.cross(other - from.point) > 0
      let otherSides = along.cross(one - from.point) < 0 && along.cross(other - from.point) < 0
      if sides || otherSides { continue }
      let edge = other - one
      if (edge.cross(from.point - one) > 0) != (edge.cross(to.point - one) > 0) { return false }
    }
    return land.contains((from.point + to.point) / 2)
  }

  /// The land to the left of a street from one end to the other.
  private func part(_ land: Polygon, _ from: End, _ to: End) -> Polygon {
    var points = [from.point, to.point]
    var index = (to.edge + 1) % land.count
    let last = (from.edge + 1) % land.count
    // Both ends on one edge: the way around is the whole polygon, or nothing.
    if to.edge == from.edge {
      let start = land.points[to.edge]
      if start.distance(to: to.point) < start.distance(to: from.point) { return Polygon(points) }
    }
    repeat {
      let point = land.points[index]
      if point.distance(to: to.point) > 0.3, point.distance(to: from.point) > 0.3 {
        points.append(point)
      }
      index = (index + 1) % land.count
    } while index != last
    return Polygon(points)
  }
}
