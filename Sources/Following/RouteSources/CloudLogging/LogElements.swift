internal import FleetEngine
internal import JSON
internal import TrustLimits

/// An entry of a log in the bytes of its file, not parsed.
struct LogElement: Sendable {
  private let start: UInt32
  private let end: UInt32
  /// The bytes of `insertId` and of `parentInsertId`, with their quotes; empty if missing.
  fileprivate(set) var id: Range<UInt32>
  fileprivate(set) var parent: Range<UInt32>
  fileprivate(set) var time: Timestamp?
  /// Whether it is a restricted-use entry.
  fileprivate(set) var isRestricted = false
  /// The file's number, and the entry's number in it from 1.
  var file: UInt16 = 0
  let number: UInt32

  fileprivate init(_ range: Range<Int>, number: Int) {
    (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound))
    (id, parent) = (0..<0, 0..<0)
    self.number = UInt32(number)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
}

extension Range<UInt32> {
  fileprivate init(_ range: Range<Int>) {
    self = UInt32(range.lowerBound)..<UInt32(range.upperBound)
  }
  /// The range as indices.
  var ofIndices: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// Finds the entries of a log, their times and identities, in its bytes without parsing the whole log.
///
/// A log is a list of entries, an object with such a list, or either one after the other, as on lines
/// of their own or with commas between them.
struct LogElements: Sendable {
  private(set) var elements: [LogElement] = []
  private(set) var isTruncated = false
  /// Whether there are more entries than the room for them, after which the search stops.
  private(set) var isTooLong = false
  private(set) var isLog = false
  private(set) var startsLikeJSON = false

  /// The names of lists of entries: of fleet-debugger, of the Logging API and of Fleet Archive.
  private static let lists: Set<String> = ["rawlogs", "entries", "apicalls"]
  /// The deepest list of lists that is searched: pages of entries may be in a list.
  private static let deepestList = 3

  private let room: Int
  private var skimmer: JSONSkimmer

  /// Finds up to `room` entries.
  init(_ bytes: [UInt8], room: Int) {
    self.room = room
    skimmer = JSONSkimmer(bytes)
    guard let first = skimmer.firstNonSpace(from: 0) else { return }
    let isList = bytes[first] == UInt8(ascii: "[")
    startsLikeJSON = isList || bytes[first] == UInt8(ascii: "{")
    guard startsLikeJSON else { return }
    isLog = isList
    skimmer.endsTextsAtLines = !isList
    readSequence(from: first)
  }

  private var isStopped: Bool { isTruncated || isTooLong }

