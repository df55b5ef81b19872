#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of a token's parts.
package enum TokenJSON {
  /// Encodes a part, the same value always to the same bytes.
  static func encode(_ value: some Encodable) throws(JSONWebTokenError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      throw .signingFailed
    }
  }

  /// Decodes a part.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ bytes: [UInt8],
    part: JSONWebTokenError.Part
  ) throws(JSONWebTokenError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw .malformed(part)
    }
  }

  /// The names in the outermost object; nil if it is none, or what two readers could read
  /// differently: a name twice in one object, a name with an escape, deep nesting.
  ///
  /// It looks at names and brackets alone; the decoder checks the rest of the grammar.
  package static func objectNames(_ bytes: [UInt8]) -> Set<String>? {
    guard let scalar = bytes.first(where: { !isSpace($0) }), scalar == UInt8(ascii: "{"),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    var outermost: Set<String> = []
    var stack: [Set<String>] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        stack.append([])
        if stack.count > 8 { return nil }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let ended = stack.popLast() else { return nil }
        if stack.isEmpty { outermost = ended }
      case UInt8(ascii: "\""):
        guard let end = endOfText(bytes, from: index + 1) else { return nil }
        let text = bytes[(index + 1)..<end]
        index = end
        let next = bytes[(end + 1)...].first { !isSpace($0) }
        if next == UInt8(ascii: ":"), !stack.isEmpty {
          guard !text.contains(UInt8(ascii: "\\")),
            stack[stack.count - 1].insert(String(decoding: text, as: UTF8.self)).inserted
          else { return nil }
        }
      default: break
      }
      index += 1
    }
    return stack.isEmpty ? outermost : nil
  }

  private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index
      default: index += 1
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
