internal import FleetEngine
internal import Geo
internal import JSON
internal import RidesharingDriver

/// The values of one position, before they are checked.
struct PositionValues {
  enum Value {
    case number(Double)
    case text(String)
  }

  /// Possible directions in degrees, speeds in meters per second, altitudes and accuracies in meters.
  private static let headings = 0.0...360.0
  private static let speeds = 0.0...1_000.0
  private static let altitudes = -1_000.0...50_000.0
  private static let accuracies = 0.0...1e7

  private var values: [Value?] = Array(repeating: nil, count: PositionName.allCases.count)
  private var ranks: [Int] = Array(repeating: .max, count: PositionName.allCases.count)
  /// The optional values that could not be read, after ``fix``.
  private(set) var unreadable = 0

  /// Whether there is a latitude or a longitude.
  var hasPlace: Bool { self[.latitude] != nil || self[.longitude] != nil }

  /// The name of the device, cut.
  var device: String? {
    switch self[.device] {
    case .text(let text): String(text.prefix(64))
    case .number(let number): "\(Int(exactly: number).map(String.init) ?? "\(number)")"
    case nil: nil
    }
  }

  init() {}

  /// Takes the members of an object that mean something, else those of an object in it, as phones' programs write it.
  init(_ object: JSONObject) {
    for (name, value) in object { set(name, value) }
    guard !hasPlace else { return }
    for name in ["coords", "location", "position", "geo"] {
      guard let inner = object[name]?.object else { continue }
      for (name, value) in inner { set(name, value) }
      return
    }
  }

  private subscript(_ name: PositionName) -> Value? { values[name.rawValue] }

  /// Sets a value by the name that a program gives it.
  mutating func set(_ name: String, _ value: JSONTree) {
    guard let meaning = PositionName.read(name) else { return }
    switch value {
    case .number, .integer:
      set(meaning.name, .number((value.number ?? 0) * meaning.unit), meaning.rank)
    case .text(let text): set(meaning, text)
    case .null, .list, .object: break
    case .flag: if self[meaning.name] == nil { unreadable += 1 }
    }
  }

  /// Sets a value from a text, which is absent if it is blank.
  mutating func set(_ meaning: PositionName.Meaning, _ text: some StringProtocol) {
    let text = Self.trimmed(text)
    guard !text.isEmpty else { return }
    switch meaning.name {
    case .time, .date, .device, .latitudeHalf, .longitudeHalf:
      set(meaning.name, .text(text), meaning.rank)
    default:
      let number = Self.number(text)
      set(meaning.name, number.map { .number($0 * meaning.unit) } ?? .text(text), meaning.rank)
    }
  }

  /// Sets a value from a text.
  mutating func set(_ name: PositionName, _ text: some StringProtocol) {
    set(PositionName.Meaning(name: name, rank: 0), text)
  }

  private mutating func set(_ name: PositionName, _ value: Value, _ rank: Int) {
    guard rank < ranks[name.rawValue] else { return }
    (values[name.rawValue], ranks[name.rawValue]) = (value, rank)
  }

  /// Sets the place, and the altitude and time if they are known, over what the names say.
  mutating func set(_ fix: LocationFix) {
    set(.latitude, .number(fix.place.latitude), -1)
    set(.longitude, .number(fix.place.longitude), -1)
    if let altitude = fix.altitude { set(.altitude, .number(altitude), -1) }
    if let time = fix.time { set(.time, .text(time.description), -1) }
  }

  /// Counts a value that could not be read.
  mutating func addUnreadable() { unreadable += 1 }

  /// The position, without optional values that cannot be read; nil without numbers for the place.
  mutating func fix() -> LocationFix? {
    guard let latitude = angle(.latitude, .latitudeHalf, "S"),
      let longitude = angle(.longitude, .longitudeHalf, "W")
    else { return nil }
    var fix = LocationFix(Coordinate(latitude: latitude, longitude: longitude))
    fix.time = time()
    fix.heading = optional(.heading, Self.headings)
    fix.speed = optional(.speed, Self.speeds)
    fix.altitude = optional(.altitude, Self.altitudes)
    fix.accuracy = optional(.accuracy, Self.accuracies)
    return fix
  }

  private func number(_ name: PositionName) -> Double? {
    if case .number(let number)? = self[name], number.isFinite { number } else { nil }
  }

  private func angle(_ name: PositionName, _ half: PositionName, _ negative: String) -> Double? {
    guard let number = number(name) else { return nil }
    guard case .text(let text)? = self[half] else { return number }
    return text.uppercased().hasPrefix(negative) ? -abs(number) : number
  }

