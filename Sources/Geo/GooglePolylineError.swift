/// Why a text is not one of Google's encoded polylines.
public enum GooglePolylineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A byte is outside the format's alphabet; the offset counts bytes from 0.
  case invalidCharacter(offset: Int)
  /// The text ends within a number or between a latitude and its longitude.
  case truncated
  /// A number takes more characters than any coordinate does.
  case numberTooLarge
  /// A point, counted from 0, is not on Earth; often the text has the other precision.
  case outOfRange(point: Int)
  /// The polyline has more points than the caller accepts.
  case tooManyPoints(limit: Int)

  /// One sentence about what is wrong.
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
