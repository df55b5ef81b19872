/// What the navigation of a vehicle does.
///
/// Source: contract 1.7.
public enum NavigationStatus: WireEnum {
  /// Nobody is guided.
  case noGuidance
  /// The driver is guided to a destination.
  case enrouteToDestination
  /// The vehicle has left its route.
  case offRoute
  /// The vehicle is within about 50 m of its destination.
  case arrivedAtDestination
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.noGuidance, "NO_GUIDANCE", 1),
    WireValue(.enrouteToDestination, "ENROUTE_TO_DESTINATION", 2),
    WireValue(.offRoute, "OFF_ROUTE", 3),
    WireValue(.arrivedAtDestination, "ARRIVED_AT_DESTINATION", 4),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_NAVIGATION_STATUS"
}
