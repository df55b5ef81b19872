extension Timestamp: Codable {
  /// Decodes the form of RFC 3339.
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
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
