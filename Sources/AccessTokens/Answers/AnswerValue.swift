#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import FleetEngine
internal import JSONWebTokens

/// A value of JSON whose names are not known beforehand.
indirect enum AnswerValue: Decodable, Hashable {
  case object([String: AnswerValue])
  case text(String)
  case number(Double)
  /// A list, a truth value or nothing, of which no token or expiry is made.
  case other

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var fields: [String: AnswerValue] = [:]
      for name in container.allKeys {
        if try container.decodeNil(forKey: name) { continue }
        fields[name.stringValue] = try container.decode(AnswerValue.self, forKey: name)
      }
      self = .object(fields)
      return
    }
    guard let container = try? decoder.singleValueContainer() else {
      self = .other
      return
    }
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }

  /// Reads an object that everybody reads the same: no name twice in it, none spelt with escapes.
  ///
  /// - Parameter bytes: UTF-8 text of JSON.
  /// - Returns: The object, without what is null; nil for anything else.
  static func object(_ bytes: [UInt8]) -> AnswerValue? {
    guard TokenJSON.objectNames(bytes) != nil else { return nil }
    // Why it is no JSON could quote it; that it is none says enough.
    return try? WireJSON.decode(AnswerValue.self, from: bytes)
  }

  /// The value under a path of names.
  subscript(path: [String]) -> AnswerValue? {
    guard let name = path.first else { return self }
    guard case .object(let fields) = self else { return nil }
    return fields[name]?[Array(path.dropFirst())]
  }

  /// The names of the object and of the objects right in it, in order.
  var names: [String] {
    guard case .object(let fields) = self else { return [] }
    return fields.sorted { $0.key < $1.key }.flatMap { name, value in
      guard case .object(let inner) = value else { return [name] }
      return [name] + inner.keys.sorted().map { name + "." + $0 }
    }
  }
}
