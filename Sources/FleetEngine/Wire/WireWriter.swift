internal import Geo

/// Writes the fields of one message and leaves out what the wire leaves out.
///
/// Source: contract 1.9.
struct WireWriter {
  private var container: KeyedEncodingContainer<FieldKey>
  private let routeTexts: RouteTexts?

  init(_ encoder: any Encoder) {
    routeTexts = (encoder as? WireEncoder)?.settings.routeTexts
    container = encoder.container(keyedBy: FieldKey.self)
  }

  /// Writes a value that has presence of its own.
  mutating func write(_ name: String, _ value: (some Encodable)?) throws {
    try container.encodeIfPresent(value, forKey: FieldKey(name))
  }

  /// Writes a value unless it is the default.
  mutating func write<Value: Encodable & Equatable>(
    _ name: String,
    _ value: Value?,
    unless absent: Value
  ) throws {
    if let value, value != absent { try container.encode(value, forKey: FieldKey(name)) }
  }

  mutating func write(list name: String, _ values: [some Encodable]) throws {
    if !values.isEmpty { try container.encode(values, forKey: FieldKey(name)) }
  }

  mutating func write(_ name: String, _ value: some WireEnum) throws {
    if !value.isUnspecified { try container.encode(value, forKey: FieldKey(name)) }
  }

  mutating func write(_ name: String, _ moment: Timestamp?) throws {
    try container.encodeIfPresent(moment?.description, forKey: FieldKey(name))
  }

  mutating func write(_ name: String, _ duration: Duration?) throws {
    try container.encodeIfPresent(duration?.wireText, forKey: FieldKey(name))
  }

  mutating func write(_ name: String, _ coordinate: Coordinate?) throws {
    try write(name, coordinate.map(WireCoordinate.init))
  }

  /// Writes a path as a list of coordinates or as S2 text.
  mutating func write(
    path: [Coordinate]?,
    list: String,
    encoded: String,
    format: RouteFormat
  ) throws {
    guard let path, !path.isEmpty else { return }
    switch format {
    case .coordinates: try write(list: list, path.map(WireCoordinate.init))
    case .encodedPolyline:
      try write(encoded, routeTexts?.text(of: path) ?? S2Polyline.encode(path))
    }
  }
}
