/// What a provider tells of a vehicle's license plate.
///
/// Source: contract 1.6.
public struct LicensePlate: Sendable, Hashable, Codable {
  /// The country that issued it, as a code of CLDR.
  public var countryCode: String?
  /// Its last digit, or `-1` where it has none.
  public var lastCharacter: String?

  /// Creates a value from its fields, by default without any.
  public init(countryCode: String? = nil, lastCharacter: String? = nil) {
    self.countryCode = countryCode
    self.lastCharacter = lastCharacter
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    countryCode = fields.text("countryCode")
    lastCharacter = fields.text("lastCharacter")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("countryCode", countryCode)
    try writer.write("lastCharacter", lastCharacter)
  }
}
