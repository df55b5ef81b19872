import TrustLimits

/// Builds what a map draws of the features of one layer.
struct MapVisitor: FeatureVisitor {
  /// The units across water below which it has no name, some 40 metres at zoom 14.
  private static let leastNamedWater = 96
  /// The units across water from which on it is more than a pond.
  private static let leastLake = 768

  /// The content decoded so far.
  private(set) var content: TileContent

  // Plain numbers instead of the layer and the rule, whose texts would be retained for each look.
  private let layerName: String
  private let extent: Int
  private let otherwise: MapFeatureClass?
  private let names: LayerRule.Names
  private let rankOrder: LayerRule.RankOrder?
  private let roles: [LayerRoles.Assignment]
  private let detail: TileDetail
  private var values: LayerValues

  // The feature that is being read.
  private var type = TileGeometryType.unknown
  private var featureClass: MapFeatureClass?
  private var labelClass: MapFeatureClass?
  private var kind: (value: MapFeatureClass, order: UInt8)?
  private var name: (value: Int, order: UInt8)?
  private var structure = MapFeatureStructure.ground
  private var rank: Int?
  private var isExcluded = false
  private var isRamp = false
  private var isSiding = false
  private var isPond = false
  private var isFar = false
  private var parts = TileParts()

  init(
    _ layer: TileLayer,
    rule: LayerRule,
    roles: LayerRoles,
    values: LayerValues,
    detail: TileDetail,
    content: TileContent
  ) {
    layerName = layer.name
    extent = layer.extent
    otherwise = rule.otherwise
    names = rule.names
    rankOrder = rule.rankOrder
    self.roles = roles.assignments
    self.values = values
    self.detail = detail
    self.content = content
  }

  mutating func begin(id: UInt64?, type: TileGeometryType) {
    self.type = type
    kind = nil
    name = nil
    structure = .ground
    rank = nil
    isExcluded = false
    isRamp = false
    isSiding = false
    isPond = false
    isFar = false
    parts.removeAll()
  }

  @inline(__always)
  mutating func tag(key: Int, value: Int) {
    let assignment = roles[key]
    // Most keys say nothing that is drawn.
    if assignment.role != .unused { apply(value, as: assignment) }
  }

  private mutating func apply(_ value: Int, as assignment: LayerRoles.Assignment) {
    switch assignment.role {
    case .unused: break
    case .kind:
      guard assignment.order < kind?.order ?? .max, let found = values.featureClass(value)
      else { break }
      kind = (found, assignment.order)
    case .structure: structure = values.structure(value) ?? structure
    case .bridge: if values.isTrue(value) { structure = .bridge }
    case .tunnel: if values.isTrue(value) { structure = .tunnel }
    case .ramp: isRamp = values.isTrue(value)
    case .service: isSiding = values.isSiding(value)
    case .exclusion: isExcluded = isExcluded || values.isTrue(value)
    case .rank: rank = values.integer(value)
    case .name:
      guard assignment.order < name?.order ?? .max, values.hasText(value) else { break }
      name = (value, assignment.order)
    }
  }

  mutating func wantsGeometry() -> Bool {
    guard !isExcluded, var known = kind?.value ?? otherwise else { return false }
    if isRamp, known.isMainRoad { known = .tertiary }
    if isSiding, known == .rail || known == .tram { known = .siding }
    guard !content.isFull else {
      content.record(TileProblem(.tooManyPoints, layer: layerName))
      return false
    }
    featureClass = names == .only ? nil : drawnClass(known)
    labelClass = name == nil ? nil : namedClass(known)
    return featureClass != nil || labelClass != nil
  }

  mutating func move(x: Int32, y: Int32) {
    if parts.pointCount > 0, type != .point { parts.endPart() }
    add(x, y)
  }

  mutating func line(x: Int32, y: Int32) { add(x, y) }

  func close() {}

  mutating func end() {
    guard featureClass != nil || labelClass != nil, parts.pointCount > 0 else { return }
    guard !isFar else {
      discard(.coordinateOutOfRange)
      return
    }
    parts.endPart()
    if let featureClass { content.add(featureClass, structure, parts) }
    if let labelClass { addLabel(labelClass) }
    featureClass = nil
    labelClass = nil
  }

  mutating func discard(_ problem: TileProblem.Kind) {
    featureClass = nil
    labelClass = nil
    content.record(TileProblem(problem, layer: layerName))
  }

