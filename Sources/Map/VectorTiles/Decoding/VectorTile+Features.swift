extension VectorTile {
  /// The keys and values that a layer's features share.
  public struct Tables: Sendable, Hashable {
    /// The keys, untrusted text.
    public let keys: [String]
    /// The values; nil for text that is too long or not UTF-8.
    public let values: [TileValue?]
  }

  /// A feature as a value; slower to read than ``visit(_:with:)``.
  public struct Feature: Sendable, Hashable {
    /// The identifier, if the feature has one.
    public var id: UInt64?
    /// The kind of geometry.
    public var type: TileGeometryType
    /// The properties, with untrusted text; of equal keys the last one counts.
    public var properties: [String: TileValue]
    /// The coordinates of all parts, x and y in turn, in units of the layer's extent.
    public var coordinates: [Int32]
    /// The end of each point, line or ring, counted in points; a ring does not repeat its start.
    public var partEnds: [Int]

    /// Creates a feature.
    public init(
      id: UInt64? = nil, type: TileGeometryType, properties: [String: TileValue] = [:],
      coordinates: [Int32], partEnds: [Int]
    ) {
      self.id = id
      self.type = type
      self.properties = properties
      self.coordinates = coordinates
      self.partEnds = partEnds
    }
  }

  /// Reads the tables of a layer of this tile.
  public func tables(of layer: TileLayer) throws(TileProblem) -> Tables {
    do throws(TileProblem.Kind) {
      let tables = try LayerTables(layer, of: bytes.span)
      let keys = tables.keys.map { Text.string($0, of: bytes.span) ?? "" }
      return Tables(keys: keys, values: tables.values.map { $0.value(bytes.span) })
    } catch { throw TileProblem(error, layer: layer.name) }
  }

  /// Passes the features of a layer of this tile to a visitor.
  ///
  /// A damaged feature is discarded. Fatal damage ends reading with an error; the visitor keeps the
  /// features before it.
  public func visit(
    _ layer: TileLayer,
    with visitor: inout some FeatureVisitor
  ) throws(TileProblem) {
    do throws(TileProblem.Kind) {
      // Damaged tables make the whole layer untrustworthy, so they are read first.
      let tables = try LayerTables(layer, of: bytes.span)
      let reader = FeatureReader(layer, counts: (tables.keys.count, tables.values.count))
      try reader.read(bytes.span, into: &visitor)
    } catch { throw TileProblem(error, layer: layer.name) }
  }

  /// Reads the features of a layer of this tile, and the layer's problems.
  public func features(of layer: TileLayer) -> (features: [Feature], problems: [TileProblem]) {
    let tables: Tables
    do { tables = try self.tables(of: layer) } catch { return ([], [error]) }
    var collector = FeatureCollector(tables, layer: layer.name)
    do { try visit(layer, with: &collector) } catch {
      // The collector has seen a damaged feature, but not damage between features.
      if collector.problems.last != error { collector.problems.append(error) }
    }
    return (collector.features, collector.problems)
  }
}

private struct FeatureCollector: FeatureVisitor {
  var features: [VectorTile.Feature] = []
  var problems: [TileProblem] = []
  private let tables: VectorTile.Tables
  private let layer: String
  private var feature = VectorTile.Feature(type: .unknown, coordinates: [], partEnds: [])

  init(_ tables: VectorTile.Tables, layer: String) {
    self.tables = tables
    self.layer = layer
  }

  mutating func begin(id: UInt64?, type: TileGeometryType) {
    feature = VectorTile.Feature(id: id, type: type, coordinates: [], partEnds: [])
  }

  mutating func tag(key: Int, value: Int) {
    guard let value = tables.values[value] else { return }
    feature.properties[tables.keys[key]] = value
  }

  func wantsGeometry() -> Bool { true }

  mutating func move(x: Int32, y: Int32) {
    feature.coordinates += [x, y]
    feature.partEnds.append(feature.coordinates.count / 2)
  }

  mutating func line(x: Int32, y: Int32) {
    feature.coordinates += [x, y]
    feature.partEnds[feature.partEnds.count - 1] = feature.coordinates.count / 2
  }

  func close() {}

  mutating func end() { features.append(feature) }

  mutating func discard(_ problem: TileProblem.Kind) {
    problems.append(TileProblem(problem, layer: layer))
  }

  mutating func repeatedPoint() { problems.append(TileProblem(.repeatedPoint, layer: layer)) }
}
