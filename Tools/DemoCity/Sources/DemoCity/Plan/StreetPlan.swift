internal import Roads

/// The streets and blocks of the town before it is bent.
struct StreetPlan {
  let plan: TownPlan
  let lines: [PlanLine]
  let arrangement: Arrangement
  let blocks: [Block]
  let greens: [Green]
  /// The pieces of land between the great roads.
  let quarters: [Polygon]

  init(_ plan: TownPlan, _ chance: Chance) {
    self.plan = plan
    var lines = Self.greatLines(plan)
    let great = lines
    let skeleton = Arrangement(lines) { Self.isKept($0, great[$1], plan) }
    var splitter = BlockSplitter(plan, chance)
    var quarters: [Polygon] = []
    for face in skeleton.faces() {
      let middle = face.centroid
      if TownPlan.marketPolygon.contains(middle), face.area < 14_000 { continue }
      if Self.isWater(face, plan) { continue }
      quarters.append(face)
      splitter.divide(face)
    }
    lines += splitter.streets
    self.lines = lines
    let all = lines
    arrangement = Arrangement(all) { Self.isKept($0, all[$1], plan) }
    blocks = splitter.blocks
    greens = splitter.greens
    self.quarters = quarters
  }

  /// The river's quays and bridges, the rings and the roads to the country, and the frame.
  private static func greatLines(_ plan: TownPlan) -> [PlanLine] {
    let half = TownPlan.halfSize
    let corners = [
      Point(-half.x, -half.y), Point(half.x, -half.y), Point(half.x, half.y),
      Point(-half.x, half.y),
      Point(-half.x, -half.y),
    ]
    var lines = [PlanLine(points: corners, kind: .frame)]
    for side in [1.0, -1] {
      lines.append(PlanLine(points: plan.bank(side: side, away: 15), kind: .street(.tertiary)))
    }
    let shore = plan.islandShore(within: 9)
    lines.append(PlanLine(points: shore + [shore[0]], kind: .street(.residential)))
    let classes: [RoadClass] = [.residential, .primary, .secondary, .trunk]
    for (number, roadClass) in classes.enumerated() {
      lines.append(
        PlanLine(points: plan.ring(number), kind: .street(roadClass), crossesRiver: number > 0))
    }
    let market = TownPlan.market
    lines.append(
      PlanLine(points: market + [market[0]], kind: .street(.residential), isMarket: true))
    for number in 0..<TownPlan.roadCount {
      let road = plan.road(number)
      // Within the walls the same road is a narrow street.
      let wall = road.firstIndex { plan.zone($0) != .oldTown } ?? road.count - 1
      let outside = road.firstIndex { plan.zone($0) == .inner } ?? wall
      lines.append(
        PlanLine(points: Array(road[...outside]), kind: .street(.tertiary), crossesRiver: true))
      let kind = PlanLine.Kind.street(number % 3 == 1 ? .secondary : .primary)
      lines.append(PlanLine(points: Array(road[outside...]), kind: kind, crossesRiver: true))
    }
    return lines
  }

  /// Whether a piece of a line is part of the town, by its middle.
  private static func isKept(_ middle: Point, _ line: PlanLine, _ plan: TownPlan) -> Bool {
    let half = TownPlan.halfSize
    guard abs(middle.x) < half.x + 0.5, abs(middle.y) < half.y + 0.5 else { return false }
    guard case .street = line.kind else { return true }
    if line.isMarket { return true }
    if TownPlan.marketPolygon.contains(middle) { return false }
    if !line.crossesRiver, plan.riverShare(middle) < 1, !plan.isIsland(middle) { return false }
    return true
  }

  /// Whether a piece between great roads is the river.
  private static func isWater(_ face: Polygon, _ plan: TownPlan) -> Bool {
    let isBetweenQuays = face.points.allSatisfy { point in
      abs(point.y - plan.riverMiddle(point.x)) < plan.riverHalfWidth(point.x) + 17
    }
    guard isBetweenQuays else { return false }
    return !face.points.allSatisfy { plan.isIsland($0) }
  }
}

extension TownPlan { static let marketPolygon = Polygon(market) }
