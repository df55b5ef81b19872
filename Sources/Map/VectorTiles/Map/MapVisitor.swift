import TrustLimits

/// Builds the drawable content of the features of one layer.
struct MapVisitor: FeatureVisitor {
  /// The units across water below which its name is left out, about 40 meters at zoom 14.
  private static let leastNamedWater = 96
  /// The units across water from which it is more than a pond.
  private static let leastLake = 768

  private struct Feature {
    var type = TileGeometryType.unknown
    var kind: (value: MapFeatureClass, order: UInt8)?
    var name: (value: Int, order: UInt8)?
    var structure = MapFeatureStructure.ground
    var rank: Int?
    var isExcluded = false
    var isRamp = false
    var isSiding = false
    var isFar = false
  }

  private(set) var content: TileContent

  // Copies of what is needed of the layer and the rule, whose strings would be retained at each access.
  private let layerName: String
  private let extent: Int
  private let otherwise: MapFeatureClass?
  private let names: LayerRule.Names
  private let rankOrder: LayerRule.RankOrder?
  private let purposes: [KeyPurpose]
  private let detail: TileDetail
  private var values: LayerValues

  private var feature = Feature()
  /// The class that the feature is drawn as, if it is drawn.
  private var featureClass: MapFeatureClass?
  /// The class that the feature's name is shown as, if it is shown.
  private var labelClass: MapFeatureClass?
  private var parts = TileParts()
  /// All points of a feature that reaches beyond the range of the parts' points; else old ones.
  private var farPoints: [FarPoint] = []

  init(
    _ layer: TileLayer, rule: LayerRule, purposes: [KeyPurpose], values: LayerValues,
    detail: TileDetail, content: TileContent
  ) {
    layerName = layer.name
    extent = layer.extent
    otherwise = rule.otherwise
    names = rule.names
    rankOrder = rule.rankOrder
    self.purposes = purposes
    self.values = values
    self.detail = detail
    self.content = content
  }

  mutating func begin(id: UInt64?, type: TileGeometryType) {
    feature = Feature(type: type)
    parts.removeAll()
  }

  @inline(__always) mutating func tag(key: Int, value: Int) {
    let purpose = purposes[key]
    // Most keys are not used.
    if purpose.role != .unused { apply(value, as: purpose) }
  }

  private mutating func apply(_ value: Int, as purpose: KeyPurpose) {
    switch purpose.role {
    case .unused: break
    case .kind:
      guard purpose.order < feature.kind?.order ?? .max, let found = values.featureClass(value)
      else { break }
      feature.kind = (found, purpose.order)
    case .structure: feature.structure = values.structure(value) ?? feature.structure
    case .bridge: if values.isTrue(value) { feature.structure = .bridge }
    case .tunnel: if values.isTrue(value) { feature.structure = .tunnel }
    case .ramp: feature.isRamp = values.isTrue(value)
    case .service: feature.isSiding = values.isSiding(value)
    case .exclusion: feature.isExcluded = feature.isExcluded || values.isTrue(value)
    case .rank: feature.rank = values.integer(value)
    case .name:
      guard purpose.order < feature.name?.order ?? .max, values.hasText(value) else { break }
      feature.name = (value, purpose.order)
    }
  }

  mutating func wantsGeometry() -> Bool {
    guard !feature.isExcluded, var known = feature.kind?.value ?? otherwise else { return false }
    if feature.isRamp, known.isMainRoad { known = .tertiary }
    if feature.isSiding, known == .rail || known == .tram { known = .siding }
    guard !content.isFull else {
      content.record(TileProblem(.tooManyPoints, layer: layerName))
      return false
    }
    featureClass = names == .only ? nil : drawnClass(known)
    labelClass = feature.name == nil ? nil : namedClass(known)
    return featureClass != nil || labelClass != nil
  }

  mutating func move(x: Int32, y: Int32) {
    if parts.pointCount > 0, feature.type != .point { parts.endPart() }
    add(x, y)
  }

  mutating func line(x: Int32, y: Int32) { add(x, y) }

  func close() {}

  mutating func end() {
    guard featureClass != nil || labelClass != nil, parts.pointCount > 0 else { return }
    parts.endPart()
    if feature.isFar {
      clip()
      guard parts.pointCount > 0 else { return }
    }
    if let featureClass { content.add(featureClass, feature.structure, parts) }
    if let labelClass { addLabel(labelClass) }
    featureClass = nil
    labelClass = nil
  }

  mutating func discard(_ problem: TileProblem.Kind) {
    featureClass = nil
    labelClass = nil
    content.record(TileProblem(problem, layer: layerName))
  }

  @inline(__always) private mutating func add(_ x: Int32, _ y: Int32) {
    var (x, y) = (Int(x), Int(y))
    if extent != DecodedTile.extent { (x, y) = (scaled(x), scaled(y)) }
    let point = TilePoint(x: Int16(truncatingIfNeeded: x), y: Int16(truncatingIfNeeded: y))
    if feature.isFar || Int(point.x) != x || Int(point.y) != y { addFar(x, y) }
    parts.add(point)
  }

