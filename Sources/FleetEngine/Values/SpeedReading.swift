/// How fast traffic moves on a part of a path.
///
/// Source: contract 1.7.
public enum SpeedReading: WireEnum {
  /// Traffic moves freely.
  case normal
  /// Traffic is slow.
  case slow
  /// Traffic stands.
  case trafficJam
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.normal, "NORMAL", 1),
    WireValue(.slow, "SLOW", 2),
    WireValue(.trafficJam, "TRAFFIC_JAM", 3),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "SPEED_UNSPECIFIED"
}
