import TrustLimits

/// The content decoded from a tile so far.
struct TileContent {
  var labels: [TileLabel] = []
  /// The points of the lines that names belong to.
  private(set) var labelPoints: [TilePoint] = []
  /// The problems, each once for each layer.
  private(set) var problems: [TileProblem] = []

  private var buckets: [TileGeometry] = []
  /// For each class and structure one more than the index of its bucket; 0 if it has no bucket.
  private var places: [UInt8]
  private var points = 0
  private var seen: Set<TileProblem> = []

  init() {
    places = Array(
      repeating: 0, count: MapFeatureClass.allCases.count * MapFeatureStructure.allCases.count)
  }

  var isFull: Bool { points >= Limits.Tile.points }

  mutating func add(
    _ layer: TileLayer, of tile: VectorTile, schema: TileSchema, detail: TileDetail,
    names: WordTable<UInt8>
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
      var visitor = MapVisitor(
        layer, rule: rule,
        purposes: KeyPurpose.all(of: tables.keys, in: bytes, rule: rule, names: names),
        values: LayerValues(tables.values, bytes: tile.bytes, rule: rule), detail: detail,
        content: self)
      // The visitor owns the content while it reads, so that nothing is copied.
      self = TileContent()
      defer { self = visitor.content }
      let reader = FeatureReader(layer, counts: (tables.keys.count, tables.values.count))
      try reader.read(bytes, into: &visitor)
    } catch { throw TileProblem(error, layer: layer.name) }
  }

  mutating func record(_ problem: TileProblem) {
    if seen.insert(problem).inserted { problems.append(problem) }
  }

  mutating func add(
    _ featureClass: MapFeatureClass, _ structure: MapFeatureStructure, _ parts: TileParts
  ) {
    let index =
      Int(featureClass.rawValue) * MapFeatureStructure.allCases.count + Int(structure.rawValue)
    if places[index] == 0 {
      buckets.append(TileGeometry(featureClass, structure))
      places[index] = UInt8(buckets.count)
    }
    points += parts.pointCount
    buckets[Int(places[index]) - 1].append(parts)
  }

  /// Keeps the points of a name's line and returns their range in ``labelPoints``.
  mutating func keep(_ line: Range<Int>, of parts: TileParts) -> Range<Int> {
    let start = labelPoints.count
    unsafe parts.points.withUnsafeBufferPointer { buffer in
      unsafe labelPoints.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[line]))
    }
    points += line.count
    return start..<labelPoints.count
  }

  func geometries() -> [TileGeometry] { places.filter { $0 > 0 }.map { buckets[Int($0) - 1] } }
}

extension TileGeometry {
  fileprivate mutating func append(_ parts: TileParts) {
    let start = Int32(points.count)
    unsafe parts.points.withUnsafeBufferPointer { buffer in
      // Appending a slice takes three times as long for shapes of a few points.
      unsafe points.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<parts.pointCount]))
    }
    for index in 0..<parts.count { partEnds.append(start + parts.ends[index]) }
    if isArea { featureEnds.append(Int32(partEnds.count)) }
  }
}

/// The parts of the feature that is being read.
///
/// The arrays only grow; each feature overwrites the last one, so old elements follow valid ones.
struct TileParts {
  private(set) var points: [TilePoint] = []
  /// The number of valid points.
  private(set) var pointCount = 0
  /// The ends of the finished parts, counted in points.
  private(set) var ends: [Int32] = []
  /// The number of valid ends.
  private(set) var count = 0

  /// Removes the parts but keeps the memory.
  mutating func removeAll() {
    pointCount = 0
    count = 0
  }

  @inline(__always) mutating func add(_ point: TilePoint) {
    if pointCount < points.count { points[pointCount] = point } else { points.append(point) }
    pointCount &+= 1
  }

  mutating func endPart() {
    let end = Int32(pointCount)
    if count < ends.count { ends[count] = end } else { ends.append(end) }
    count &+= 1
  }

  func range(of part: Int) -> Range<Int> { (part > 0 ? Int(ends[part - 1]) : 0)..<Int(ends[part]) }

  /// The width or the height of all points, whichever is larger.
  var extent: Int {
    var (west, north) = (Int16.max, Int16.max)
    var (east, south) = (Int16.min, Int16.min)
    for index in 0..<pointCount {
      let point = points[index]
      (west, north) = (min(west, point.x), min(north, point.y))
      (east, south) = (max(east, point.x), max(south, point.y))
    }
    return pointCount > 0 ? max(Int(east) - Int(west), Int(south) - Int(north)) : 0
  }

  /// The range of the part with the most points, nearly always the longest one.
  var longest: Range<Int> {
    var longest = 0..<0
    for part in 0..<count where range(of: part).count > longest.count { longest = range(of: part) }
    return longest
  }
}
