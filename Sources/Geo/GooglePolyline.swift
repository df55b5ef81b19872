/// Google's encoded polyline: printable ASCII, each point as the difference from the one before.
///
/// Source: Google's Encoded Polyline Algorithm Format, for five decimals; OSRM's HTTP API names the
/// form with six decimals `polyline6`.
public enum GooglePolyline {
  /// The decimals of a degree that a text keeps, which it does not say itself.
  public enum Precision: Int, Sendable, Hashable {
    /// Five decimals, about a metre: Google's own services, and most others by default.
    case five = 5
    /// Six decimals, about 0.1 metres: `polyline6` of OSRM and Valhalla.
    case six = 6

    /// The units of one degree.
    var unitsPerDegree: Double {
      switch self {
      case .five: 1e5
      case .six: 1e6
      }
    }
  }

  /// The bits of a character, which holds a group of five and whether another follows.
  private static let groupBits = 5
  private static let continuation: UInt32 = 0x20
  /// What is added to a group, so that every character is printable.
  private static let characterOffset: UInt8 = 63
  /// A difference of two longitudes takes 30 bits at six decimals, which are six characters.
  private static let mostGroups = 6

  /// Encodes the valid coordinates; halves are rounded away from zero.
  ///
  /// The text is ASCII from `?` to `~`. It may hold backslashes, which source code and JSON have to
  /// escape.
  public static func encode(
    _ coordinates: some Sequence<Coordinate>,
    precision: Precision = .five
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(coordinates.underestimatedCount * 6)
    var (latitude, longitude): (Int32, Int32) = (0, 0)
    for coordinate in coordinates where coordinate.isValid {
      let next = (
        Int32((coordinate.latitude * precision.unitsPerDegree).rounded()),
        Int32((coordinate.longitude * precision.unitsPerDegree).rounded())
      )
      append(next.0 - latitude, to: &bytes)
      append(next.1 - longitude, to: &bytes)
      (latitude, longitude) = next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes exactly one polyline; an empty text has no coordinates.
  ///
  /// The text does not say with which precision it was encoded.
  public static func decode(
    _ text: String,
    precision: Precision = .five,
    maximumPoints: Int = 200_000
  ) throws(GooglePolylineError) -> [Coordinate] {
    // No point takes more characters than two numbers do; anything longer is refused before it is
    // copied.
    guard text.utf8.count / (2 * mostGroups) <= max(0, maximumPoints) else {
      throw .tooManyPoints(limit: maximumPoints)
    }
    let bytes = Array(text.utf8)
    var coordinates: [Coordinate] = []
    // A point takes two characters at least.
    coordinates.reserveCapacity(max(0, min(maximumPoints, bytes.count / 4)))
    let (highest, widest) = (
      Int32(90 * precision.unitsPerDegree), Int32(180 * precision.unitsPerDegree)
    )
    var (latitude, longitude): (Int32, Int32) = (0, 0)
    var offset = 0
    while offset < bytes.count {
      guard coordinates.count < maximumPoints else { throw .tooManyPoints(limit: maximumPoints) }
      // The sums fit: each is within its range, and a difference has at most 30 bits.
      latitude += try number(of: bytes, at: &offset)
      longitude += try number(of: bytes, at: &offset)
      guard (-highest...highest).contains(latitude), (-widest...widest).contains(longitude) else {
        throw .outOfRange(point: coordinates.count)
      }
      coordinates.append(
        Coordinate(
          latitude: Double(latitude) / precision.unitsPerDegree,
          longitude: Double(longitude) / precision.unitsPerDegree
        )
      )
    }
    return coordinates
  }

  /// Appends a difference: its sign into the lowest bit, then groups of five, lowest first.
  private static func append(_ difference: Int32, to bytes: inout [UInt8]) {
    var rest = UInt32(bitPattern: difference &<< 1 ^ difference >> 31)
    while rest >= continuation {
      bytes.append(UInt8(rest & 0x1F | continuation) + characterOffset)
      rest >>= UInt32(groupBits)
    }
    bytes.append(UInt8(rest) + characterOffset)
  }

  private static func number(
    of bytes: [UInt8],
    at offset: inout Int
  ) throws(GooglePolylineError) -> Int32 {
    var value: UInt32 = 0
    for group in 0..<mostGroups {
      guard offset < bytes.count else { throw .truncated }
      guard (characterOffset...characterOffset + 63).contains(bytes[offset]) else {
        throw .invalidCharacter(offset: offset)
      }
      let bits = UInt32(bytes[offset] - characterOffset)
      offset += 1
      value |= (bits & 0x1F) << UInt32(group * groupBits)
      if bits & continuation == 0 {
        let half = Int32(value >> 1)
        return value & 1 == 0 ? half : ~half
      }
    }
    throw .numberTooLarge
  }
}
