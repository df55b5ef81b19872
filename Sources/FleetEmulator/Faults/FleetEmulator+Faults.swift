internal import HTTPMessages

/// What is done to a request's connection after the emulator and its script of faults.
enum RequestOutcome: Sendable {
  case respond(HTTPResponse, FaultDelivery)
  /// The connection is to break before any byte of an answer.
  case reset
  /// Nobody waits for the answer any more.
  case givenUp
}

extension FleetEmulator {
  /// Lets a script of faults begin, in the place of one that is under way.
  ///
  /// It holds for every way on which requests come, ``EmulatorServer`` and ``InProcessTransport``;
  /// requests that are under way are struck no more than they are. What the server's edge refuses,
  /// such as a foreign `Host`, meets no fault. An answer that is the script's own is in no
  /// ``history``.
  ///
  /// - Parameter script: The faults; an empty script ends them.
  /// - Throws: Which entry is not within its bounds; the script before then goes on.
  public func setFaults(_ script: FaultScript) throws(FaultScriptError) {
    try script.check()
    faults = FaultQueue(script)
  }

  /// The faults that have not struck all their requests yet, with the number that is left of each.
  public var remainingFaults: FaultScript { FaultScript(faults.left) }

  /// Handles a request as the script says; the closure waits, and returns whether the client is
  /// still there.
  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome {
    guard let fault = nextFault(for: request) else { return .respond(respond(to: request), .whole) }
    let isReset = fault.delivery.end == .resetBeforeAnswer
    if fault.stage == .edge {
      if fault.delay > .zero, !(await wait(fault.delay)) { return .givenUp }
      if isReset { return .reset }
    }
    let response: HTTPResponse
    if let answer = fault.answer {
      response = answer.response(at: now())
    } else {
      response = respond(to: request)
    }
    if fault.stage == .service {
      if fault.delay > .zero, !(await wait(fault.delay)) { return .givenUp }
      if isReset { return .reset }
    }
    return .respond(response, fault.delivery)
  }

  private func nextFault(for request: RoutedRequest) -> Fault? {
    guard !faults.left.isEmpty, let index = faults.index(for: FaultTarget(request)) else {
      return nil
    }
    let fault = faults.left[index]
    guard fault.stage == .edge || admits(request) else { return nil }
    faults.strike(index)
    return fault
  }

  /// Whether a request's token lets it through to the procedure that it calls.
  private func admits(_ request: RoutedRequest) -> Bool {
    guard let match = try? request.match.get() else { return false }
    return (try? caller(match, request.request, at: now())) != nil
  }
}
