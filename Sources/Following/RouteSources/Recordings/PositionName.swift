/// The names under which programs write what is known of a position, as members of JSON objects or as columns of tables.
///
/// Case, blanks, `_` and `-` do not matter, and a unit may follow: `speed_kmh`, `Speed (km/h)`, `Latitude (°)`.
enum PositionName: Int, CaseIterable, Sendable {
  case latitude
  case longitude
  /// `N` or `S`, for a latitude without a sign.
  case latitudeHalf
  /// `E` or `W`.
  case longitudeHalf
  case time
  case date
  case speed
  case heading
  case altitude
  case accuracy
  case device

  /// The meaning of a name.
  struct Meaning: Sendable {
    let name: PositionName
    /// The place among the spellings of the same; of several in one object the first counts.
    let rank: Int
    /// The factor to meters, or to meters per second.
    var unit = 1.0
  }

  /// The spellings, the most precise first.
  private var spellings: [String] {
    switch self {
    case .latitude: ["latitude", "lat"]
    case .longitude: ["longitude", "lng", "lon", "long"]
    case .latitudeHalf: ["latdir", "latitudedir", "latns", "ns", "nsindicator"]
    case .longitudeHalf: ["londir", "longitudedir", "lonew", "ew", "ewindicator"]
    case .time:
      [
        "time", "timestamp", "timestampms", "tst", "datetime", "utctime", "timeutc", "gpstime",
        "fixtime", "devicetime", "servertime", "recordedat", "createdat", "localtime", "zeit",
        "uhrzeit",
      ]
    case .date: ["date", "datum"]
    // OwnTracks has `vel`, in kilometers per hour.
    case .speed: ["speed", "velocity", "vel"]
    // `cog` is OwnTracks'.
    case .heading: ["heading", "bearing", "course", "cog", "direction"]
    // `altHAE` is gpsd's, before `alt`.
    case .altitude: ["althae", "altitude", "alt", "ele", "elevation", "height"]
    // `eph` is gpsd's.
    case .accuracy: ["accuracy", "horizontalaccuracy", "acc", "eph"]
    case .device: ["device", "deviceid", "trackerid", "vehicleid", "imei", "tid", "topic"]
    }
  }

  /// The factors of units of speed.
  private static let speeds: [String: Double] = [
    "kmh": 1 / 3.6, "kmph": 1 / 3.6, "kph": 1 / 3.6, "mph": 0.447_04, "ms": 1, "mps": 1,
    "knots": 1_852 / 3_600.0, "knot": 1_852 / 3_600.0, "kts": 1_852 / 3_600.0,
    "kn": 1_852 / 3_600.0,
  ]
  /// The factors of units of length.
  private static let lengths: [String: Double] = [
    "m": 1, "meter": 1, "meters": 1, "msl": 1, "ft": 0.304_8, "feet": 0.304_8, "km": 1_000,
  ]
  /// Words after the name of a place, a time or a direction that change nothing.
  private static let ornaments: Set<String> = [
    "deg", "degree", "degrees", "d", "dd", "decimal", "wgs84", "ns", "ew", "utc", "gmt", "local",
    "gps", "s", "sec", "seconds", "ms", "iso", "iso8601", "epoch", "unix", "true",
  ]

  private static let known: [String: Meaning] = {
    var known: [String: Meaning] = [:]
    for name in allCases {
      for (rank, spelling) in name.spellings.enumerated() {
        known[spelling] = Meaning(name: name, rank: rank, unit: spelling == "vel" ? 1 / 3.6 : 1)
      }
    }
    return known
  }()

  /// Reads a name; nil for one without a meaning.
  static func read(_ text: some StringProtocol) -> Meaning? {
    guard text.utf8.count <= 64 else { return nil }
    if let meaning = known[plain(text)] { return meaning }
    // A unit is in brackets, or a word of its own, or ends the word.
    let start = text.firstIndex { "([".contains($0) } ?? text.endIndex
    let words = text[..<start].split { !$0.isLetter && !$0.isNumber }
    for count in stride(from: words.count, to: 0, by: -1) {
      guard let meaning = known[words.prefix(count).map { plain($0) }.joined()] else { continue }
      let rest = words.dropFirst(count).joined() + text[start...]
      return meaning.with(unit: plain(rest))
    }
    let joined = plain(text)
    for spelling in PositionName.speed.spellings where joined.hasPrefix(spelling) {
      let unit = String(joined.dropFirst(spelling.count))
      if speeds[unit] != nil { return known[spelling]?.with(unit: unit) }
    }
    return nil
  }

  private static func plain(_ text: some StringProtocol) -> String {
    String(
      decoding: text.utf8.lazy.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: nil
        }
      },
      as: UTF8.self
    )
  }

  fileprivate func factor(_ unit: String) -> Double? {
    if unit.isEmpty { return 1 }
    return switch self {
    case .speed: Self.speeds[unit]
    case .altitude, .accuracy: Self.lengths[unit]
    case .latitude, .longitude, .heading, .time: Self.isOrnament(unit) ? 1 : nil
    case .latitudeHalf, .longitudeHalf, .date, .device: nil
    }
  }

  private static func isOrnament(_ unit: String) -> Bool {
    ornaments.contains(unit) || unit.hasPrefix("utc")
  }
}

extension PositionName.Meaning {
  /// The same in a unit; nil for one that it cannot have.
  fileprivate func with(unit: String) -> Self? {
    name.factor(unit).map { factor in
      var meaning = self
      if !unit.isEmpty { meaning.unit = factor }
      return meaning
    }
  }
}
