internal import JSON
internal import TrustLimits

/// Finds the entries of a log, and their times, in its bytes without parsing the whole log.
///
/// A log is a list of entries, an object with such a list under `rawLogs` or `entries`, or entries one
/// after the other, as on lines of their own.
struct LogElements {
  private(set) var ranges: [Range<Int>] = []
  /// The text of each entry's own timestamp; empty if it has none.
  private(set) var timestamps: [Range<Int>] = []
  private(set) var isTruncated = false
  /// Whether there are more entries than the limit, after which the search stops.
  private(set) var isTooLong = false
  private(set) var isLog = false
  private(set) var startsLikeJSON = false

  /// Whether the first object has a member that only entries have.
  private var startsWithEntry = false
  private var hasEntryPerLine = false
  private let bytes: [UInt8]
  /// The index at which a value has to end.
  private var limit: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    limit = bytes.count
    guard let first = firstNonSpace(from: 0) else { return }
    startsLikeJSON = bytes[first] == UInt8(ascii: "[") || bytes[first] == UInt8(ascii: "{")
    if bytes[first] == UInt8(ascii: "[") {
      readList(from: first + 1)
    } else if startsLikeJSON {
      readObject(from: first + 1)
      if !isLog, startsWithEntry { readEntries(from: first) }
    }
  }

  private mutating func readObject(from start: Int) {
    var position = start
    while let quote = firstNonSpace(from: position), bytes[quote] == UInt8(ascii: "\"") {
      guard let end = valueEnd(from: quote),
        let colon = firstNonSpace(from: end), bytes[colon] == UInt8(ascii: ":"),
        let value = firstNonSpace(from: colon + 1)
      else { break }
      let key = JSONTree.plain(String(decoding: bytes[(quote + 1)..<(end - 1)], as: UTF8.self))
      if key == "rawlogs" || key == "entries", bytes[value] == UInt8(ascii: "[") {
        return readList(from: value + 1)
      }
      startsWithEntry = startsWithEntry || Self.entryKeys.contains(key)
      guard let after = valueEnd(from: value), let comma = firstNonSpace(from: after) else { break }
      guard bytes[comma] == UInt8(ascii: ",") else { return }
      position = comma + 1
    }
    isTruncated = true
  }

  private static let entryKeys: Set<String> = [
    "insertid", "jsonpayload", "logname", "protopayload",
  ]

  /// Reads entries that are separated by spaces or line breaks; a line of anything else is an entry, too.
  private mutating func readEntries(from start: Int) {
    (isLog, isTruncated, hasEntryPerLine) = (true, false, true)
    var position = start
    var hasCutEntry = false
    while let element = firstNonSpace(from: position) {
      guard ranges.count < Limits.File.logEntries else {
        isTooLong = true
        return
      }
      let lineEnd = bytes[element...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      // After a cut entry each line is one of its own: to search the rest for the end of each would be quadratic.
      if hasCutEntry { limit = lineEnd }
      var timestamp = element..<element
      let end =
        bytes[element] == UInt8(ascii: "{")
        ? valueEnd(from: element, timestamp: &timestamp) : lineEnd
      if end == nil {
        hasCutEntry = true
        timestamp = element..<element
        if lineEnd == bytes.count {
          isTruncated = true
          return
        }
      }
      ranges.append(element..<(end ?? lineEnd))
      timestamps.append(timestamp)
      position = end ?? lineEnd
    }
  }

  private mutating func readList(from start: Int) {
    isLog = true
    var position = start
    while let element = firstNonSpace(from: position) {
      if bytes[element] == UInt8(ascii: "]") { return }
      var timestamp = element..<element
      guard let end = valueEnd(from: element, timestamp: &timestamp) else { break }
      guard ranges.count < Limits.File.logEntries else {
        isTooLong = true
        return
      }
      ranges.append(element..<end)
      timestamps.append(timestamp)
      guard let next = firstNonSpace(from: end) else { break }
      if bytes[next] == UInt8(ascii: "]") { return }
      position = bytes[next] == UInt8(ascii: ",") ? next + 1 : max(next, end + 1)
    }
    isTruncated = true
  }

  /// The index after a value; nil if the bytes end in it.
  private func valueEnd(from start: Int) -> Int? {
    var timestamp = start..<start
    return valueEnd(from: start, timestamp: &timestamp)
  }

  /// The index after a value, and the range of the text of its member `timestamp`.
  private func valueEnd(from start: Int, timestamp: inout Range<Int>) -> Int? {
    var depth = 0
    var index = start
    var isTimestamp = false
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = stringEnd(from: index) else { return nil }
        if depth == 0 { return end }
        if depth == 1 {
          if isTimestamp { timestamp = (index + 1)..<(end - 1) }
          isTimestamp = !isTimestamp && isTimestampKey(index..<end)
        }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","):
        if depth == 0 { return index }
        if depth == 1 { isTimestamp = false }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The index after a string; nil if the bytes end in it.
  private func stringEnd(from quote: Int) -> Int? {
    var index = quote + 1
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      // JSON has no line break in a string: the entry is cut.
      case UInt8(ascii: "\n") where hasEntryPerLine: return nil
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  private func isTimestampKey(_ string: Range<Int>) -> Bool {
    guard (11...12).contains(string.count),
      let colon = firstNonSpace(from: string.upperBound), bytes[colon] == UInt8(ascii: ":")
    else { return false }
    let text = bytes[(string.lowerBound + 1)..<(string.upperBound - 1)]
    return JSONTree.plain(String(decoding: text, as: UTF8.self)) == "timestamp"
  }

  private func firstNonSpace(from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: false
      default: true
      }
    }
  }
}
