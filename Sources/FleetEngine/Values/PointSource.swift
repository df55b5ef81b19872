/// Where the point of a location comes from.
///
/// Source: contract 1.3.
public enum PointSource: WireEnum {
  /// The caller gave the point.
  case developerProvided
  /// The server found the point from the place.
  case calculatedFromPlace
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.developerProvided, "POINT_SOURCE_DEVELOPER_PROVIDED", 1),
    WireValue(.calculatedFromPlace, "POINT_SOURCE_CALCULATED_FROM_PLACE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "POINT_SOURCE_UNSPECIFIED"
}
