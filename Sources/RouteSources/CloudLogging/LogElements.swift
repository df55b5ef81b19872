internal import JSON
internal import TrustLimits

/// Finds the entries of a log in its bytes without building the whole log.
///
/// A log is a list of entries, or an object that has one under `rawLogs` or `entries`.
struct LogElements {
  /// Where each entry is.
  private(set) var ranges: [Range<Int>] = []
  /// Whether the bytes end before the list does.
  private(set) var isTruncated = false
  /// Whether there are more entries than a log may have; those beyond the limit are not found.
  private(set) var isTooLong = false
  /// Whether there is a list at all.
  private(set) var isLog = false
  /// Whether the first character is one that JSON's lists and objects start with.
  private(set) var startsLikeJSON = false

  init(_ bytes: [UInt8]) {
    guard let first = Self.firstNonSpace(bytes, from: 0) else { return }
    switch bytes[first] {
    case UInt8(ascii: "["):
      startsLikeJSON = true
      isLog = true
      readList(bytes, from: first + 1)
    case UInt8(ascii: "{"):
      startsLikeJSON = true
      readObject(bytes, from: first + 1)
    default: break
    }
  }

  /// Looks through an object's fields for the list of entries.
  private mutating func readObject(_ bytes: [UInt8], from start: Int) {
    var position = start
    while let quote = Self.firstNonSpace(bytes, from: position), bytes[quote] == UInt8(ascii: "\"")
    {
      guard let end = Self.valueEnd(bytes, from: quote),
        let colon = Self.firstNonSpace(bytes, from: end), bytes[colon] == UInt8(ascii: ":"),
        let value = Self.firstNonSpace(bytes, from: colon + 1)
      else { break }
      let key = JSONTree.plain(String(decoding: bytes[(quote + 1)..<(end - 1)], as: UTF8.self))
      if key == "rawlogs" || key == "entries", bytes[value] == UInt8(ascii: "[") {
        isLog = true
        return readList(bytes, from: value + 1)
      }
      guard let after = Self.valueEnd(bytes, from: value),
        let comma = Self.firstNonSpace(bytes, from: after)
      else { break }
      guard bytes[comma] == UInt8(ascii: ",") else { return }
      position = comma + 1
    }
    isTruncated = true
  }

  private mutating func readList(_ bytes: [UInt8], from start: Int) {
    var position = start
    while let element = Self.firstNonSpace(bytes, from: position) {
      if bytes[element] == UInt8(ascii: "]") { return }
      guard let end = Self.valueEnd(bytes, from: element) else { break }
      guard ranges.count < Limits.File.logEntries else {
        isTooLong = true
        return
      }
      ranges.append(element..<end)
      guard let next = Self.firstNonSpace(bytes, from: end) else { break }
      if bytes[next] == UInt8(ascii: "]") { return }
      position = bytes[next] == UInt8(ascii: ",") ? next + 1 : max(next, end + 1)
    }
    isTruncated = true
  }

  /// The index after a value, nil if the bytes end in it.
  private static func valueEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var isInString = false
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return index + 1 }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return index }
          depth -= 1
          if depth == 0 { return index + 1 }
        case UInt8(ascii: ",") where depth == 0: return index
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  private static func firstNonSpace(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: index += 1
      default: return index
      }
    }
    return nil
  }
}
