/// What kind of vehicle it is.
///
/// Source: contract 1.7.
public enum VehicleCategory: WireEnum {
  /// A car.
  case auto
  /// A licensed taxi.
  case taxi
  /// A truck.
  case truck
  /// A motorcycle or moped.
  case twoWheeler
  /// A bicycle.
  case bicycle
  /// Somebody on foot.
  case pedestrian
  /// Unspecified, or a value that is not known, with its wire text.
  case unknown(String)

  /// The known values with their names and numbers.
  public static let wireValues: [WireValue<Self>] = [
    WireValue(.auto, "AUTO", 1),
    WireValue(.taxi, "TAXI", 2),
    WireValue(.truck, "TRUCK", 3),
    WireValue(.twoWheeler, "TWO_WHEELER", 4),
    WireValue(.bicycle, "BICYCLE", 5),
    WireValue(.pedestrian, "PEDESTRIAN", 6),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN"
}
