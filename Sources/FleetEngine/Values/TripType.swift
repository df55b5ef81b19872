/// Whether a trip shares its vehicle.
///
/// Source: contract 1.7.
public enum TripType: WireEnum {
  /// Several trips may be in the vehicle at once.
  case shared
  /// The trip has the vehicle to itself.
  case exclusive
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.shared, "SHARED", 1),
    WireValue(.exclusive, "EXCLUSIVE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_TRIP_TYPE"
}
