/// Settings of a driver's device that affect its location.
///
/// See docs/protocol.md, "Vehicle".
public struct DeviceSettings: FleetEngineMessage, WireMessage {
  /// The name of the location's power-saving mode.
  public var locationPowerSaveMode: String?
  /// Whether the device is in power-saving mode.
  public var isPowerSaveMode: Bool = false
  /// Whether the device is in use.
  public var isInteractive: Bool = false
  /// The state of the battery.
  public var batteryInfo: BatteryInfo?

  /// The message's fields.
  package static let wireFields = WireTable<DeviceSettings>(
    "DeviceSettings",
    [
      // Drivers' logs spell this enumeration in ways of their own.
      .optional(
        1, "locationPowerSaveMode", \.locationPowerSaveMode, type: .unread(.name(powerSaveModes))),
      .value(2, "isPowerSaveMode", \.isPowerSaveMode), .value(3, "isInteractive", \.isInteractive),
      .message(4, "batteryInfo", \.batteryInfo),
    ])

  private static let powerSaveModes = EnumNames(
    "LocationPowerSaveMode",
    [
      "UNKNOWN_LOCATION_POWER_SAVE_MODE", "LOCATION_MODE_NO_CHANGE",
      "LOCATION_MODE_GPS_DISABLED_WHEN_SCREEN_OFF", "LOCATION_MODE_ALL_DISABLED_WHEN_SCREEN_OFF",
      "LOCATION_MODE_FOREGROUND_ONLY", "LOCATION_MODE_THROTTLE_REQUESTS_WHEN_SCREEN_OFF",
    ])

  /// Creates a message without fields.
  public init() {}
}

/// The battery of a driver's device.
///
/// See docs/protocol.md, "Vehicle".
public struct BatteryInfo: FleetEngineMessage, WireMessage {
  /// The name of the battery's status, for example charging.
  public var batteryStatus: String?
  /// The name of the power source.
  public var powerSource: String?
  /// Charge in percent, 0 to 100.
  public var batteryPercentage: Double?

  /// The message's fields.
  package static let wireFields = WireTable<BatteryInfo>(
    "BatteryInfo",
    [
      // Drivers' logs spell these enumerations in ways of their own.
      .optional(1, "batteryStatus", \.batteryStatus, type: .unread(.name(statuses))),
      .optional(2, "powerSource", \.powerSource, type: .unread(.name(powerSources))),
      .optional(3, "batteryPercentage", \.batteryPercentage, type: .float),
    ])

  private static let statuses = EnumNames(
    "BatteryStatus",
    [
      "UNKNOWN_BATTERY_STATUS", "BATTERY_STATUS_CHARGING", "BATTERY_STATUS_DISCHARGING",
      "BATTERY_STATUS_FULL", "BATTERY_STATUS_NOT_CHARGING", "BATTERY_STATUS_POWER_LOW",
    ])
  private static let powerSources = EnumNames(
    "PowerSource",
    [
      "UNKNOWN_POWER_SOURCE", "POWER_SOURCE_AC", "POWER_SOURCE_USB", "POWER_SOURCE_WIRELESS",
      "POWER_SOURCE_UNPLUGGED",
    ])

  /// Creates a message without fields.
  public init() {}
}
