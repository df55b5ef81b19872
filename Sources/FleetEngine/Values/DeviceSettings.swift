/// What a driver's device does that bears on its location.
///
/// Source: contract 1.6.
public struct DeviceSettings: Sendable, Hashable, Codable {
  /// The name of the mode in which location saves power.
  public var locationPowerSaveMode: String?
  /// Whether the device saves power.
  public var isPowerSaveMode: Bool
  /// Whether the device is in use.
  public var isInteractive: Bool
  /// How its battery is.
  public var batteryInfo: BatteryInfo?

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

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    locationPowerSaveMode = fields.text("locationPowerSaveMode")
    isPowerSaveMode = fields.flag("isPowerSaveMode") ?? false
    isInteractive = fields.flag("isInteractive") ?? false
    batteryInfo = fields.value("batteryInfo")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("locationPowerSaveMode", locationPowerSaveMode)
    try writer.write("isPowerSaveMode", isPowerSaveMode, unless: false)
    try writer.write("isInteractive", isInteractive, unless: false)
    try writer.write("batteryInfo", batteryInfo)
  }
}
