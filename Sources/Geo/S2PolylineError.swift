/// Why a text is not an S2 polyline.
public enum S2PolylineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not base64 with the URL-safe alphabet.
  case invalidBase64
  /// The first byte names a format that is neither lossless nor compressed.
  case unsupportedVersion(UInt8)
  /// The snap level is not in 0...30.
  case invalidLevel(UInt8)
  /// The bytes end before the polyline does.
  case truncated
  /// A number takes more bits than its field has.
  case varintOverflow
  /// The polyline has more points than the caller accepts.
  case tooManyPoints(limit: Int)
  /// The parts contradict each other.
  case malformed

  /// One sentence about what is wrong.
  public var description: String {
    switch self {
    case .invalidBase64: "The route is not URL-safe base64."
    case .unsupportedVersion(let version): "The route has the unknown S2 format \(version)."
    case .invalidLevel(let level): "The route has the impossible S2 level \(level)."
    case .truncated: "The route ends before its last point."
    case .varintOverflow: "The route contains a number that is too large."
    case .tooManyPoints(let limit): "The route has more than \(limit) points."
    case .malformed: "The route's parts contradict each other."
    }
  }
}
