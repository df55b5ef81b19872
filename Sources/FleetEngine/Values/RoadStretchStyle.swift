/// How a stretch of road is to be shown.
///
/// Source: contract 1.7.
public enum RoadStretchStyle: WireEnum {
  /// Traffic is slow.
  case slowerTraffic
  /// Traffic stands.
  case trafficJam
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.slowerTraffic, "SLOWER_TRAFFIC", 1),
    WireValue(.trafficJam, "TRAFFIC_JAM", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "STYLE_UNSPECIFIED"
}
