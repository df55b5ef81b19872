/// An observer of all calls that a client makes, for logs, metrics and traces.
///
/// A call whose arguments are refused is not made. The client calls it on any thread; a method that waits
/// delays the call. The article "Call Fleet Engine" of `Ridealong` has examples.
public protocol FleetEngineObserver: Sendable {
  /// A call begins; it is about to ask for a token.
  ///
  /// The default implementation does nothing.
  func callStarted(_ call: FleetEngineCall)

  /// A call has ended, successfully or not.
  func callEnded(_ call: FleetEngineCall, _ result: FleetEngineCallResult)
}

extension FleetEngineObserver {
  /// Does nothing.
  public func callStarted(_ call: FleetEngineCall) {}
}

/// A call of Fleet Engine, as an observer sees it.
public struct FleetEngineCall: Sendable, Hashable, Identifiable {
  /// A number that no other call of the process has.
  public let id: Int
  /// The method of Fleet Engine, for example `GetTrip`.
  public let operation: String
  /// The full name of the trip or vehicle, or of the collection that is listed or searched.
  public let resource: String
  /// The trace ID of the call's ``RequestHeader``; nil without one.
  public let traceID: String?

  /// Creates a description of a call.
  public init(id: Int, operation: String, resource: String, traceID: String? = nil) {
    self.id = id
    self.operation = operation
    self.resource = resource
    self.traceID = traceID
  }
}

/// How a call ended.
public struct FleetEngineCallResult: Sendable, Hashable {
  /// The time since the call began, with the wait for a token and, but for the polls of a trip model, for a turn
  /// of the rate limit.
  public let duration: Duration
  /// The status of the response; nil if there was none.
  public let httpStatus: Int?
  /// The length of a successful response's body in bytes, after inflating; 0 for a failure.
  public let responseBytes: Int
  /// Why the call failed; nil if it succeeded.
  public let error: FleetEngineError?

  /// Creates a result.
  public init(
    duration: Duration, httpStatus: Int?, responseBytes: Int = 0, error: FleetEngineError? = nil
  ) {
    self.duration = duration
    self.httpStatus = httpStatus
    self.responseBytes = responseBytes
    self.error = error
  }
}
