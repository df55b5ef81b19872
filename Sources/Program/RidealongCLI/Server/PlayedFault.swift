internal import FleetEmulator
internal import FleetEngine

/// A fault that the screen of the emulator plays on a key.
enum PlayedFault: CaseIterable {
  case unavailable, outage, quota, refused, unauthenticated, missing, late, reset, end

  /// The number of requests that a fault of limited length affects.
  private static let few = 5
  /// The most that a script allows.
  private static let all = 1_000_000

  var name: String {
    switch self {
    case .unavailable: "503 UNAVAILABLE, next \(Self.few) calls"
    case .outage: "503 UNAVAILABLE until ended"
    case .quota: "429 RESOURCE_EXHAUSTED, retry after 5 s, next \(Self.few) calls"
    case .refused: "403 PERMISSION_DENIED, next \(Self.few) calls"
    case .unauthenticated: "401 UNAUTHENTICATED, next \(Self.few) calls"
    case .missing: "404 NOT_FOUND, next \(Self.few) calls of GetTrip"
    case .late: "responses 3 s late until ended"
    case .reset: "connections reset, next \(Self.few) calls"
    case .end: "end all faults"
    }
  }

  var script: FaultScript {
    func answer(_ code: RPCCode, _ requests: Int = Self.few) -> Fault {
      Fault(requests: requests, answer: FaultAnswer(code))
    }
    return switch self {
    case .unavailable: FaultScript([answer(.unavailable)])
    case .outage: FaultScript([answer(.unavailable, Self.all)])
    case .quota:
      FaultScript([
        Fault(
          requests: Self.few,
          answer: FaultAnswer(.resourceExhausted, retryDelay: .seconds(5), retryAfter: .seconds(5)))
      ])
    case .refused: FaultScript([answer(.permissionDenied)])
    case .unauthenticated: FaultScript([answer(.unauthenticated)])
    case .missing:
      FaultScript([Fault(requests: Self.few, procedure: "GetTrip", answer: FaultAnswer(.notFound))])
    case .late: FaultScript([Fault(requests: Self.all, delay: .seconds(3))])
    case .reset:
      FaultScript([Fault(requests: Self.few, delivery: FaultDelivery(end: .resetBeforeAnswer))])
    case .end: FaultScript()
    }
  }

  /// The faults that still apply, in words; nil without one.
  static func words(_ script: FaultScript) -> String? {
    guard let fault = script.faults.first else { return nil }
    var words = [effect(of: fault)]
    if let procedure = fault.procedure { words.append("of \(procedure)") }
    if let trip = fault.tripID { words.append("of \(trip)") }
    if fault.requests < all / 2 { words.append("for \(fault.requests) calls") }
    let others = script.faults.count - 1
    return words.joined(separator: " ") + (others > 0 ? ", then \(others) others" : "")
  }

  private static func effect(of fault: Fault) -> String {
    if let answer = fault.answer {
      if case .error(let error) = answer.body { return "\(answer.status) \(error.code.name)" }
      return "\(answer.status)"
    }
    switch fault.delivery.end {
    case .reset, .resetBeforeAnswer: return "reset"
    case .truncated: return "cut"
    case .whole: break
    }
    if fault.delay > .zero { return "\(ShownLength.time(fault.delay)) late" }
    return fault.isPass ? "none" : "slow"
  }
}
