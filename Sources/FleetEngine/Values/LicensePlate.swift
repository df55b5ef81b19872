/// What a provider tells of a vehicle's license plate.
///
/// Source: contract 1.6.
public struct LicensePlate: WireMessage {
  /// The country that issued it, as a code of CLDR.
  public var countryCode: String?
  /// Its last digit, or `-1` where it has none.
  public var lastCharacter: String?

  /// The message's fields.
  public static let wireFields = WireTable<LicensePlate>([
    .optional("countryCode", \.countryCode), .optional("lastCharacter", \.lastCharacter),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a value from its fields, by default without any.
  public init(countryCode: String? = nil, lastCharacter: String? = nil) {
    self.countryCode = countryCode
    self.lastCharacter = lastCharacter
  }
}
