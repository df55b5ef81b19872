public import HTTPMessages

/// The result of a call, with facts about the HTTP exchange.
@dynamicMemberLookup public struct FleetEngineResponse<Value: Sendable>: Sendable {
  /// The trip or vehicle.
  public let value: Value
  /// How long the exchange took.
  public let timings: HTTPTimings
  /// The size of the response's body in bytes.
  public let bodyBytes: Int
  /// The response's `Date` header, the server's clock to the second, with its `Age` in a cache.
  public let serverDate: String?

  /// A property of the value: `try await client.getTrip(name).status`.
  public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property {
    value[keyPath: property]
  }

  /// The response's status, 200 to 299.
  public let httpStatus: Int

  /// Creates a response.
  public init(
    value: Value, timings: HTTPTimings, bodyBytes: Int, serverDate: String?, httpStatus: Int = 200
  ) {
    self.value = value
    self.httpStatus = httpStatus
    self.timings = timings
    self.bodyBytes = bodyBytes
    self.serverDate = serverDate
  }

  /// The response with another value.
  func map<Other: Sendable>(_ change: (Value) -> Other) -> FleetEngineResponse<Other> {
    FleetEngineResponse<Other>(
      value: change(value), timings: timings, bodyBytes: bodyBytes, serverDate: serverDate,
      httpStatus: httpStatus)
  }
}
