/// Whether a vehicle takes trips.
///
/// Source: contract 1.7.
public enum VehicleState: WireEnum {
  /// The vehicle takes no trips.
  case offline
  /// The vehicle takes trips.
  case online
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.offline, "OFFLINE", 1),
    WireValue(.online, "ONLINE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_VEHICLE_STATE"
}