  /// Reads a sequence of entries and lists; any other line counts as a broken entry.
  private mutating func readSequence(from start: Int) {
    let bytes = skimmer.bytes
    var position = start
    var hasCutEntry = false
    while let element = skimmer.firstNonSpace(from: position), !isStopped {
      let lineEnd = bytes[element...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      // After a cut entry each line is one of its own: to search the rest for the end of each would be quadratic.
      if hasCutEntry { skimmer.end = lineEnd }
      switch bytes[element] {
      case UInt8(ascii: ","), UInt8(ascii: "]"): position = element + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let end = readValue(at: element, depth: 0)
        if !isLog || isStopped { return }
        position = end ?? lineEnd
        if end == nil {
          hasCutEntry = true
          if lineEnd == bytes.count { isTruncated = true } else { add(element..<lineEnd) }
        }
      default:
        add(element..<lineEnd)
        position = lineEnd
      }
      skimmer.end = bytes.count
    }
  }

  /// Reads an entry or a list of entries; returns the index after it, nil if it is cut.
  private mutating func readValue(at start: Int, depth: Int) -> Int? {
    switch skimmer.bytes[start] {
    case UInt8(ascii: "{"): return readObject(at: start, depth: depth)
    case UInt8(ascii: "[") where depth < Self.deepestList: return readList(at: start, depth: depth)
    default:
      guard let end = skimmer.valueEnd(from: start) else { return nil }
      add(start..<end)
      return end
    }
  }

  private mutating func readList(at start: Int, depth: Int) -> Int? {
    isLog = true
    let former = skimmer.endsTextsAtLines
    skimmer.endsTextsAtLines = false
    defer { skimmer.endsTextsAtLines = former }
    var position = start + 1
    while let element = skimmer.firstNonSpace(from: position) {
      switch skimmer.bytes[element] {
      case UInt8(ascii: "]"): return element + 1
      case UInt8(ascii: ","), UInt8(ascii: "}"): position = element + 1
      default:
        guard let end = readValue(at: element, depth: depth + 1), !isTooLong else {
          isTruncated = !isTooLong
          return nil
        }
        position = end
      }
    }
    isTruncated = true
    return nil
  }

  private mutating func readObject(at start: Int, depth: Int) -> Int? {
    var element = LogElement(start..<start, number: 0)
    var times = [Range<Int>?](repeating: nil, count: Self.times.count)
    var (isEntry, isPage) = (false, false)
    let skimmer = skimmer
    let end = skimmer.members(of: start) { name, value in
      let name = JSONTree.plain(name)
      if Self.lists.contains(name), depth < Self.deepestList,
        skimmer.bytes[value] == UInt8(ascii: "[")
      {
        isPage = true
        return readList(at: value, depth: depth).map { .to($0) } ?? .cut
      }
      isEntry = isEntry || LogEnvelope.isEntryMember(name)
      if LogEnvelope.isPayload(name) || name == "labels", skimmer.bytes[value] == UInt8(ascii: "{")
      {
        return readPayload(at: value, &element, skimmer)
      }
      let time = Self.times.firstIndex(of: name)
      guard time != nil || name == "insertid" || name == "parentinsertid" else { return .not }
      guard let end = skimmer.valueEnd(from: value) else { return .cut }
      if let time { times[time] = value..<end } else { set(name, value..<end, &element) }
      return .to(end)
    }
    isLog = isLog || isEntry
    if isPage { return end }
    // What is not JSON is skipped as a whole.
    guard let end = end ?? skimmer.valueEnd(from: start) else { return nil }
    element.time =
      times.lazy.compactMap { range in range.flatMap { Timestamp(logged: skimmer.bytes[$0]) } }
      .first
    element.isRestricted = element.isRestricted || !element.parent.isEmpty
    add(start..<end, element)
    return end
  }

  /// The names of an entry's time, the best one first.
  private static let times = ["timestamp", "servertime", "receivetimestamp"]

  private func readPayload(
    at start: Int, _ element: inout LogElement, _ skimmer: JSONSkimmer
  ) -> JSONSkimmer.Skipped {
    let end = skimmer.members(of: start) { name, value in
      let name = JSONTree.plain(name)
      guard name == "parentinsertid" || LogEnvelope.isType(name),
        let end = skimmer.valueEnd(from: value)
      else { return .not }
      if name == "parentinsertid" {
        set(name, value..<end, &element)
      } else {
        let type = String(decoding: skimmer.bytes[value..<end], as: UTF8.self)
        if type.lowercased().hasSuffix("restrictedlog\"") { element.isRestricted = true }
      }
      return .to(end)
    }
    return end.map { .to($0) } ?? .not
  }

  /// Sets an ID, unless it is empty or null.
  private func set(_ name: String, _ value: Range<Int>, _ element: inout LogElement) {
    guard skimmer.bytes[value.lowerBound] == UInt8(ascii: "\""), value.count > 2 else { return }
    if name == "insertid" {
      element.id = Range<UInt32>(value)
    } else {
      element.parent = Range<UInt32>(value)
    }
  }

  private mutating func add(_ range: Range<Int>, _ found: LogElement? = nil) {
    guard elements.count < room else {
      isTooLong = true
      return
    }
    var element = LogElement(range, number: elements.count + 1)
    if let found {
      (element.id, element.parent) = (found.id, found.parent)
      (element.time, element.isRestricted) = (found.time, found.isRestricted)
    }
    elements.append(element)
  }
}
