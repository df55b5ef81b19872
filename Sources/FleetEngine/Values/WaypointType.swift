/// What happens at a waypoint.
///
/// Source: contract 1.7.
public enum WaypointType: WireEnum {
  /// A trip begins here.
  case pickup
  /// A trip ends here.
  case dropoff
  /// A trip stops here on its way.
  case intermediateDestination
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.pickup, "PICKUP_WAYPOINT_TYPE", 1),
    WireValue(.dropoff, "DROP_OFF_WAYPOINT_TYPE", 2),
    WireValue(.intermediateDestination, "INTERMEDIATE_DESTINATION_WAYPOINT_TYPE", 3),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_WAYPOINT_TYPE"
}