  private mutating func optional(_ name: PositionName, _ range: ClosedRange<Double>) -> Double? {
    guard self[name] != nil else { return nil }
    if let number = number(name), range.contains(number) { return number }
    unreadable += 1
    return nil
  }

  private mutating func time() -> Timestamp? {
    let time: Timestamp?
    switch (self[.date], self[.time]) {
    case (nil, nil): return nil
    case (.text(let date)?, .text(let text)?):
      time = Timestamp(day: date, time: text) ?? Timestamp(written: text)
    case (_, .text(let text)?): time = Timestamp(written: text)
    case (_, .number(let number)?), (.number(let number)?, nil):
      time = Timestamp(logged: "\(number)")
    case (.text(let date)?, nil): time = Timestamp(written: date)
    }
    if time == nil { unreadable += 1 }
    return time
  }

  /// Reads a number of a text, also with a comma as its point, or with the letter of a half of the Earth.
  static func number(_ text: some StringProtocol) -> Double? {
    var text = String(text)
    guard text.utf8.count <= 64 else { return nil }
    var isNegative = false
    if let last = text.last, "NSEWnsew".contains(last), text.first?.isNumber == true {
      isNegative = "SWsw".contains(last)
      text = trimmed(text.dropLast())
    }
    guard let first = text.first, first.isNumber || "+-.".contains(first) else { return nil }
    if !text.contains("."), text.count(where: { $0 == "," }) == 1 {
      text = text.replacing(",", with: ".")
    }
    guard let number = Double(text), number.isFinite else { return nil }
    return isNegative ? -number : number
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Timestamp {
  /// Parses a time of a recording, in UTC unless it has a zone.
  ///
  /// It is as logs have it, has `/` in the date, or is a time of the day, `hh:mm:ss` or `hhmmss`, then of the first day of 1970.
  init?(written text: String) {
    guard text.utf8.count <= 64 else { return nil }
    if let seconds = Self.secondsOfDay(text) {
      self.init(secondsSince1970: seconds)
      return
    }
    if let time = Timestamp(logged: text) {
      self = time
      return
    }
    let date = String(text.prefix(10))
    guard date.contains("/"),
      let time = Timestamp(logged: date.replacing("/", with: "-") + String(text.dropFirst(10)))
    else { return nil }
    self = time
  }

  /// Parses a day, also `yymmdd`, `yyyymmdd` and `dd.mm.yyyy`, and a time of it.
  init?(day: String, time: String) {
    guard day.utf8.count <= 32, time.utf8.count <= 32 else { return nil }
    var date = day.replacing("/", with: "-")
    let digits = Array(day.utf8)
    if digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard digits.count == 6 || digits.count == 8 else { return nil }
      let year = digits.count == 6 ? "20\(day.prefix(2))" : String(day.prefix(4))
      date = "\(year)-\(day.dropLast(2).suffix(2))-\(day.suffix(2))"
    } else if case let parts = day.split(separator: "."), parts.count == 3 {
      func two(_ text: Substring) -> String { text.count < 2 ? "0" + text : String(text) }
      date = "\(parts[2])-\(two(parts[1]))-\(two(parts[0]))"
    }
    guard let midnight = Timestamp(rfc3339: date + "T00:00:00Z") else { return nil }
    if let seconds = Self.secondsOfDay(time) {
      self = midnight + .seconds(seconds)
    } else {
      self.init(logged: "\(date)T\(time)")
    }
  }

  /// The seconds of a time of the day; nil for another text.
  static func secondsOfDay(_ text: some StringProtocol) -> Double? {
    var text = String(text)
    if text.last == "Z" { text.removeLast() }
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 {
      let whole = text.prefix { $0.isNumber }
      guard whole.utf8.count == 6, text.utf8.count == 6 || text.dropFirst(6).first == "." else {
        return nil
      }
      parts = [
        String(text.prefix(2)), String(text.dropFirst(2).prefix(2)), String(text.dropFirst(4)),
      ]
    }
    guard parts.count == 3, parts[0].utf8.count <= 2, let hours = Int(parts[0]),
      parts[1].utf8.count == 2, let minutes = Int(parts[1]), parts[2].utf8.count >= 2,
      parts[2].first?.isNumber == true, let seconds = Double(parts[2]), (0..<24).contains(hours),
      (0..<60).contains(minutes), (0..<61).contains(seconds)
    else { return nil }
    return Double(hours * 3_600 + minutes * 60) + seconds
  }
}
