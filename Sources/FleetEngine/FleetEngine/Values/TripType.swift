/// Whether a trip shares its vehicle.
///
/// See docs/protocol.md, "Enumerations".
public enum TripType: FleetEngineEnum {
  /// Several trips may be in the vehicle at once.
  case shared
  /// The trip has the vehicle to itself.
  case exclusive
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.shared, "SHARED", 1), KnownValue(.exclusive, "EXCLUSIVE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_TRIP_TYPE"
}

/// The set of trip fields that a request asks for.
///
/// See docs/protocol.md, "Enumerations".
public enum TripView: FleetEngineEnum {
  /// The fields that Google's SDKs use.
  case sdk
  /// The fields for callers that are not Google's SDKs.
  case journeySharingV1S
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.sdk, "SDK", 1), KnownValue(.journeySharingV1S, "JOURNEY_SHARING_V1S", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "TRIP_VIEW_UNSPECIFIED"
}
