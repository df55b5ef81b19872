/// A value of JSON that is to be written.
enum JSONPart {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  /// A number as it is written.
  case digits(String)
  case text(String)
  case object(JSONObjectParts)
  case list(JSONListParts)
  /// What another encoder is still to be given.
  case later(WireEncoder)

  static func number(finite value: Double) throws -> JSONPart {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number.")
      )
    }
    return .number(value)
  }
}

/// The fields of an object in the order of their writing.
final class JSONObjectParts {
  private(set) var fields: [(name: String, value: JSONPart)] = []

  func add(_ name: String, _ value: JSONPart) { fields.append((name, value)) }
}

/// The values of a list.
final class JSONListParts {
  var values: [JSONPart] = []
}

extension JSONPart {
  /// Writes the value, an object's fields by name; the last of equal names counts.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .number(let number):
      let text = number.description.utf8
      bytes += text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...]
    case .digits(let text): bytes += text.utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .object(let parts):
      let fields = parts.fields.enumerated().sorted {
        ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
      }
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (index, (_, field)) in fields.enumerated() {
        let next = index + 1
        if next < fields.count, fields[next].element.name == field.name { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .list(let parts):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in parts.values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .later(let encoder):
      (encoder.part ?? .object(JSONObjectParts())).write(to: &bytes)
    }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if unsafe utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
        unsafe bytes.append(contentsOf: utf8)
      } else {
        unsafe utf8.forEach { writeEscaped($0, to: &bytes) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case 0x22, 0x5C: bytes += [0x5C, byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20:
      bytes += "\\u00".utf8
      bytes += [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
}
