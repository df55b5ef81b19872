/// Whether a trip shares its vehicle.
///
/// See docs/protocol.md, "Enumerations".
public enum TripType: WireEnum {
  /// Several trips may be in the vehicle at once.
  case shared
  /// The trip has the vehicle to itself.
  case exclusive
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.shared, "SHARED", 1), WireValue(.exclusive, "EXCLUSIVE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_TRIP_TYPE"
}

/// The set of trip fields that a request asks for.
///
/// See docs/protocol.md, "Enumerations".
public enum TripView: WireEnum {
  /// The fields that Google's SDKs use.
  case sdk
  /// The fields for callers that are not Google's SDKs.
  case journeySharingV1S
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.sdk, "SDK", 1), WireValue(.journeySharingV1S, "JOURNEY_SHARING_V1S", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "TRIP_VIEW_UNSPECIFIED"
}
