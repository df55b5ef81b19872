internal import FleetEngine
internal import TrustLimits

extension JSONTree {
  /// Reads UTF-8 text of JSON, as RFC 8259 has it and no more, bounded in depth.
  ///
  /// - Parameter bytes: The text.
  /// - Throws: Why it is not such JSON.
  init(parsing bytes: [UInt8]) throws(WireJSON.DecodingFailure) {
    // The span of the array is walked through one position; nothing is copied but texts.
    var parser = JSONParser(bytes)
    self = try parser.wholeText()
  }
}

/// Reads JSON from one end to the other.
private struct JSONParser: ~Copyable {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func wholeText() throws(WireJSON.DecodingFailure) -> JSONTree {
    let tree = try value()
    skipSpace()
    guard position == bytes.count else { throw .notJSON }
    return tree
  }

  private mutating func value() throws(WireJSON.DecodingFailure) -> JSONTree {
    skipSpace()
    guard position < bytes.count else { throw .notJSON }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"):
      try take("true")
      return .flag(true)
    case UInt8(ascii: "f"):
      try take("false")
      return .flag(false)
    case UInt8(ascii: "n"):
      try take("null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func object() throws(WireJSON.DecodingFailure) -> [String: JSONTree] {
    try enter()
    var fields: [String: JSONTree] = [:]
    if isNext(UInt8(ascii: "}")) { return fields }
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw .notJSON }
      let name = try text()
      guard isNext(UInt8(ascii: ":")) else { throw .notJSON }
      fields[name] = try value()
    } while isNext(UInt8(ascii: ","))
    guard isNext(UInt8(ascii: "}")) else { throw .notJSON }
    return fields
  }

  private mutating func list() throws(WireJSON.DecodingFailure) -> [JSONTree] {
    try enter()
    var values: [JSONTree] = []
    if isNext(UInt8(ascii: "]")) { return values }
    repeat { values.append(try value()) } while isNext(UInt8(ascii: ","))
    guard isNext(UInt8(ascii: "]")) else { throw .notJSON }
    return values
  }

  /// Goes past an opening bracket; the closing one is met by ``isNext(_:)``.
  private mutating func enter() throws(WireJSON.DecodingFailure) {
    position += 1
    depth += 1
    guard depth <= Limits.Reply.jsonDepth else { throw .tooDeep }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func isNext(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
    return true
  }

  private mutating func take(_ word: StaticString) throws(WireJSON.DecodingFailure) {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[position..<end].elementsEqual(word.description.utf8) else {
      throw .notJSON
    }
    position = end
  }

  // MARK: Numbers

  private mutating func number() throws(WireJSON.DecodingFailure) -> Double {
    let start = position
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    let whole = position
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    if position == whole, whole - start < 16 { return shortInteger(start..<whole) }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      number.isFinite
    else { throw .unexpected }
    return number
  }

  /// A whole number of digits that no rounding can touch.
  private func shortInteger(_ range: Range<Int>) -> Double {
    var value: Int64 = 0
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    for byte in bytes[range] where byte != UInt8(ascii: "-") {
      value = value * 10 + Int64(byte - 0x30)
    }
    return isNegative ? -Double(value) : Double(value)
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func digits() throws(WireJSON.DecodingFailure) {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    guard position > start else { throw .notJSON }
  }

  // MARK: Texts

  private mutating func text() throws(WireJSON.DecodingFailure) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return try Self.string(bytes[start..<(position - 1)])
      }
      if byte == UInt8(ascii: "\\") { return try escapedText(from: start) }
      guard byte >= 0x20 else { throw .notJSON }
      position += 1
    }
    throw .notJSON
  }

  private mutating func escapedText(from start: Int) throws(WireJSON.DecodingFailure) -> String {
    var result = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.string(result[...])
      case UInt8(ascii: "\\"): try escape(&result)
      case 0..<0x20: throw .notJSON
      default: result.append(byte)
      }
    }
    throw .notJSON
  }

  private mutating func escape(_ result: inout [UInt8]) throws(WireJSON.DecodingFailure) {
    guard position < bytes.count else { throw .notJSON }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        // Half a character, of which the other half has to follow.
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw .notJSON }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw .notJSON }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw .notJSON }
      result += String(Character(scalar)).utf8
    default: throw .notJSON
    }
  }

  private mutating func hexadecimal() throws(WireJSON.DecodingFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count,
        let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else { throw .notJSON }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private static func string(_ bytes: ArraySlice<UInt8>) throws(WireJSON.DecodingFailure) -> String
  {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notJSON }
    return text
  }
}