  /// Keeps a point of a feature that reaches far beyond the tile, and those before it.
  private mutating func addFar(_ x: Int, _ y: Int) {
    if !feature.isFar {
      feature.isFar = true
      farPoints = parts.points.prefix(parts.pointCount).map { FarPoint(x: Int($0.x), y: Int($0.y)) }
    }
    farPoints.append(FarPoint(x: x, y: y))
  }

  /// Replaces the parts by those that are near the tile.
  private mutating func clip() {
    var clipped: [[TilePoint]] = []
    for index in 0..<parts.count {
      let part = farPoints[parts.range(of: index)]
      switch feature.type {
      case .line: clipped += TileClipper.line(part)
      case .polygon: clipped.append(TileClipper.ring(part))
      case .point, .unknown:
        clipped.append(
          part.filter(TileClipper.keeps).map { TilePoint(x: Int16($0.x), y: Int16($0.y)) })
      }
    }
    parts.removeAll()
    for part in clipped where !part.isEmpty {
      for point in part { parts.add(point) }
      parts.endPart()
    }
  }

  /// A coordinate in the units of decoded tiles, rounded to the nearest one.
  private func scaled(_ value: Int) -> Int {
    let product = value * DecodedTile.extent + extent / 2
    let quotient = product / extent
    return product % extent < 0 ? quotient - 1 : quotient
  }

  /// The class that the feature's shape is drawn as; nil if it is not drawn.
  private func drawnClass(_ known: MapFeatureClass) -> MapFeatureClass? {
    let drawn: MapFeatureClass? =
      switch feature.type {
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
    guard let drawn, !drawn.isName, drawn.isArea == (feature.type == .polygon),
      drawn.detail <= detail, feature.structure != .tunnel || drawn.isRoad
    else { return nil }
    return drawn
  }

  /// The class that the feature's name is shown as; nil if it is not shown.
  private func namedClass(_ known: MapFeatureClass) -> MapFeatureClass? {
    guard names != .unused else { return nil }
    let named: MapFeatureClass? =
      switch known {
      case .water, .river: .waterName
      case .park: .parkName
      case .airport: .airportName
      case .rail, .tram, .siding, .ferry, .runway: nil
      default: known.isName || feature.type == .line ? known : nil
      }
    return named.flatMap { named in
      detail >= max(named.detail, named.isRoad ? .streets : .overview) ? named : nil
    }
  }

  private mutating func addLabel(_ labelClass: MapFeatureClass) {
    guard content.labels.count < Limits.Tile.labels, let name = feature.name,
      let (placement, isPond) = labelPlacement(labelClass), let text = values.name(name.value)
    else { return }
    let own: Int =
      switch (feature.rank, rankOrder) {
      case (let rank?, .ascending): min(max(0, rank), 99)
      case (let rank?, .descending): 99 - min(max(0, rank), 99)
      default: feature.type == .point ? 50 : Self.sizeRank(parts.extent)
      }
    // A pond's name comes after those of the streets around it.
    let rank = (isPond ? MapFeatureClass.tertiary : labelClass).nameRank * 100 + own
    content.labels.append(
      TileLabel(name: text, featureClass: labelClass, rank: rank, placement: placement))
  }

  /// The order within a class of what is this wide or high, from 20 for a tile's width to 80; each
  /// step of 10 is half of the size.
  private static func sizeRank(_ extent: Int) -> Int {
    let halvings =
      (DecodedTile.extent / max(1, extent)).bitWidth
      - (DecodedTile.extent / max(1, extent)).leadingZeroBitCount
    return 20 + 10 * min(6, max(0, halvings - 1))
  }

  /// The name's place, and whether it belongs to a pond; nil if the place is in another tile.
  private mutating func labelPlacement(
    _ labelClass: MapFeatureClass
  ) -> (placement: TileLabel.Placement, isPond: Bool)? {
    switch feature.type {
    case .line:
      let line = parts.longest
      return line.count > 1 ? (.line(content.keep(line, of: parts)), false) : nil
    case .point: return Self.inside(parts.points[0]).map { ($0, false) }
    case .polygon:
      var (west, north) = (Int16.max, Int16.max)
      var (east, south) = (Int16.min, Int16.min)
      for index in parts.range(of: 0) {
        let point = parts.points[index]
        (west, north) = (min(west, point.x), min(north, point.y))
        (east, south) = (max(east, point.x), max(south, point.y))
      }
      let length = max(Int(east) - Int(west), Int(south) - Int(north))
      // A fountain's name would cover more than it explains.
      guard labelClass != .waterName || length >= Self.leastNamedWater else { return nil }
      let (x, y) = ((Int(west) + Int(east)) / 2, (Int(north) + Int(south)) / 2)
      return Self.inside(TilePoint(x: Int16(x), y: Int16(y))).map {
        ($0, labelClass == .waterName && length < Self.leastLake)
      }
    case .unknown: return nil
    }
  }

  /// A point in the tile itself; beyond its edge the name belongs to the neighbor.
  private static func inside(_ point: TilePoint) -> TileLabel.Placement? {
    let edge = 0..<Int16(DecodedTile.extent)
    return edge.contains(point.x) && edge.contains(point.y) ? .point(point) : nil
  }
}