  @inline(__always)
  private mutating func add(_ x: Int32, _ y: Int32) {
    var (x, y) = (Int(x), Int(y))
    if extent != DecodedTile.extent {
      x = scaled(x)
      y = scaled(y)
    }
    let point = TilePoint(x: Int16(truncatingIfNeeded: x), y: Int16(truncatingIfNeeded: y))
    isFar = isFar || Int(point.x) != x || Int(point.y) != y
    parts.add(point)
  }

  /// A coordinate in the units of decoded tiles, rounded to the nearest one.
  private func scaled(_ value: Int) -> Int {
    let product = value * DecodedTile.extent + extent / 2
    let quotient = product / extent
    return product % extent < 0 ? quotient - 1 : quotient
  }

  /// The class that the feature's shape is drawn as, nil for none.
  private func drawnClass(_ known: MapFeatureClass) -> MapFeatureClass? {
    let drawn: MapFeatureClass? =
      switch type {
      case .unknown, .point: nil
      case .line:
        if known == .water { .river } else { known.isArea && known != .building ? nil : known }
      case .polygon:
        switch known {
        case .river, .stream: .water
        case .path, .service, .street: .square
        default: known
        }
      }
    // Below the ground only roads matter to a driver.
    guard let drawn, !drawn.isName, drawn.isArea == (type == .polygon), drawn.detail <= detail,
      structure != .tunnel || drawn.isRoad
    else { return nil }
    return drawn
  }

  /// The class that the feature's name is shown as, nil for none.
  private func namedClass(_ known: MapFeatureClass) -> MapFeatureClass? {
    guard names != .unused else { return nil }
    let named: MapFeatureClass? =
      switch known {
      case .water, .river: .waterName
      case .stream: detail >= known.detail ? .waterName : nil
      case .park: .parkName
      case .airport: .airportName
      case .rail, .tram, .siding, .ferry, .runway: nil
      default: known.isName || type == .line ? known : nil
      }
    guard let named, detail >= max(named.detail, named.isRoad ? .streets : .overview) else {
      return nil
    }
    return named
  }

  private mutating func addLabel(_ labelClass: MapFeatureClass) {
    guard content.labels.count < Limits.Tile.labels, let name,
      let placement = labelPlacement(labelClass), let text = values.name(name.value)
    else { return }
    content.add(
      TileLabel(
        name: text,
        featureClass: labelClass,
        rank: labelRank(labelClass),
        placement: placement
      )
    )
  }

  /// Where the name belongs, nil if that is in another tile.
  private mutating func labelPlacement(_ labelClass: MapFeatureClass) -> TileLabel.Placement? {
    switch type {
    case .line:
      let line = parts.longest
      guard line.count > 1 else { return nil }
      return .line(content.keep(line, of: parts))
    case .point:
      return Self.inside(parts.points[0])
    case .polygon:
      var (west, north) = (Int16.max, Int16.max)
      var (east, south) = (Int16.min, Int16.min)
      for index in parts.range(of: 0) {
        let point = parts.points[index]
        (west, north) = (min(west, point.x), min(north, point.y))
        (east, south) = (max(east, point.x), max(south, point.y))
      }
      if labelClass == .waterName {
        let length = max(Int(east) - Int(west), Int(south) - Int(north))
        // A fountain's name would hide more than it tells.
        guard length >= Self.leastNamedWater else { return nil }
        isPond = length < Self.leastLake
      }
      return Self.inside(
        TilePoint(x: Int16((Int(west) + Int(east)) / 2), y: Int16((Int(north) + Int(south)) / 2))
      )
    case .unknown: return nil
    }
  }

  /// A place in the tile itself, as the same name beyond its edge is the neighbour's.
  private static func inside(_ point: TilePoint) -> TileLabel.Placement? {
    let edge = 0..<Int16(DecodedTile.extent)
    return edge.contains(point.x) && edge.contains(point.y) ? .point(point) : nil
  }

  private func labelRank(_ labelClass: MapFeatureClass) -> Int {
    let own: Int =
      switch (rank, rankOrder) {
      case (let rank?, .ascending): min(max(0, rank), 99)
      case (let rank?, .descending): 99 - min(max(0, rank), 99)
      default: 50
      }
    // A pond's name waits for those of the streets around it.
    return (isPond ? MapFeatureClass.tertiary : labelClass).nameRank * 100 + own
  }
}
