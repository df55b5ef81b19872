/// How the battery of a driver's device is.
///
/// Source: contract 1.6.
public struct BatteryInfo: Sendable, Hashable, Codable {
  /// The name of what the battery does.
  public var batteryStatus: String?
  /// The name of what powers the device.
  public var powerSource: String?
  /// Charge in percent, 0 to 100.
  public var batteryPercentage: Double?

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

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    batteryStatus = fields.text("batteryStatus")
    powerSource = fields.text("powerSource")
    batteryPercentage = fields.number("batteryPercentage")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("batteryStatus", batteryStatus)
    try writer.write("powerSource", powerSource)
    try writer.write("batteryPercentage", batteryPercentage)
  }
}
