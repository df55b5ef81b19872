/// How the battery of a driver's device is.
///
/// Source: contract 1.6.
public struct BatteryInfo: WireMessage {
  /// The name of what the battery does.
  public var batteryStatus: String?
  /// The name of what powers the device.
  public var powerSource: String?
  /// Charge in percent, 0 to 100.
  public var batteryPercentage: Double?

  /// The message's fields.
  public static let wireFields = WireTable<BatteryInfo>([
    // Drivers' logs spell these enumerations in ways of their own.
    .optional("batteryStatus", \.batteryStatus, type: .unread),
    .optional("powerSource", \.powerSource, type: .unread),
    .optional("batteryPercentage", \.batteryPercentage),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a value from its fields, by default without any.
  public init(
    batteryStatus: String? = nil,
    powerSource: String? = nil,
    batteryPercentage: Double? = nil
  ) {
    self.batteryStatus = batteryStatus
    self.powerSource = powerSource
    self.batteryPercentage = batteryPercentage
  }
}
