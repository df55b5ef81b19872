internal import TrustLimits

/// A simulated failure and the requests that it affects.
///
/// A fault without its own response delays, cuts or resets the emulator's.
public struct Fault: Sendable, Hashable {
  /// How far a request gets before the fault affects it.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Before the token is checked, as a load balancer or a proxy would.
    ///
    /// If the fault has a response or resets the connection, the emulator never sees the request.
    /// A delay comes before the emulator handles it.
    case edge
    /// After the token was accepted; requests that are refused do not use up the fault.
    ///
    /// Without a response of the fault, the call takes effect and its response is delayed or lost.
    case service
  }

  /// The number of requests that it affects, 1 to 1,000,000.
  public var requests: Int
  /// The only procedure that it affects, for example `GetTrip`; nil for any request.
  public var procedure: String?
  /// The ID of the only trip whose calls it affects; nil for any request.
  public var tripID: String?
  /// How far a request gets before it is affected.
  public var stage: Stage
  /// The time by which the response is delayed, up to 10 minutes.
  public var delay: Duration
  /// The response; nil for the emulator's own.
  public var answer: FaultAnswer?
  /// How the response is sent.
  public var delivery: FaultDelivery

  /// Creates a fault, which by default lets its requests through.
  public init(
    requests: Int = 1, procedure: String? = nil, tripID: String? = nil, stage: Stage = .edge,
    delay: Duration = .zero, answer: FaultAnswer? = nil, delivery: FaultDelivery = .whole
  ) {
    self.requests = requests
    self.procedure = procedure
    self.tripID = tripID
    self.stage = stage
    self.delay = delay
    self.answer = answer
    self.delivery = delivery
  }

  /// Whether it lets its requests through unchanged.
  public var isPass: Bool { delay == .zero && answer == nil && delivery == .whole }

  /// Checks that everything is within its bounds; the error names the key.
  func check() throws(FaultScriptError) {
    try FaultKey.count.check(requests, in: 1...Limits.Faults.requests)
    if let procedure, Route.Procedure(rawValue: procedure) == nil {
      throw FaultScriptError(.procedure, "has to be a procedure's name, for example GetTrip")
    }
    if let tripID, tripID.isEmpty || tripID.utf8.count > 64 {
      throw FaultScriptError(.trip, "has to be a trip's id")
    }
    try FaultKey.delay.check(delay)
    try answer?.check()
    try delivery.check()
  }
}
