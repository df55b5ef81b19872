internal import JSON

/// Indented lines of a JSON value, each marked by how it differs from an earlier value.
struct JSONDifference {
  enum Mark: Equatable { case same, added, changed, removed }

  struct Line: Equatable {
    let mark: Mark
    let text: String
  }

  private(set) var lines: [Line] = []
  /// The numbers of members and elements that differ.
  private(set) var counts: [Mark: Int] = [:]
  /// Whether lines were left out at the end.
  private(set) var isCut = false
  private let mostLines: Int

  /// Values of up to this many bytes are written in one line.
  private static let shortValue = 64
  /// A longer text is cut.
  private static let longestText = 400

  init(mostLines: Int) { self.mostLines = mostLines }

  /// Adds the lines of a value, compared with a former one; without one no line has a mark.
  mutating func add(_ value: JSONTree, since former: JSONTree?) {
    if let former {
      compare(value, former, Place())
    } else {
      write(value, .same, Place())
    }
  }

  /// The surroundings of a value: its name, the comma behind it, and its indentation.
  private struct Place {
    var name = ""
    var comma = ""
    var depth = 0

    func inside(_ name: String = "", isLast: Bool) -> Place {
      Place(name: name, comma: isLast ? "" : ",", depth: depth + 1)
    }
  }

  private mutating func append(_ text: String, _ mark: Mark, _ place: Place) {
    guard lines.count < mostLines else {
      isCut = true
      return
    }
    lines.append(Line(mark: mark, text: String(repeating: "  ", count: place.depth) + text))
  }

  private mutating func compare(_ value: JSONTree, _ former: JSONTree, _ place: Place) {
    switch (value, former) {
    case _ where value == former: write(value, .same, place)
    case (.object(let new), .object(let old)): compare(new, old, place)
    case (.list(let new), .list(let old)): compare(new, old, place)
    default:
      counts[.changed, default: 0] += 1
      var place = place
      if let short = Self.short(former), Self.short(value) != nil {
        place.comma += "  " + "was \(short)"
      }
      write(value, .changed, place)
    }
  }

  private mutating func compare(_ new: JSONObject, _ old: JSONObject, _ place: Place) {
    append(place.name + "{", .same, place)
    let gone = old.members.filter { new[$0.name] == nil }
    for (index, member) in new.members.enumerated() {
      let isLast = index == new.members.count - 1 && gone.isEmpty
      let inside = place.inside(Self.name(member.name), isLast: isLast)
      if let former = old[member.name] {
        compare(member.value, former, inside)
      } else {
        count(.added, member.value, inside)
      }
    }
    for (index, member) in gone.enumerated() {
      let inside = place.inside(Self.name(member.name), isLast: index == gone.count - 1)
      count(.removed, member.value, inside)
    }
    append("}" + place.comma, .same, place)
  }

  /// Compares lists, whose differing parts are between their equal beginnings and ends.
  private mutating func compare(_ new: [JSONTree], _ old: [JSONTree], _ place: Place) {
    append(place.name + "[", .same, place)
    let shorter = min(new.count, old.count)
    let start = zip(new, old).prefix { $0 == $1 }.count
    let end = min(shorter - start, zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count)
    let (newMiddle, oldMiddle) = (new[start..<(new.count - end)], old[start..<(old.count - end)])
    let isPaired = newMiddle.count == oldMiddle.count
    for (index, value) in new.enumerated() {
      let inside = place.inside(isLast: index == new.count - 1)
      if !newMiddle.indices.contains(index) {
        write(value, .same, inside)
      } else if isPaired {
        compare(value, old[index], inside)
      } else {
        count(.added, value, inside)
      }
      guard !isPaired, index == newMiddle.endIndex - 1 else { continue }
      for value in oldMiddle { count(.removed, value, inside) }
    }
    if newMiddle.isEmpty {
      for (index, value) in oldMiddle.enumerated() {
        count(.removed, value, place.inside(isLast: index == oldMiddle.count - 1))
      }
    }
    append("]" + place.comma, .same, place)
  }

  private mutating func count(_ mark: Mark, _ value: JSONTree, _ place: Place) {
    counts[mark, default: 0] += 1
    write(value, mark, place)
  }

  private mutating func write(_ value: JSONTree, _ mark: Mark, _ place: Place) {
    // Nothing below the last line is worth the time.
    guard lines.count < mostLines else {
      isCut = true
      return
    }
    if let short = Self.short(value) {
      return append(place.name + short + place.comma, mark, place)
    }
    switch value {
    case .object(let object):
      append(place.name + "{", mark, place)
      for (index, member) in object.members.enumerated() {
        let isLast = index == object.members.count - 1
        write(member.value, mark, place.inside(Self.name(member.name), isLast: isLast))
      }
      append("}" + place.comma, mark, place)
    case .list(let values):
      append(place.name + "[", mark, place)
      for (index, value) in values.enumerated() {
        write(value, mark, place.inside(isLast: index == values.count - 1))
      }
      append("]" + place.comma, mark, place)
    case .text(let text): append(place.name + Self.text(text) + place.comma, mark, place)
    case .null, .flag, .number, .integer: append(place.name + "null" + place.comma, mark, place)
    }
  }

  private static func name(_ name: String) -> String { text(name) + ": " }

  private static func text(_ text: String) -> String {
    let isLong = text.utf8.count > longestText
    return json(.text(isLong ? String(text.prefix(longestText)) + "…" : text))
  }

  /// A value in one line; nil for one that is too long.
  private static func short(_ value: JSONTree) -> String? {
    guard isShort(value) else { return nil }
    let text = json(value)
    return text.utf8.count <= shortValue ? text : nil
  }

  /// Whether a value may fit into one line, without writing all of it.
  private static func isShort(_ value: JSONTree) -> Bool {
    switch value {
    case .object(let object):
      object.members.count <= 8 && object.members.allSatisfy { isShort($0.value) }
    case .list(let values): values.count <= 8 && values.allSatisfy(isShort)
    case .text(let text): text.utf8.count <= shortValue
    case .null, .flag, .number, .integer: true
    }
  }

  private static func json(_ value: JSONTree) -> String {
    var writer = JSONWriter()
    writer.write(value, sortsMembers: false)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
