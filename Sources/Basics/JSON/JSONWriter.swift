/// Writes JSON from start to end; the caller writes each member's name and then its value.
package struct JSONWriter: Sendable {
  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether every number was finite.
  package private(set) var isValid = true
  private var needsComma = false

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginList() { open(UInt8(ascii: "[")) }
  package mutating func endList() { close(UInt8(ascii: "]")) }

  /// Writes a member's name; its value is next.
  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func write(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  /// Writes a number with the fewest digits that parse to the same number.
  package mutating func write(_ number: Double) {
    if !number.isFinite { isValid = false }
    let text = number.description
    raw(text.hasSuffix(".0") ? text.dropLast(2) : text[...])
  }

  package mutating func write(_ number: some BinaryInteger & CustomStringConvertible) {
    raw(number.description)
  }

  package mutating func write(_ flag: Bool) { raw(flag ? "true" : "false") }

  /// Writes a tree, the members of its objects sorted by name or in their own order.
  package mutating func write(_ tree: JSONTree, sortsMembers: Bool = true) {
    switch tree {
    case .null: raw("null")
    case .flag(let flag): write(flag)
    case .number(let number): write(number)
    case .integer(let integer): write(integer)
    case .text(let text): write(text)
    case .list(let values):
      beginList()
      for value in values { write(value, sortsMembers: sortsMembers) }
      endList()
    case .object(let object):
      beginObject()
      for member in sortsMembers ? object.sorted : object.members {
        name(member.name)
        write(member.value, sortsMembers: sortsMembers)
      }
      endObject()
    }
  }

  /// Writes JSON text as a value.
  package mutating func raw(_ json: some StringProtocol) {
    separate()
    bytes += json.utf8
    needsComma = true
  }

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if unsafe utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
        unsafe bytes.append(contentsOf: utf8)
      } else {
        unsafe utf8.forEach { escape($0) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: bytes += [0x5C, byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20:
      bytes += "\\u00".utf8
      if byte < 0x10 { bytes.append(UInt8(ascii: "0")) }
      bytes += String(byte, radix: 16).utf8
    default: bytes.append(byte)
    }
  }
}

extension JSONWriter {
  /// Returns JSON text with line breaks and two spaces of indentation, like Foundation's.
  package static func indented(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    func newLine() { result += [0x0A] + [UInt8](repeating: 0x20, count: depth * 2) }
    for byte in json {
      if isInString {
        result.append(byte)
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        depth += 1
        newLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        // An empty list or object contains an empty line.
        while result.last == 0x20 { result.removeLast() }
        newLine()
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        newLine()
      case UInt8(ascii: ":"): result += " : ".utf8
      default:
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return result
  }
}
