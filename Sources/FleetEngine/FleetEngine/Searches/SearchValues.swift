/// The order of a search's matches.
///
/// See docs/protocol.md, "Enumerations".
public enum VehicleMatchOrder: FleetEngineEnum {
  /// The arrival at the pickup.
  case pickupPointETA
  /// The way to the pickup.
  case pickupPointDistance
  /// The arrival at the drop-off.
  case dropoffPointETA
  /// The straight line to the pickup.
  case pickupPointStraightDistance
  /// A cost that Fleet Engine computes.
  case cost
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values, with their names and numbers.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.pickupPointETA, "PICKUP_POINT_ETA", 1),
    KnownValue(.pickupPointDistance, "PICKUP_POINT_DISTANCE", 2),
    KnownValue(.dropoffPointETA, "DROPOFF_POINT_ETA", 3),
    KnownValue(.pickupPointStraightDistance, "PICKUP_POINT_STRAIGHT_DISTANCE", 4),
    KnownValue(.cost, "COST", 5),
  ]
  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_VEHICLE_MATCH_ORDER"
  /// The enumeration's name in protocol buffers.
  public static let typeName = "SearchVehiclesRequest.VehicleMatchOrder"
}

/// Whether a search finds vehicles with trips.
public enum CurrentTripsPresent: FleetEngineEnum {
  /// Only vehicles without trips.
  case none
  /// Vehicles with trips, too.
  case any
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values, with their names and numbers.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.none, "NONE", 1),
    KnownValue(.any, "ANY", 2),
  ]
  /// The name of the unspecified value.
  public static let unspecifiedName = "CURRENT_TRIPS_PRESENT_UNSPECIFIED"
  /// The enumeration's name in protocol buffers.
  public static let typeName = "SearchVehiclesRequest.CurrentTripsPresent"
}

/// How a vehicle would serve a trip.
public enum VehicleMatchType: FleetEngineEnum {
  /// At once, for this trip alone.
  case exclusive
  /// After its present trip.
  case backToBack
  /// Together with its present trips.
  case carpool
  /// Together with other trips, after its present ones.
  case carpoolBackToBack
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values, with their names and numbers.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.exclusive, "EXCLUSIVE", 1),
    KnownValue(.backToBack, "BACK_TO_BACK", 2),
    KnownValue(.carpool, "CARPOOL", 3),
    KnownValue(.carpoolBackToBack, "CARPOOL_BACK_TO_BACK", 4),
  ]
  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN"
  /// The enumeration's name in protocol buffers.
  public static let typeName = "VehicleMatch.VehicleMatchType"
}

/// The platform that a billed trip was on.
public enum BillingPlatform: FleetEngineEnum {
  /// A server.
  case server
  /// A web page.
  case web
  /// An app for Android.
  case android
  /// An app for iOS.
  case iOS
  /// Any other platform.
  case others
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values, with their names and numbers.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.server, "SERVER", 1), KnownValue(.web, "WEB", 2),
    KnownValue(.android, "ANDROID", 3), KnownValue(.iOS, "IOS", 4),
    KnownValue(.others, "OTHERS", 5),
  ]
  /// The name of the unspecified value.
  public static let unspecifiedName = "BILLING_PLATFORM_IDENTIFIER_UNSPECIFIED"
  /// The enumeration's name in protocol buffers.
  public static let typeName = "BillingPlatformIdentifier"
}
