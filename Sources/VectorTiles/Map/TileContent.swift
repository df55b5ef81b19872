import TrustLimits

/// What has been decoded of a tile so far.
struct TileContent {
  /// The names.
  private(set) var labels: [TileLabel] = []
  /// The points of the lines that names belong to.
  private(set) var labelPoints: [TilePoint] = []
  /// What was wrong, once for each kind and layer.
  private(set) var problems: [TileProblem] = []

  private var buckets: [TileGeometry?]
  private var points = 0
  private var seen: Set<TileProblem> = []

  init() {
    buckets = Array(
      repeating: nil,
      count: MapFeatureClass.allCases.count * MapFeatureStructure.allCases.count
    )
  }

  /// Whether there is room for more points.
  var isFull: Bool { points >= Limits.Tile.points }

  /// Adds what is drawn of a layer.
  mutating func add(
    _ layer: TileLayer,
    of tile: VectorTile,
    schema: TileSchema,
    detail: TileDetail,
    names: NameOrder
  ) throws(TileProblem) {
    guard let first = schema.rules.first(where: { $0.layer == layer.name }),
      first.detail <= detail
    else { return }
    do throws(TileProblem.Kind) {
      let bytes = tile.bytes.span
      let tables = try LayerTables(layer, of: bytes)
      guard let rule = schema.rule(for: layer.name, keys: tables.keys) else { return }
      let roles = LayerRoles(rule, keys: tables.keys, names: names)
      var visitor = MapVisitor(
        layer,
        rule: rule,
        roles: roles,
        values: LayerValues(tables.values, bytes: tile.bytes, rule: rule),
        detail: detail,
        content: self
      )
      // The content is the visitor's while it reads, so that nothing is copied.
      self = TileContent()
      defer { self = visitor.content }
      let reader = FeatureReader(layer, counts: (tables.keys.count, tables.values.count))
      try reader.read(bytes, into: &visitor)
    } catch {
      throw TileProblem(error, layer: layer.name)
    }
  }

  /// Remembers a problem.
  mutating func note(_ problem: TileProblem) {
    guard seen.insert(problem).inserted else { return }
    problems.append(problem)
  }

  /// Adds the parts of one feature.
  mutating func add(
    _ featureClass: MapFeatureClass,
    _ structure: MapFeatureStructure,
    _ parts: TileParts
  ) {
    let index =
      Int(featureClass.rawValue) * MapFeatureStructure.allCases.count
      + Int(structure.rawValue)
    if buckets[index] == nil { buckets[index] = TileGeometry(featureClass, structure) }
    points += parts.points.count
    buckets[index]?.append(parts)
  }

  /// Adds a name at a point or along the longest of a feature's lines.
  mutating func add(_ label: TileLabel) {
    labels.append(label)
  }

  /// Keeps the points of a name's line.
  mutating func keep(_ line: ArraySlice<TilePoint>) -> Range<Int> {
    let start = labelPoints.count
    labelPoints.append(contentsOf: line)
    points += line.count
    return start..<labelPoints.count
  }

  /// The lines and areas in the order of drawing.
  func geometries() -> [TileGeometry] { buckets.compactMap(\.self) }
}

extension TileGeometry {
  fileprivate mutating func append(_ parts: TileParts) {
    let start = Int32(points.count)
    points.append(contentsOf: parts.points)
    for end in parts.ends { partEnds.append(start + end) }
    if isArea { featureEnds.append(Int32(partEnds.count)) }
  }
}

/// The parts of the feature that is being read.
struct TileParts {
  /// The points of all parts.
  var points: [TilePoint] = []
  /// Where each finished part ends.
  var ends: [Int32] = []

  /// Forgets the parts but not their room.
  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// The points of a part.
  func part(_ index: Int) -> ArraySlice<TilePoint> {
    points[(index > 0 ? Int(ends[index - 1]) : 0)..<Int(ends[index])]
  }

  /// The part with the most points, which is the longest one nearly always.
  var longest: ArraySlice<TilePoint>? {
    ends.indices.map(part).max { $0.count < $1.count }
  }
}
