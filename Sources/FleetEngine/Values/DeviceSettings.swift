/// What a driver's device does that bears on its location.
///
/// Source: contract 1.6.
public struct DeviceSettings: WireMessage {
  /// The name of the mode in which location saves power.
  public var locationPowerSaveMode: String?
  /// Whether the device saves power.
  public var isPowerSaveMode: Bool = false
  /// Whether the device is in use.
  public var isInteractive: Bool = false
  /// How its battery is.
  public var batteryInfo: BatteryInfo?

  /// The message's fields.
  public static let wireFields = WireTable<DeviceSettings>([
    // Drivers' logs spell this enumeration in ways of their own.
    .optional("locationPowerSaveMode", \.locationPowerSaveMode, type: .unread),
    .value("isPowerSaveMode", \.isPowerSaveMode), .value("isInteractive", \.isInteractive),
    .message("batteryInfo", \.batteryInfo),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a value from its fields, by default without any.
  public init(
    locationPowerSaveMode: String? = nil,
    isPowerSaveMode: Bool = false,
    isInteractive: Bool = false,
    batteryInfo: BatteryInfo? = nil
  ) {
    self.locationPowerSaveMode = locationPowerSaveMode
    self.isPowerSaveMode = isPowerSaveMode
    self.isInteractive = isInteractive
    self.batteryInfo = batteryInfo
  }
}
