/// Builds on blocks: rows of houses around yards, villas in gardens, a church on a square.
struct BuildingMaker {
  /// The outlines so far, counterclockwise, in meters of the bent town.
  private(set) var shapes: [[Point]] = []
  private var chance: Chance

  init(_ chance: Chance) { self.chance = chance }

  /// Builds on a block.
  ///
  /// - Parameters:
  ///   - land: The block between the middles of its streets.
  ///   - use: What the block is.
  mutating func build(_ land: Polygon, _ use: Block.Use) {
    let block = land.simplified(1.4)
    switch use {
    case .oldTown: row(block, setback: 4.5, depth: chance.between(11, 14), front: 15...26)
    case .inner:
      if chance.happens(0.07) {
        hall(block)
      } else {
        row(block, setback: 9, depth: chance.between(12, 15), front: 22...44)
      }
    case .outer: if chance.happens(0.08) { hall(block) } else { villas(block) }
    case .square: church(block)
    case .park, .field, .meadow, .wood: break
    }
  }

  /// Houses wall to wall along the streets, with a yard behind them.
  private mutating func row(
    _ block: Polygon, setback: Double, depth: Double, front: ClosedRange<Double>
  ) {
    guard let outer = fitted(block, setback) else { return }
    guard outer.area > 900, let inner = outer.inset(depth) else { return lots(outer, size: 420) }
    for index in outer.points.indices {
      let (from, to) = outer.edge(index)
      let (innerFrom, innerTo) = inner.edge(index)
      let length = from.distance(to: to)
      let count = max(
        1, Int((length / chance.between(front.lowerBound, front.upperBound)).rounded()))
      for house in 0..<count {
        if count > 2, chance.happens(0.05) { continue }
        let (start, end) = (Double(house) / Double(count), Double(house + 1) / Double(count))
        let (a, b) = (from + (to - from) * start, from + (to - from) * end)
        let (c, d) = (
          innerFrom + (innerTo - innerFrom) * end, innerFrom + (innerTo - innerFrom) * start
        )
        // Corner houses keep their full depth, so that rows close around the yard.
        let share = house == 0 || house == count - 1 ? 1 : chance.between(0.72, 1.12)
        shapes.append([a, b, b + (c - b) * share, a + (d - a) * share])
      }
    }
    // Workshops in the yard.
    let yard = inner.box()
    if yard.width > 26, chance.happens(0.6) {
      box(
        yard.center + yard.axis * chance.between(-6, 6), yard.axis,
        min(yard.length * 0.4, chance.between(12, 34)),
        min(yard.width * 0.34, chance.between(8, 14)), within: inner)
    }
  }

  /// A polygon moved inward; corners that do not fit are left out first.
  private func fitted(_ block: Polygon, _ distance: Double) -> Polygon? {
    for tolerance in [0.0, 3, 7, 12] {
      if let inset = block.simplified(tolerance).inset(distance) { return inset }
    }
    return nil
  }

  /// Houses that fill a small block, divided again and again.
  private mutating func lots(_ land: Polygon, size: Double) {
    var open = [land]
    while let lot = open.popLast() {
      let box = lot.box()
      guard lot.area > size * 1.5, let parts = halves(lot, box) else {
        if lot.area > 60, let house = lot.inset(0.3) { shapes.append(house.points) }
        continue
      }
      open += parts
    }
  }

  private func halves(_ land: Polygon, _ box: OrientedBox) -> [Polygon]? {
    func side(_ sign: Double) -> Polygon? {
      var points: [Point] = []
      for index in land.points.indices {
        let (from, to) = land.edge(index)
        let one = (from - box.center).dot(box.axis) * sign
        let other = (to - box.center).dot(box.axis) * sign
        if one >= 0 { points.append(from) }
        if (one >= 0) != (other >= 0) { points.append(from + (to - from) * (one / (one - other))) }
      }
      return points.count > 2 ? Polygon(points) : nil
    }
    guard let one = side(1), let other = side(-1) else { return nil }
    return [one, other]
  }

  /// Detached houses in gardens along the streets.
  private mutating func villas(_ block: Polygon) {
    guard let garden = fitted(block, 13) else { return }
    var placed: [Point] = []
    for index in garden.points.indices {
      let (from, to) = garden.edge(index)
      let (length, along) = (from.distance(to: to), (to - from).unit)
      let step = chance.between(25, 31)
      var way = chance.between(6, 12)
      while way < length - 5 {
        let size = Point(chance.between(11, 18), chance.between(9, 13))
        let center = from + along * way + along.left * (size.y / 2 + chance.between(0, 3))
        way += step + chance.between(-2, 4)
        guard !chance.happens(0.05), placed.allSatisfy({ $0.distance(to: center) > 19 }) else {
          continue
        }
        let before = shapes.count
        box(center, along, size.x, size.y, within: garden)
        if shapes.count > before { placed.append(center) }
      }
    }
  }

  /// A school, a market hall or a factory.
  private mutating func hall(_ block: Polygon) {
    guard let land = fitted(block, 14) else { return }
    let box = land.box()
    let (length, width) = (box.length * 0.62, min(box.width * 0.3, 24))
    let side = box.axis.left * (box.width * 0.2)
    self.box(box.center + side, box.axis, length, width, within: land)
    self.box(box.center - side, box.axis, length * chance.between(0.4, 0.9), width, within: land)
    self.box(box.center, box.axis.left, box.width * 0.3, width * 0.7, within: land)
  }

  /// A church with a transept and a round choir.
  private mutating func church(_ block: Polygon) {
    let box = block.box()
    let scale = min(box.length / 95, box.width / 62, 1.15)
    guard scale > 0.35 else { return }
    let (axis, side) = (box.axis, box.axis.left)
    let center = box.center + side * (box.width * 0.1)
    var outline: [Point] = [
      Point(-24, -7), Point(4, -7), Point(4, -15), Point(14, -15), Point(14, -7), Point(22, -7),
    ]
    for step in 1..<6 {
      let angle = .pi * (Double(step) / 6 - 0.5)
      outline.append(Point(22 + 7 * Wave.cos(angle), 7 * Wave.sin(angle)))
    }
    outline += [
      Point(22, 7), Point(14, 7), Point(14, 15), Point(4, 15), Point(4, 7), Point(-24, 7),
    ]
    let shape = outline.map { center + axis * ($0.x * scale) + side * ($0.y * scale) }
    if shape.allSatisfy(block.contains) { shapes.append(shape) }
  }

  /// A rectangle, if it lies within some land.
  private mutating func box(
    _ center: Point, _ axis: Point, _ length: Double, _ width: Double, within land: Polygon
  ) {
    let (along, across) = (axis * (length / 2), axis.left * (width / 2))
    let shape = [
      center - along - across, center + along - across, center + along + across,
      center - along + across,
    ]
    if shape.allSatisfy(land.contains) { shapes.append(shape) }
  }
}
