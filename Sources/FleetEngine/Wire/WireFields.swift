internal import Geo

/// The fields of one message, read as leniently as the contract asks for.
///
/// Every field is optional; a field of another type than the contract's counts as absent; the
/// names of protocol buffers are taken beside those of JSON. Source: contract 1.9.
struct WireFields {
  private let container: KeyedDecodingContainer<FieldKey>
  private let takesOtherSpelling: Bool

  init(_ decoder: any Decoder) throws {
    takesOtherSpelling = decoder.userInfo[.namesAreJSON] == nil
    container = try decoder.container(keyedBy: FieldKey.self)
  }

  /// A field's value, or nil where it is absent or of another type.
  func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    if let key = key(name) { try? container.decodeIfPresent(type, forKey: key) } else { nil }
  }

  /// A list, without elements that are of another type.
  func list<Value: Decodable>(_ name: String, of type: Value.Type = Value.self) -> [Value] {
    optionalList(name) ?? []
  }

  /// A list, or nil where the field is absent.
  func optionalList<Value: Decodable>(_ name: String, of type: Value.Type = Value.self) -> [Value]?
  {
    guard let key = key(name) else { return nil }
    if let whole = try? container.decodeIfPresent([Value].self, forKey: key) { return whole }
    guard var elements = try? container.nestedUnkeyedContainer(forKey: key) else { return nil }
    var result: [Value] = []
    while !elements.isAtEnd {
      if let element = try? elements.decode(Value.self) {
        result.append(element)
      } else if (try? elements.decode(AnyValue.self)) == nil {
        break
      }
    }
    return result
  }

  func text(_ name: String) -> String? {
    value(name, as: String.self).flatMap { $0.isEmpty ? nil : $0 }
  }

  func number(_ name: String) -> Double? {
    guard let key = key(name) else { return nil }
    let number =
      (try? container.decodeIfPresent(Double.self, forKey: key))
      ?? (try? container.decodeIfPresent(String.self, forKey: key)).flatMap(Double.init)
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A whole number; all of the contract's are of 32 bits, so that sums of them are safe.
  func integer(_ name: String) -> Int? {
    number(name).flatMap(Int32.init(exactly:)).map(Int.init)
  }

  func flag(_ name: String) -> Bool? {
    value(name, as: Bool.self)
  }

  func timestamp(_ name: String) -> Timestamp? {
    value(name, as: String.self).flatMap { Timestamp(rfc3339: $0) }
  }

  func duration(_ name: String) -> Duration? {
    value(name, as: String.self).flatMap { Duration(wire: $0) }
  }

  func enumeration<Value: WireEnum>(_ name: String) -> Value {
    value(name) ?? .unspecified
  }

  /// A coordinate; a zero latitude or longitude is left out by the wire.
  func coordinate(_ name: String) -> Coordinate? {
    value(name, as: WireCoordinate.self)?.coordinate
  }

  /// A path as a list of coordinates or as S2 text, whichever is there.
  ///
  /// An empty list is none: the wire does not tell it from a field that is absent.
  func path(list: String?, encoded: String) -> [Coordinate]? {
    if let list, let points = optionalList(list, of: WireCoordinate.self) {
      let path = points.compactMap(\.coordinate)
      if !path.isEmpty { return path }
    }
    return text(encoded).flatMap { try? S2Polyline.decode($0) }
  }

  private func key(_ name: String) -> FieldKey? {
    let key = FieldKey(name)
    if container.contains(key) { return key }
    guard takesOtherSpelling else { return nil }
    let snake = FieldKey(FieldName.snakeCase(name))
    return container.contains(snake) ? snake : nil
  }
}

/// Any JSON value, read to be skipped.
private struct AnyValue: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// A coordinate in the wire's form.
struct WireCoordinate: Codable {
  let coordinate: Coordinate?

  init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }

  init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    let point = Coordinate(
      latitude: try fields.degrees("latitude"),
      longitude: try fields.degrees("longitude")
    )
    coordinate = point.isValid ? point : nil
  }

  func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("latitude", coordinate?.latitude, unless: 0)
    try writer.write("longitude", coordinate?.longitude, unless: 0)
  }
}

extension WireFields {
  /// Degrees, 0 where the field is absent and not a number where it cannot be read.
  fileprivate func degrees(_ name: String) throws -> Double {
    let key = FieldKey(name)
    guard container.contains(key) else { return 0 }
    if let number = try? container.decode(Double.self, forKey: key) { return number }
    let text = try? container.decode(String.self, forKey: key)
    return text.flatMap(Double.init) ?? .nan
  }
}
