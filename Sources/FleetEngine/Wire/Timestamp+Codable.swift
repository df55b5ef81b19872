extension Timestamp: Codable {
  /// Decodes the form of RFC 3339.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When there is no such text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let moment = Timestamp(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The text is not a moment of RFC 3339."
      )
    }
    self = moment
  }

  /// Encodes the form of RFC 3339.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
