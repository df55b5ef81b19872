extension JSONTree {
  /// Parses UTF-8 text of JSON (RFC 8259).
  package init(parsing bytes: [UInt8], rules: JSONRules = .strict) throws(JSONError) {
    var parser = JSONParser(bytes, rules)
    self = try parser.wholeText()
  }
}

extension JSONTree {
  /// The line, from 1, at which a text is not JSON; 1 if it is.
  package static func lineOfError(in bytes: [UInt8], rules: JSONRules = .strict) -> Int {
    var parser = JSONParser(bytes, rules)
    do { _ = try parser.wholeText() } catch { return parser.line }
    return 1
  }

  /// The line, from 1, of the value at a path such as `trips[2].pickupPoint`.
  ///
  /// If the value is missing it is the line of the deepest object or list around it.
  package static func line(of path: String, in bytes: [UInt8]) -> Int {
    let names = path.split { ".[]".contains($0) }
    var parser = JSONParser(bytes, .strict)
    return parser.line(of: names[...])
  }
}

/// A recursive-descent parser; the allowed depth bounds the recursion.
private struct JSONParser: ~Copyable {
  private let bytes: [UInt8]
  private let rules: JSONRules
  private var position = 0
  private var depth = 0
  private var valuesLeft: Int

  init(_ bytes: [UInt8], _ rules: JSONRules) {
    self.bytes = bytes
    self.rules = rules
    valuesLeft = rules.values - 1
  }

  /// The line of the present position, from 1.
  var line: Int { 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } }

  mutating func line(of path: ArraySlice<Substring>) -> Int {
    skipSpace()
    let start = line
    guard let name = path.first, position < bytes.count else { return start }
    return (try? line(of: name, then: path.dropFirst())) ?? start
  }

  /// The line of a value in the object or list at the present position; nil if it is missing.
  private mutating func line(
    of name: Substring, then rest: ArraySlice<Substring>
  ) throws(JSONError) -> Int? {
    let isObject = bytes[position] == UInt8(ascii: "{")
    guard isObject || bytes[position] == UInt8(ascii: "[") else { return nil }
    try enter()
    var index = 0
    repeat {
      skipSpace()
      var found = !isObject && Int(name) == index
      if isObject {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        found = try text() == name
        guard isNext(UInt8(ascii: ":")) else { return nil }
      }
      if found { return line(of: rest) }
      _ = try value()
      index += 1
    } while try hasMore()
    return nil
  }

  mutating func wholeText() throws(JSONError) -> JSONTree {
    let tree = try value()
    skipSpace()
    guard position == bytes.count else { throw .notJSON }
    return tree
  }

  private mutating func value() throws(JSONError) -> JSONTree {
    skipSpace()
    guard position < bytes.count else { throw .notJSON }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"):
      try expect("true")
      return .flag(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .flag(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    default: return try number()
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    try enter()
    var members: [JSONObject.Member] = []
    if isNext(UInt8(ascii: "}")) { return JSONObject() }
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw .notJSON }
      let start = position
      let name = try text()
      // A name without escapes is as long as its text between the quotes.
      if rules.refusesAmbiguousNames, position - start != name.utf8.count + 2 { throw .notJSON }
      guard isNext(UInt8(ascii: ":")) else { throw .notJSON }
      guard members.count < rules.members else { throw .tooMany }
      members.append((name, try value()))
    } while try hasMore()
    guard isNext(UInt8(ascii: "}")) else { throw .notJSON }
    if rules.refusesAmbiguousNames, Set(members.map(\.name)).count < members.count {
      throw .notJSON
    }
    return JSONObject(members)
  }

  private mutating func list() throws(JSONError) -> [JSONTree] {
    try enter()
    var values: [JSONTree] = []
    if isNext(UInt8(ascii: "]")) { return values }
    repeat { values.append(try value()) } while try hasMore()
    guard isNext(UInt8(ascii: "]")) else { throw .notJSON }
    return values
  }

  /// Steps over an opening bracket; ``isNext(_:)`` steps over the closing one.
  private mutating func enter() throws(JSONError) {
    position += 1
    depth += 1
    guard depth <= rules.depth else { throw .tooDeep }
    try count()
  }

  /// Counts a comma or an opening bracket.
  private mutating func count() throws(JSONError) {
    guard valuesLeft > 0 else { throw .tooMany }
    valuesLeft -= 1
    if rules.isCancellable, valuesLeft % 4_096 == 0, Task.isCancelled { throw .cancelled }
  }

  private mutating func hasMore() throws(JSONError) -> Bool {
    guard isNext(UInt8(ascii: ",")) else { return false }
    try count()
    return true
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
    guard skip(byte) else { return false }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
    return true
  }

  @discardableResult private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ word: String) throws(JSONError) {
    for byte in word.utf8 { guard skip(byte) else { throw .notJSON } }
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONTree {
    let start = position
    let isNegative = skip(UInt8(ascii: "-"))
    var digits: UInt64 = 0
    var count = 0
    if !skip(UInt8(ascii: "0")) { count = try readDigits(&digits) }
    var fraction = 0
    if skip(UInt8(ascii: ".")) { fraction = try readDigits(&digits) }
    var hasExponent = false
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      hasExponent = true
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      var ignored: UInt64 = 0
      _ = try readDigits(&ignored)
    }
    if !hasExponent, count + fraction < 20, digits <= 1 << 53 {
      // Both operands are exact, so one division rounds correctly.
      let magnitude = Double(digits) / Self.powersOfTen[fraction]
      return .number(isNegative ? -magnitude : magnitude)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let integer = Int64(text), Double(exactly: integer) == nil { return .integer(integer) }
    guard let number = Double(text) else { throw .notJSON }
    guard number.isFinite || rules.isLenient else { throw .unexpected() }
    return .number(number)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19,
  ]

  /// Reads one or more digits; `value` wraps around if there are too many.
  private mutating func readDigits(_ value: inout UInt64) throws(JSONError) -> Int {
    var index = position
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    guard index > position else { throw .notJSON }
    defer { position = index }
    return index - position
  }

  // MARK: Texts

  private mutating func text() throws(JSONError) -> String {
    position += 1
    let start = position
    var index = start
    var bits: UInt8 = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        let text = bytes[start..<index]
        // Validation takes several times as long.
        return bits < 0x80 ? String(decoding: text, as: UTF8.self) : try Self.string(text)
      }
      bits |= byte
      if byte == UInt8(ascii: "\\") {
        position = index
        return try escapedText(from: start)
      }
      guard byte >= 0x20 else { throw .notJSON }
      index += 1
    }
    throw .notJSON
  }

  private mutating func escapedText(from start: Int) throws(JSONError) -> String {
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

  private mutating func escape(_ result: inout [UInt8]) throws(JSONError) {
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
    case UInt8(ascii: "u"): result += String(Character(try escapedScalar())).utf8
    default: throw .notJSON
    }
  }

  /// Reads the four digits after `\u`, and another escape if they are the first half of a pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let end = position
    if unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      if (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    guard rules.isLenient else { throw .notJSON }
    position = end
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
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

  private static func string(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notJSON }
    return text
  }
}
