public import HTTPMessages

/// A call's result, with what its exchange tells beside it.
public struct Answer<Value: Sendable>: Sendable {
  /// The result.
  public let value: Value
  /// How long the exchange took.
  public let timings: HTTPTimings
  /// The bytes of the answer's body.
  public let bodyBytes: Int
  /// The server's clock when it answered, to the second.
  public let serverDate: String?

  /// Creates an answer.
  public init(value: Value, timings: HTTPTimings, bodyBytes: Int, serverDate: String?) {
    self.value = value
    self.timings = timings
    self.bodyBytes = bodyBytes
    self.serverDate = serverDate
  }
}
