/// Which set of a trip's fields is asked for.
///
/// Source: contract 1.7.
public enum TripView: WireEnum {
  /// The fields that Google's SDKs use.
  case sdk
  /// The fields for callers that are not Google's SDKs.
  case journeySharingV1S
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.sdk, "SDK", 1),
    WireValue(.journeySharingV1S, "JOURNEY_SHARING_V1S", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "TRIP_VIEW_UNSPECIFIED"
}
