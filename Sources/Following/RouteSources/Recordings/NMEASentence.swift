internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// A sentence of NMEA 0183, as receivers write it: `$GPRMC,…*hh`.
struct NMEASentence {
  /// The letters after those of the talker, such as `RMC`.
  let kind: Substring
  /// The fields after the kind.
  let fields: [Substring]
  /// Whether it has its checksum or none.
  let isWhole: Bool

  /// Whether bytes begin as a sentence does: `$`, then capitals and digits up to a comma.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.dropFirst().prefix(9).prefix { $0 != UInt8(ascii: ",") }
    return (3...8).contains(name.count)
      && name.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }

  /// Splits a line; nil if it is no sentence.
  init?(_ line: String) {
    guard line.hasPrefix("$"), line.utf8.count <= 256 else { return nil }
    let parts = line.dropFirst().split(
      separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let body = parts.first ?? ""
    let all = body.split(separator: ",", omittingEmptySubsequences: false)
    guard all.count > 1, let name = all.first, (3...8).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
    else { return nil }
    kind = name.suffix(3)
    fields = Array(all.dropFirst())
    isWhole =
      parts.count < 2
      || UInt8(parts[1].prefix(2), radix: 16) == body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
  }

  /// The field at an index, empty if it is missing.
  subscript(_ index: Int) -> Substring { index < fields.count ? fields[index] : "" }

  /// The place whose four fields begin at an index; nil for none.
  func place(at index: Int) -> Coordinate? {
    guard let latitude = angle(at: index, degrees: 2),
      let longitude = angle(at: index + 2, degrees: 3)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Degrees and minutes, `ddmm.mmmm`, with a half of the Earth.
  private func angle(at index: Int, degrees digits: Int) -> Double? {
    let text = self[index]
    guard text.utf8.count >= digits + 2, let degrees = Double(text.prefix(digits)),
      let minutes = PositionValues.number(text.dropFirst(digits)), (0..<60).contains(minutes)
    else { return nil }
    let angle = degrees + minutes / 60
    return switch self[index + 1] {
    case "N", "E": angle
    case "S", "W": -angle
    default: nil
    }
  }

  /// The time of the day, `hhmmss.ss`, in seconds.
  func timeOfDay(at index: Int) -> Double? { Timestamp.secondsOfDay(self[index]) }

  /// The start of the day, `ddmmyy`; two digits are a year from 1980 to 2079.
  func day(at index: Int) -> Timestamp? {
    let text = self[index]
    guard text.utf8.count == 6, let number = Int(text), number >= 0 else { return nil }
    let year = number % 100
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date =
      "\(year < 80 ? "20" : "19")\(two(year))-\(two(number / 100 % 100))-\(two(number / 10_000))"
    return Timestamp(rfc3339: date + "T00:00:00Z")
  }
}

/// Makes positions of a receiver's sentences: RMC has them with date, speed and course, GGA without, but with the altitude.
struct NMEAPositions {
  /// How long an altitude counts, in seconds.
  private static let altitudeAge = 10.0
  private static let day = 86_400.0

  private var hasRMC = false
  private var altitude: (meters: Double, time: Double)?
  /// A position of GGA, until the next sentence says whether RMC has it, too.
  private var pending: LocationFix?
  /// The days that times without a date have passed.
  private var days = 0
  private var last: Double?

  /// Reads a sentence; returns the position that it completes.
  mutating func read(_ sentence: NMEASentence) -> LocationFix? {
    switch sentence.kind {
    case "RMC":
      hasRMC = true
      pending = nil
      guard sentence[1] == "A", let place = sentence.place(at: 2) else { return nil }
      var fix = LocationFix(place)
      let time = sentence.timeOfDay(at: 0)
      if let time { fix.time = sentence.day(at: 8).map { $0 + .seconds(time) } ?? undated(time) }
      fix.speed = PositionValues.number(sentence[6]).map { $0 * 1_852 / 3_600 }
      fix.heading = PositionValues.number(sentence[7])
      if let altitude, let time, abs(time - altitude.time) <= Self.altitudeAge {
        fix.altitude = altitude.meters
      }
      return fix
    case "GGA":
      guard let quality = Int(sentence[5]), quality > 0, let place = sentence.place(at: 1),
        let time = sentence.timeOfDay(at: 0)
      else { return nil }
      let meters = PositionValues.number(sentence[8])
      if let meters { altitude = (meters, time) }
      guard !hasRMC else { return nil }
      defer { pending = LocationFix(place, time: undated(time), altitude: meters) }
      return pending
    default: return nil
    }
  }

  /// A time without a date; only its steps matter.
  private mutating func undated(_ time: Double) -> Timestamp? {
    if let last, time < last - Self.day / 2 { days += 1 }
    last = time
    return Timestamp(secondsSince1970: Double(days) * Self.day + time)
  }

  /// The position at the end.
  mutating func finish() -> LocationFix? {
    defer { pending = nil }
    return hasRMC ? nil : pending
  }
}
