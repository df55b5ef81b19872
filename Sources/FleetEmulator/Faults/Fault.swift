internal import TrustLimits

/// Something that goes wrong on purpose, and the requests that it strikes.
///
/// A fault without an answer of its own does its harm to the answer that the emulator gives.
public struct Fault: Sendable, Hashable {
  /// How far a request comes before the fault strikes it.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Before anybody reads the token, as a load balancer or a proxy would.
    ///
    /// The fault's own answer and a reset before the answer leave the emulator out; a delay comes
    /// before the emulator is asked.
    case edge
    /// After the token was accepted; other requests get the emulator's refusal and use up nothing.
    ///
    /// Without an answer of its own the call has its effect first: a delay holds back the answer to
    /// what has happened already, and a reset loses it.
    case service
  }

  /// How many requests it strikes, 1 to 1,000,000.
  public var requests: Int
  /// The one procedure that it strikes, for example `GetTrip`; nil for any request.
  public var procedure: String?
  /// The one trip whose calls it strikes, by its id; nil for any request.
  public var tripID: String?
  /// How far a request comes before it is struck.
  public var stage: Stage
  /// The time for which the answer is held back, up to 10 minutes.
  public var delay: Duration
  /// What is answered; nil for the emulator's own answer.
  public var answer: FaultAnswer?
  /// How the answer goes out.
  public var delivery: FaultDelivery

  /// Creates a fault; one that is told nothing lets its requests through.
  public init(
    requests: Int = 1,
    procedure: String? = nil,
    tripID: String? = nil,
    stage: Stage = .edge,
    delay: Duration = .zero,
    answer: FaultAnswer? = nil,
    delivery: FaultDelivery = .whole
  ) {
    self.requests = requests
    self.procedure = procedure
    self.tripID = tripID
    self.stage = stage
    self.delay = delay
    self.answer = answer
    self.delivery = delivery
  }

  /// Whether it lets its requests through unharmed.
  public var isPass: Bool { delay == .zero && answer == nil && delivery == .whole }

  /// Checks that everything is within its bounds.
  ///
  /// - Throws: Which part is not, by its key in a script's file.
  func check() throws(FaultScriptError) {
    guard (1...Limits.Faults.requests).contains(requests) else {
      throw FaultScriptError("count", "has to be 1 to \(Limits.Faults.requests)")
    }
    if let procedure, Route.Procedure(rawValue: procedure) == nil {
      throw FaultScriptError("procedure", "has to be a procedure's name, for example GetTrip")
    }
    if let tripID, tripID.isEmpty || tripID.utf8.count > 64 {
      throw FaultScriptError("trip", "has to be a trip's id")
    }
    guard (.zero...Limits.Faults.delay).contains(delay) else {
      throw FaultScriptError("delay", "has to be 0 to \(Limits.Faults.delay.components.seconds) s")
    }
    try answer?.check()
    try delivery.check()
  }
}
