internal import Geo
internal import Roads

/// Makes the areas of a plan: ground cover and buildings.
struct AreaBuilder {
  private let streets: StreetPlan
  private var chance: Chance

  init(_ streets: StreetPlan, _ chance: Chance) {
    self.streets = streets
    self.chance = chance
  }

  /// The areas, the lowest first.
  func areas() -> [CityArea] {
    var chance = chance
    var (ground, greens, squares, ponds): ([CityArea], [CityArea], [CityArea], [CityArea]) =
      ([], [], [], [])
    var buildings = BuildingMaker(Chance(seed: chance.next()))
    for quarter in streets.quarters {
      switch streets.plan.zone(quarter.centroid) {
      case .oldTown, .belt: ground.append(area(.center, quarter))
      case .inner, .outer: ground.append(area(.residential, quarter))
      case .country: continue
      }
    }
    for block in streets.blocks {
      switch block.use {
      case .field: ground.append(area(.farmland, block.polygon))
      case .meadow: ground.append(area(.meadow, block.polygon))
      case .square: squares.append(area(.square, block.polygon, inset: 5))
      case .outer where streets.plan.zone(block.polygon.centroid) == .country:
        ground.append(area(.residential, block.polygon))
      default: break
      }
      buildings.build(Polygon(bent(block.polygon)), block.use)
    }
    squares.append(area(.square, TownPlan.marketPolygon, inset: 4))
    buildings.build(Polygon(bent(TownPlan.marketPolygon)), .square)
    for green in streets.greens {
      greens.append(area(green.use == .wood ? .wood : .park, green.polygon, inset: 7))
      guard green.use == .park, green.polygon.area > 9_000 else { continue }
      let lawn = green.lawns.max { $0.area < $1.area }
      if let lawn, let pond = pond(in: lawn, &chance) {
        ponds.append(CityArea(kind: .water, rings: [pond.map(TownGrid.coordinate)]))
      }
    }
    return ground + greens + squares + [river()] + ponds
      + buildings.shapes.map { CityArea(kind: .building, rings: [$0.map(TownGrid.coordinate)]) }
  }

  private func bent(_ polygon: Polygon) -> [Point] {
    streets.plan.bent(polygon.points, isClosed: true)
  }

  private func area(_ kind: CityArea.Kind, _ polygon: Polygon, inset: Double = 0) -> CityArea {
    let bent = Polygon(bent(polygon))
    let shape = inset > 0 ? bent.simplified(1).inset(inset) ?? bent : bent
    return CityArea(kind: kind, rings: [shape.points.map(TownGrid.coordinate)])
  }

  /// The river with the island as a hole in it.
  private func river() -> CityArea {
    let plan = streets.plan
    let half = TownPlan.halfSize
    func bank(_ side: Double) -> [Point] {
      stride(from: -half.x, through: half.x, by: 25).map { east in
        plan.bent(Point(east, plan.riverMiddle(east) + side * plan.riverHalfWidth(east)))
      }
    }
    let shore = plan.islandShore(within: 0).map(plan.bent)
    return CityArea(
      kind: .water,
      rings: [bank(-1) + bank(1).reversed(), shore.reversed()].map { $0.map(TownGrid.coordinate) })
  }

  /// A pond within a park, round and a little dented; nil where it would not fit.
  private func pond(in land: Polygon, _ chance: inout Chance) -> [Point]? {
    let box = land.box()
    let size = box.width * chance.between(0.17, 0.25)
    let center =
      box.center + box.axis * (box.length * chance.between(-0.1, 0.1))
      + box.axis.left * (box.width * chance.between(-0.06, 0.06))
    let (dent, turn) = (chance.between(0.1, 0.22), chance.between(0, 6))
    let shore = (0..<22).map { step in
      let angle = 2 * .pi * Double(step) / 22
      let radius = size * (1 + dent * Wave.sin(3 * angle + turn) + 0.1 * Wave.sin(2 * angle))
      return center + box.axis * (radius * 1.35 * Wave.cos(angle))
        + box.axis.left * (radius * Wave.sin(angle))
    }
    guard size > 9, let lawn = land.simplified(0.5).inset(9), shore.allSatisfy(lawn.contains) else {
      return nil
    }
    return shore.map(streets.plan.bent)
  }
}
