/// The source of a location.
///
/// See docs/protocol.md, "Enumerations".
public enum LocationSensor: FleetEngineEnum {
  /// A satellite receiver.
  case gps
  /// Cell towers and Wi-Fi.
  case network
  /// Locations that other programs requested.
  case passive
  /// A provider of locations on roads.
  case roadSnappedLocationProvider
  /// A source that the provider operates.
  case customerSuppliedLocation
  /// The server's estimate.
  case fleetEngineLocation
  /// Several sensors of a device, fused.
  case fusedLocationProvider
  /// Location services of a device.
  case coreLocation
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.gps, "GPS", 1), KnownValue(.network, "NETWORK", 2),
    KnownValue(.passive, "PASSIVE", 3),
    KnownValue(.roadSnappedLocationProvider, "ROAD_SNAPPED_LOCATION_PROVIDER", 4),
    KnownValue(.customerSuppliedLocation, "CUSTOMER_SUPPLIED_LOCATION", 5),
    KnownValue(.fleetEngineLocation, "FLEET_ENGINE_LOCATION", 6),
    KnownValue(.fusedLocationProvider, "FUSED_LOCATION_PROVIDER", 100),
    KnownValue(.coreLocation, "CORE_LOCATION", 200),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_SENSOR"
}
