extension VectorTile {
  /// The names and values of the properties that a layer's features share.
  public struct Tables: Sendable, Hashable {
    /// The names, untrusted text.
    public let keys: [String]
    /// The values; nil for text that is not UTF-8 or longer than text may be.
    public let values: [TileValue?]
  }

  /// A whole feature as a value; slower than ``visit(_:with:)``.
  public struct Feature: Sendable, Hashable {
    /// The identifier, if it has one.
    public var id: UInt64?
    /// What the geometry is.
    public var type: TileGeometryType
    /// The properties, untrusted text among them; the last of several with the same name.
    public var properties: [String: TileValue]
    /// The coordinates of all parts, x and y in turn, in units of the layer's extent.
    public var coordinates: [Int32]
    /// Where each point, line or ring ends, counted in points; a ring does not repeat its start.
    public var partEnds: [Int]

    /// Creates a feature.
    public init(
      id: UInt64? = nil,
      type: TileGeometryType,
      properties: [String: TileValue] = [:],
      coordinates: [Int32],
      partEnds: [Int]
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
    } catch {
      throw TileProblem(error, layer: layer.name)
    }
  }

  /// Reads the features of a layer of this tile and passes them to a visitor.
  ///
  /// A damaged feature is discarded. After damage of severity `fatal` reading ends with that error,
  /// and the visitor keeps the features read before.
  public func visit<Visitor: FeatureVisitor>(
    _ layer: TileLayer,
    with visitor: inout Visitor
  ) throws(TileProblem) {
    do throws(TileProblem.Kind) {
      // Also a layer whose features are in order is not to be trusted if its tables are not.
      let tables = try LayerTables(layer, of: bytes.span)
      let reader = FeatureReader(layer, counts: (tables.keys.count, tables.values.count))
      try reader.read(bytes.span, into: &visitor)
    } catch {
      throw TileProblem(error, layer: layer.name)
    }
  }

  /// Reads the features of a layer of this tile as values, and collects the layer's problems.
  public func features(of layer: TileLayer) -> (features: [Feature], problems: [TileProblem]) {
    let tables: Tables
    do {
      tables = try self.tables(of: layer)
    } catch {
      return ([], [error])
    }
    var collector = FeatureCollector(tables, layer: layer.name)
    do {
      try visit(layer, with: &collector)
    } catch {
      // A damaged feature was told to the collector; what damages the layer between features was not.
      if collector.problems.last != error { collector.problems.append(error) }
    }
    return (collector.features, collector.problems)
  }
}

/// Makes values of features.
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

  mutating func repeatedPoint() {
    problems.append(TileProblem(.repeatedPoint, layer: layer))
  }
}
