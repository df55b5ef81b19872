/// Steps over JSON values without parsing them.
struct JSONSkimmer: Sendable {
  let bytes: [UInt8]
  /// The index at which a value has to end.
  var end: Int
  /// Whether a line break cuts a text, in which JSON has none.
  var endsTextsAtLines = false

  init(_ bytes: [UInt8], end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
  }

  /// Calls `body` with the name and the first byte of each member of the object at `start`; returns
  /// the index after the object, nil if it is cut or is not JSON.
  ///
  /// `body` returns the index after the value if it has read it; `isCut` ends the walk.
  func members(of start: Int, _ body: (_ name: String, _ value: Int) -> Skipped) -> Int? {
    var position = start + 1
    while let quote = firstNonSpace(from: position) {
      if bytes[quote] == UInt8(ascii: "}") { return quote + 1 }
      if bytes[quote] == UInt8(ascii: ",") {
        position = quote + 1
        continue
      }
      guard bytes[quote] == UInt8(ascii: "\""), let nameEnd = textEnd(from: quote),
        let colon = firstNonSpace(from: nameEnd), bytes[colon] == UInt8(ascii: ":"),
        let value = firstNonSpace(from: colon + 1)
      else { return nil }
      let name = String(decoding: bytes[(quote + 1)..<(nameEnd - 1)], as: UTF8.self)
      switch body(name, value) {
      case .to(let index): position = index
      case .cut: return nil
      case .not:
        guard let index = valueEnd(from: value) else { return nil }
        position = index
      }
    }
    return nil
  }

  /// How far a reader of a member has read its value.
  enum Skipped {
    /// It read up to an index.
    case to(Int)
    /// It found that the value is cut.
    case cut
    /// It did not read it.
    case not
  }

  /// The index after a value; nil if the bytes end in it.
  func valueEnd(from start: Int) -> Int? {
    let bytes = bytes.span
    switch bytes[start] {
    case UInt8(ascii: "\""): return textEnd(from: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default:
      var index = start
      while index < end {
        switch bytes[index] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D:
          return max(index, start + 1)
        default: index += 1
        }
      }
      return nil
    }
    var depth = 0
    var index = start
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let after = textEnd(from: index) else { return nil }
        index = after
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The index after a text; nil if the bytes end in it.
  private func textEnd(from quote: Int) -> Int? {
    let bytes = bytes.span
    var index = quote + 1
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      case 0x0A where endsTextsAtLines: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// The index of the first byte that is neither a space nor part of a byte order mark.
  func firstNonSpace(from start: Int) -> Int? {
    let bytes = bytes.span
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: index += 1
      default: return index
      }
    }
    return nil
  }
}
