#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import TrustLimits

/// JSON as protocol buffers map it, bounded in depth.
package enum WireJSON {
  /// Why bytes are not the expected JSON.
  package enum DecodingFailure: Error, Sendable, Hashable {
    /// The bytes are not JSON.
    case notJSON
    /// The JSON nests deeper than it may.
    case tooDeep
    /// The JSON is something else than what was expected.
    case unexpected
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - bytes: UTF-8 text of JSON.
  /// - Returns: The value.
  /// - Throws: Why the bytes do not hold one.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8]
  ) throws(DecodingFailure) -> Value {
    guard depth(of: bytes) <= Limits.Reply.jsonDepth else { throw .tooDeep }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
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

  /// The deepest nesting, found without recursion.
  private static func depth(of bytes: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
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
        deepest = max(deepest, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
