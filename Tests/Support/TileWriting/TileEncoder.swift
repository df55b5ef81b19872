public import VectorTiles

/// A layer to be written into a tile.
public struct EncodableLayer: Sendable, Hashable {
  /// The layer's name.
  public var name: String
  /// The number of units along the tile's edge.
  public var extent: Int
  /// The features in their order.
  public var features: [VectorTile.Feature]

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - name: The layer's name.
  ///   - extent: The number of units along the tile's edge.
  ///   - features: The features in their order.
  public init(name: String, extent: Int = 4_096, features: [VectorTile.Feature]) {
    self.name = name
    self.extent = extent
    self.features = features
  }
}

/// Writes tiles of the Mapbox Vector Tile format, version 2.
public enum TileEncoder {
  /// Writes a tile.
  ///
  /// Layers without features are left out, as the specification asks, and so are lines of less than
  /// two points and rings of less than three. Rings are written as they come: an outer ring has to
  /// run clockwise as seen on the screen, and its holes after it the other way round.
  ///
  /// - Parameter layers: The layers in their order, each with another name.
  /// - Returns: The tile's bytes, not compressed.
  public static func encode(_ layers: [EncodableLayer]) -> [UInt8] {
    var tile = ProtobufWriter()
    for layer in layers {
      guard let content = encode(layer) else { continue }
      tile.bytes(3, content)
    }
    return tile.bytes
  }

  private static func encode(_ layer: EncodableLayer) -> [UInt8]? {
    var keys = Table<String>()
    var values = Table<TileValue>()
    var features: [[UInt8]] = []
    for feature in layer.features {
      let geometry = GeometryEncoder.encode(feature)
      guard !geometry.isEmpty else { continue }
      var tags = ProtobufWriter()
      // The same feature is the same bytes each time, so that equal tiles are stored once.
      for (key, value) in feature.properties.sorted(by: { $0.key < $1.key }) {
        tags.varint(keys.index(of: key))
        tags.varint(values.index(of: value))
      }
      var message = ProtobufWriter()
      if let id = feature.id { message.number(1, id) }
      if !tags.bytes.isEmpty { message.bytes(2, tags.bytes) }
      message.number(3, UInt64(feature.type.rawValue))
      message.bytes(4, geometry)
      features.append(message.bytes)
    }
    guard !features.isEmpty else { return nil }
    var message = ProtobufWriter()
    message.number(15, 2)
    message.bytes(1, Array(layer.name.utf8))
    for feature in features { message.bytes(2, feature) }
    for key in keys.entries { message.bytes(3, Array(key.utf8)) }
    for value in values.entries { message.bytes(4, encode(value)) }
    message.number(5, UInt64(layer.extent.magnitude))
    return message.bytes
  }

  private static func encode(_ value: TileValue) -> [UInt8] {
    var message = ProtobufWriter()
    switch value {
    case .string(let text): message.bytes(1, Array(text.utf8))
    case .float(let number): message.fixed(2, number.bitPattern)
    case .double(let number): message.fixed(3, number.bitPattern)
    case .int(let number): message.number(4, UInt64(bitPattern: number))
    case .uint(let number): message.number(5, number)
    case .sint(let number): message.number(6, ProtobufWriter.zigzag(number))
    case .bool(let isTrue): message.number(7, isTrue ? 1 : 0)
    }
    return message.bytes
  }

  /// The entries that features share, each once.
  private struct Table<Entry: Hashable> {
    private(set) var entries: [Entry] = []
    private var indices: [Entry: UInt64] = [:]

    mutating func index(of entry: Entry) -> UInt64 {
      if let known = indices[entry] { return known }
      let index = UInt64(entries.count)
      indices[entry] = index
      entries.append(entry)
      return index
    }
  }
}

/// Writes the commands of a geometry.
private enum GeometryEncoder {
  private struct Pen {
    var writer = ProtobufWriter()
    private var (x, y): (Int32, Int32) = (0, 0)

    mutating func command(_ id: UInt64, _ count: Int) { writer.varint(id | UInt64(count) << 3) }

    mutating func go(to point: (x: Int32, y: Int32)) {
      writer.varint(ProtobufWriter.zigzag(point.x &- x))
      writer.varint(ProtobufWriter.zigzag(point.y &- y))
      (x, y) = point
    }
  }

  static func encode(_ feature: VectorTile.Feature) -> [UInt8] {
    let count = feature.coordinates.count / 2
    var parts: [[(x: Int32, y: Int32)]] = []
    var start = 0
    for end in feature.partEnds where end > start && end <= count {
      parts.append(
        (start..<end).map { (feature.coordinates[2 * $0], feature.coordinates[2 * $0 + 1]) })
      start = end
    }
    var pen = Pen()
    switch feature.type {
    case .unknown: break
    case .point:
      let points = parts.flatMap(\.self)
      guard !points.isEmpty else { return [] }
      pen.command(1, points.count)
      for point in points { pen.go(to: point) }
    case .line, .polygon:
      let isClosed = feature.type == .polygon
      for part in parts {
        // A command that leads nowhere is not allowed.
        let points = withoutRepeats(part, isClosed: isClosed)
        guard points.count >= (isClosed ? 3 : 2) else { continue }
        pen.command(1, 1)
        pen.go(to: points[0])
        pen.command(2, points.count - 1)
        for point in points.dropFirst() { pen.go(to: point) }
        if isClosed { pen.command(7, 1) }
      }
    }
    return pen.writer.bytes
  }

  private static func withoutRepeats(
    _ part: [(x: Int32, y: Int32)], isClosed: Bool
  ) -> [(x: Int32, y: Int32)] {
    var points: [(x: Int32, y: Int32)] = []
    for point in part {
      if let last = points.last, last == point { continue }
      points.append(point)
    }
    if isClosed, points.count > 1, let first = points.first, let last = points.last, first == last {
      points.removeLast()
    }
    return points
  }
}
