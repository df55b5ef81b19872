import TrustLimits

/// What has been decoded of a tile so far.
struct TileContent {
  private(set) var labels: [TileLabel] = []
  /// The points of the lines that names belong to.
  private(set) var labelPoints: [TilePoint] = []
  /// What was wrong, once for each kind and layer.
  private(set) var problems: [TileProblem] = []

  private var buckets: [TileGeometry] = []
  /// For each class and structure one more than its place among the buckets, 0 for none.
  private var places: [UInt8]
  private var points = 0
  private var seen: Set<TileProblem> = []

  init() {
    places = Array(
      repeating: 0,
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
    guard let first = schema.rules.first(where: { $0.layer == layer.name }), first.detail <= detail
    else { return }
    do throws(TileProblem.Kind) {
      let bytes = tile.bytes.span
      let tables = try LayerTables(layer, of: bytes)
      let rule = schema.rules.first { rule in
        rule.layer == layer.name && (rule.marker.map { tables.hasKey($0, bytes) } ?? true)
      }
      guard let rule else { return }
      let roles = LayerRoles(rule, keys: tables.keys, of: bytes, names: names)
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

  mutating func record(_ problem: TileProblem) {
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
    if places[index] == 0 {
      buckets.append(TileGeometry(featureClass, structure))
      places[index] = UInt8(buckets.count)
    }
    points += parts.pointCount
    buckets[Int(places[index]) - 1].append(parts)
  }

  /// Adds a name at a point or along the longest of a feature's lines.
  mutating func add(_ label: TileLabel) {
    labels.append(label)
  }

  /// Keeps the points of a name's line and returns their place among those of names.
  mutating func keep(_ line: Range<Int>, of parts: TileParts) -> Range<Int> {
    let start = labelPoints.count
    unsafe parts.points.withUnsafeBufferPointer { buffer in
      unsafe labelPoints.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[line]))
    }
    points += line.count
    return start..<labelPoints.count
  }

  /// The lines and areas in the order of drawing.
  func geometries() -> [TileGeometry] { places.filter { $0 > 0 }.map { buckets[Int($0) - 1] } }
}

extension TileGeometry {
  fileprivate mutating func append(_ parts: TileParts) {
    let start = Int32(points.count)
    unsafe parts.points.withUnsafeBufferPointer { buffer in
      // Of a slice it takes three times as long, for shapes of a few points.
      unsafe points.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<parts.pointCount]))
    }
    for index in 0..<parts.count { partEnds.append(start + parts.ends[index]) }
    if isArea { featureEnds.append(Int32(partEnds.count)) }
  }
}

/// The parts of the feature that is being read.
///
/// Its arrays only grow: what counts is written over for each feature.
struct TileParts {
  /// The points of all parts, and older ones after them.
  private(set) var points: [TilePoint] = []
  /// The number of points that count.
  private(set) var pointCount = 0
  /// Where each finished part ends, and older ends after them.
  private(set) var ends: [Int32] = []
  /// The number of finished parts.
  private(set) var count = 0

  /// Forgets the parts but not their room.
  mutating func removeAll() {
    pointCount = 0
    count = 0
  }

  @inline(__always)
  mutating func add(_ point: TilePoint) {
    if pointCount < points.count { points[pointCount] = point } else { points.append(point) }
    pointCount &+= 1
  }

  mutating func endPart() {
    let end = Int32(pointCount)
    if count < ends.count { ends[count] = end } else { ends.append(end) }
    count &+= 1
  }

  /// The range of a part's points.
  func range(of part: Int) -> Range<Int> {
    (part > 0 ? Int(ends[part - 1]) : 0)..<Int(ends[part])
  }

  /// The range of the part with the most points, which is nearly always the longest one.
  var longest: Range<Int> {
    var longest = 0..<0
    for part in 0..<count where range(of: part).count > longest.count {
      longest = range(of: part)
    }
    return longest
  }
}
