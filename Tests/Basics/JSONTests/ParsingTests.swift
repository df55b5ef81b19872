import JSON
import TestSupport
import Testing

@Suite(.limited) struct `Reading JSON` {
  private func read(_ text: String) throws -> JSONTree { try JSONTree(parsing: Array(text.utf8)) }

  @Test func `Reading JSON reads every kind of value`() throws {
    #expect(
      try read(
        #" { "a" : [ 1 , -0.5e+2 , true , false , null , "" ] , "b" : { } , "c" : [ ] , "a\u0062" : 12345678901234567168 } "#
      )
        == .object([
          "a": .list([.number(1), .number(-50), .flag(true), .flag(false), .null, .text("")]),
          "b": .object([:]), "c": .list([]), "ab": .number(12_345_678_901_234_567_168),
        ]))
    #expect(
      try read(#""\"\\\/\b\f\n\r\tà\u00e0\ud83d\ude00😀""#) == .text("\"\\/\u{8}\u{c}\n\r\tàà😀😀"))
    #expect(try read("-0") == .number(0))
    #expect(try read("0.1") == .number(0.1))
    #expect(try read("999999999999999") == .number(999_999_999_999_999))
    #expect(try read("37.354107") == .number(37.354107))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[", "]", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
    "{1:2}", "'a'", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"", "\"\\ud800\"",
    "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800\\n\"", "\"\n\"", "\"\0\"", "01", "-", "+1",
    ".5",
    "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "tru", "truee", "nul", "True", "1 2", "{} {}",
    "[1 2]", "\u{FEFF}{}", "/* */ {}", "{\"a\":1}]",
  ])
  func `Reading JSON refuses text that is not JSON`(_ text: String) {
    #expect(throws: JSONError.notJSON) { try read(text) }
  }

  @Test func `Reading JSON refuses invalid UTF-8, numbers out of range, and deep nesting`() throws {
    #expect(throws: JSONError.notJSON) { try JSONTree(parsing: [0x22, 0xC3, 0x28, 0x22]) }
    #expect(throws: JSONError.notJSON) { try JSONTree(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    #expect(throws: JSONError.unexpected()) { try read("1e999") }
    func nested(_ depth: Int) -> String {
      String(repeating: "[{\"a\":", count: depth / 2) + "1"
        + String(repeating: "}]", count: depth / 2)
    }
    #expect(throws: Never.self) { try read(nested(64)) }
    #expect(throws: JSONError.tooDeep) { try read(nested(66)) }
    #expect(throws: JSONError.tooDeep) { try read(String(repeating: "[", count: 200_000)) }
    // Neighbors do not add up.
    let many = "[" + String(repeating: "[[]],", count: 100) + "{}]"
    #expect(throws: Never.self) { try read(many) }
  }

  @Test func `Reading JSON reads any written value back`() throws {
    var random = SeededGenerator(seed: 3)
    func value(_ depth: Int) -> JSONTree {
      switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
      case 0: return .null
      case 1: return .flag(.random(using: &random))
      case 2:
        return .number(
          Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random)))
      case 3:
        let scalars = (0..<5).compactMap { _ in
          Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random))
        }
        return .text(String(String.UnicodeScalarView(scalars)))
      case 4: return .list((0..<3).map { _ in value(depth - 1) })
      default: return .object(["é\"": value(depth - 1), "b": value(depth - 1)])
      }
    }
    for _ in 0..<300 {
      let tree = value(4)
      #expect(try JSONTree(parsing: try JSONCoding.encode(tree)) == tree)
    }
  }

  @Test func `Reading JSON rounds numbers with many digits as the system does`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let digits = String(UInt64.random(in: 0..<10_000_000_000_000_000_000, using: &random))
      let start = digits.prefix(Int.random(in: 1...digits.count, using: &random))
      let whole = start.drop { $0 == "0" }.prefix(Int.random(in: 0...start.count, using: &random))
      let text = (whole.isEmpty ? "0" : whole) + "." + digits.suffix(20 - max(1, whole.count))
      #expect(try read(String(text)).number == Double(text), "\(text)")
    }
    #expect(try read("9007199254740992") == .number(9_007_199_254_740_992))
    #expect(try read("0.0000000000000000001") == .number(1e-19))
  }

  @Test(arguments: [
    "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775807",
  ]) func `Reading JSON keeps the digits of integers beyond the range of a double`(
    _ text: String
  ) throws {
    let tree = try read(text)
    #expect(try tree.decoded(as: Int64.self) == Int64(text))
    #expect(tree.number == Double(text))
    #expect(try tree.decoded(as: JSONTree.self) == tree)
    #expect(String(decoding: try JSONCoding.encode(tree), as: UTF8.self) == text)
    var writer = JSONWriter()
    writer.write(tree)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
  }

  @Test func `Reading JSON returns for any changed or missing byte`() throws {
    let right = Array(#"{"tripStatus":"NEW","a":[1.5e3,{"b":null}],"c":"é\u00e9"}"#.utf8)
    for index in right.indices {
      #expect(throws: JSONError.self) { try JSONTree(parsing: Array(right[..<index])) }
      for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x2C, 0xFF] {
        var wrong = right
        wrong[index] = byte
        // Some changes leave it JSON; none may do anything but throw.
        _ = try? JSONTree(parsing: wrong)
      }
    }
  }
}
