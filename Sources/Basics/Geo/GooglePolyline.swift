/// Google's encoded polyline: printable ASCII, each point as the difference from the previous one.
///
/// See https://developers.google.com/maps/documentation/utilities/polylinealgorithm.
public enum GooglePolyline {
  /// The number of decimals of a degree, which the text does not contain.
  public enum Precision: Int, Sendable, Hashable {
    /// Five decimals, about a meter: Google's services and the default of most others.
    case five = 5
    /// Six decimals, about 0.1 meters: `polyline6` of OSRM and Valhalla.
    case six = 6

    var unitsPerDegree: Double { self == .five ? 1e5 : 1e6 }
  }

  /// The data bits of a character; a sixth bit says whether another character follows.
  private static let groupBits = 5
  private static let continuation: UInt32 = 0x20
  /// The offset that makes every character printable.
  private static let characterOffset: UInt8 = 63
  /// A difference of two longitudes with six decimals has 30 bits.
  private static let mostGroups = 6

  /// Encodes the valid coordinates.
  ///
  /// The text contains ASCII from `?` to `~`, including backslashes, which source code and JSON have
  /// to escape.
  public static func encode(
    _ coordinates: some Sequence<Coordinate>, precision: Precision = .five
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
  public static func decode(
    _ text: String, precision: Precision = .five, maximumPoints: Int = 200_000
  ) throws(GooglePolylineError) -> [Coordinate] {
    // Refuses a text with too many characters before copying it.
    guard text.utf8.count / (2 * mostGroups) <= max(0, maximumPoints) else {
      throw .tooManyPoints(limit: maximumPoints)
    }
    let bytes = Array(text.utf8)
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(max(0, min(maximumPoints, bytes.count / 4)))
    let (highest, widest) = (
      Int32(90 * precision.unitsPerDegree), Int32(180 * precision.unitsPerDegree)
    )
    var (latitude, longitude): (Int32, Int32) = (0, 0)
    var offset = 0
    while offset < bytes.count {
      guard coordinates.count < maximumPoints else { throw .tooManyPoints(limit: maximumPoints) }
      // The sums cannot overflow: each is in its range, and a difference has at most 30 bits.
      latitude += try number(of: bytes, at: &offset)
      longitude += try number(of: bytes, at: &offset)
      guard (-highest...highest).contains(latitude), (-widest...widest).contains(longitude) else {
        throw .outOfRange(point: coordinates.count)
      }
      coordinates.append(
        Coordinate(
          latitude: Double(latitude) / precision.unitsPerDegree,
          longitude: Double(longitude) / precision.unitsPerDegree))
    }
    return coordinates
  }

  /// Appends a difference: its sign as the lowest bit, then groups of five bits, lowest first.
  private static func append(_ difference: Int32, to bytes: inout [UInt8]) {
    var rest = UInt32(bitPattern: difference &<< 1 ^ difference >> 31)
    while rest >= continuation {
      bytes.append(UInt8(rest & 0x1F | continuation) + characterOffset)
      rest >>= UInt32(groupBits)
    }
    bytes.append(UInt8(rest) + characterOffset)
  }

  private static func number(
    of bytes: [UInt8], at offset: inout Int
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

/// Why a text is not an encoded polyline of Google's.
public enum GooglePolylineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A byte is outside the format's alphabet; the offset counts bytes from 0.
  case invalidCharacter(offset: Int)
  /// The text ends within a number or between a latitude and its longitude.
  case truncated
  /// A number has more characters than any coordinate.
  case numberTooLarge
  /// A point, counted from 0, is not on Earth, often because the precision is wrong.
  case outOfRange(point: Int)
  /// The polyline has more points than the caller accepts.
  case tooManyPoints(limit: Int)

  /// A sentence about the error.
  public var description: String {
    switch self {
    case .invalidCharacter(let offset):
      "The polyline holds a character that none has, at byte \(offset + 1)."
    case .truncated: "The polyline ends before its last point."
    case .numberTooLarge: "The polyline contains a number that is too large."
    case .outOfRange(let point):
      "The polyline's point \(point + 1) is not on Earth; its precision may be another one."
    case .tooManyPoints(let limit): "The polyline has more than \(limit) points."
    }
  }
}
