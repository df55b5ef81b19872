#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import TrustLimits

/// JSON as protocol buffers map it, bounded in depth and in the number of its values.
package enum WireJSON {
  /// Why bytes are not the expected JSON.
  package enum DecodingFailure: Error, Sendable, Hashable {
    /// The bytes are not JSON.
    case notJSON
    /// The JSON nests deeper than it may.
    case tooDeep
    /// The JSON holds more values than it may.
    case tooMany
    /// The JSON is something else than what was expected.
    case unexpected
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - bytes: UTF-8 text of JSON.
  ///   - maximumValues: The most values that it may hold, counted before any is built, because a
  ///     value takes many times the memory of its text.
  /// - Returns: The value.
  /// - Throws: Why the bytes do not hold one.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    maximumValues: Int = .max
  ) throws(DecodingFailure) -> Value {
    let shape = shape(of: bytes)
    guard shape.depth <= Limits.Reply.jsonDepth else { throw .tooDeep }
    guard shape.values <= maximumValues else { throw .tooMany }
    do {
      let text = shape.hasSurrogates ? bytes.withoutLoneSurrogates : bytes
      return try JSONDecoder().decode(type, from: Data(text))
    } catch DecodingError.dataCorrupted {
      throw .notJSON
    } catch {
      throw .unexpected
    }
  }

  /// Encodes a value, its keys in order.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - routeFormat: The form of a trip's routes.
  ///   - enumNumbers: Whether enumerations are written as numbers instead of names.
  ///   - routeTexts: What remembers the texts of routes, if anything does.
  /// - Returns: UTF-8 text of JSON.
  /// - Throws: What the value throws, as for a number that is not finite.
  package static func encode(
    _ value: some Encodable,
    routeFormat: RouteFormat = .coordinates,
    enumNumbers: Bool = false,
    routeTexts: RouteTexts? = nil
  ) throws -> [UInt8] {
    let settings = WireEncoder.Settings(
      routeFormat: routeFormat,
      enumNumbers: enumNumbers,
      routeTexts: routeTexts
    )
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    try settings.part(of: value).write(to: &bytes)
    return bytes
  }

  /// The deepest nesting, found without recursion, the number of values and members, and whether a
  /// text may hold escaped surrogates.
  private static func shape(
    of bytes: [UInt8]
  ) -> (depth: Int, values: Int, hasSurrogates: Bool) {
    var depth = 0
    var values = 1
    var deepest = 0
    var isInString = false
    var isEscaped = false
    var hasSurrogates = false
    for (index, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
          // Surrogates are the scalars from D800 to DFFF.
          if byte == UInt8(ascii: "u"), index + 1 < bytes.count, bytes[index + 1] | 0x20 == 0x64 {
            hasSurrogates = true
          }
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: ","): values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return (deepest, values, hasSurrogates)
  }
}

extension [UInt8] {
  /// The text of JSON with U+FFFD in place of each escaped surrogate that is no half of a pair.
  ///
  /// JSON's grammar allows them, so that one in a name must not cost the whole answer.
  fileprivate var withoutLoneSurrogates: [UInt8] {
    var result = self
    var index = 0
    while index < result.count {
      guard result[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let unit = result.escapedUnit(at: index) else {
        index += 2
        continue
      }
      switch unit {
      case 0xD800..<0xDC00
      where result.escapedUnit(at: index + 6).map({ $0 & 0xFC00 == 0xDC00 })
        ?? false:
        index += 12
      case 0xD800..<0xE000:
        result.replaceSubrange((index + 2)..<(index + 6), with: "fffd".utf8)
        index += 6
      default: index += 6
      }
    }
    return result
  }

  /// The unit of UTF-16 that is escaped as `\u` and four digits; nil where there is none.
  private func escapedUnit(at index: Int) -> UInt16? {
    guard index + 6 <= count, self[index] == UInt8(ascii: "\\"),
      self[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: self[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
