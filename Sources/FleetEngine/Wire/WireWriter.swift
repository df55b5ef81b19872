internal import Geo

/// Writes the fields of one message and leaves out what the wire leaves out.
///
/// Source: contract 1.9.
struct WireWriter {
  /// Where the fields go; the house's own encoder takes them without the ways around of Codable.
  private enum Target {
    case parts(JSONObjectParts, WireEncoder.Settings)
    case container(KeyedEncodingContainer<FieldKey>)
  }

  private var target: Target

  init(_ encoder: any Encoder) {
    if let encoder = encoder as? WireEncoder {
      target = .parts(encoder.object(), encoder.settings)
    } else {
      target = .container(encoder.container(keyedBy: FieldKey.self))
    }
  }

  private mutating func put(_ name: String, _ value: some Encodable) throws {
    switch target {
    case .parts(let parts, let settings): parts.add(name, try settings.part(of: value))
    case .container(var container):
      try container.encode(value, forKey: FieldKey(name))
      target = .container(container)
    }
  }

  /// Writes a value that has presence of its own.
  mutating func write(_ name: String, _ value: (some Encodable)?) throws {
    if let value { try put(name, value) }
  }

  /// Writes a value unless it is the default.
  mutating func write<Value: Encodable & Equatable>(
    _ name: String,
    _ value: Value?,
    unless absent: Value
  ) throws {
    if let value, value != absent { try put(name, value) }
  }

  mutating func write(list name: String, _ values: [some Encodable]) throws {
    if !values.isEmpty { try put(name, values) }
  }

  mutating func write(_ name: String, _ value: some WireEnum) throws {
    if !value.isUnspecified { try put(name, value) }
  }

  mutating func write(_ name: String, _ moment: Timestamp?) throws {
    if let moment { try put(name, moment.description) }
  }

  mutating func write(_ name: String, _ duration: Duration?) throws {
    if let duration { try put(name, duration.wireText) }
  }

  mutating func write(_ name: String, _ coordinate: Coordinate?) throws {
    if let coordinate { try put(name, WireCoordinate(coordinate)) }
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
      if case .parts(_, let settings) = target, let texts = settings.routeTexts {
        try put(encoded, texts.text(of: path))
      } else {
        try put(encoded, S2Polyline.encode(path))
      }
    }
  }
}
