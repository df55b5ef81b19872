internal import HTTPMessages

/// The fate of a request's connection.
enum RequestOutcome<Response: Sendable>: Sendable {
  case respond(Response, FaultDelivery)
  /// The connection is reset before any byte of a response.
  case reset
  /// The client has left.
  case givenUp
}

extension EmulatedFleetEngine {
  /// Starts a script of faults, which replaces the one that is under way.
  ///
  /// It applies to ``LocalServer`` and ``InProcessTransport`` alike, but not to requests that are
  /// being handled or that the server refuses, such as one with a foreign `Host`. A response from
  /// the script does not appear in the ``history``. An empty script ends the faults.
  ///
  /// - Throws: The first entry that is not within its bounds; the former script then continues.
  public func setFaults(_ script: FaultScript) throws(FaultScriptError) {
    try script.check()
    remainingFaults = script
  }

  /// Handles a request of HTTP according to the script; the closure waits, and returns whether the
  /// client is still there.
  func handle(
    _ request: TransportRequest, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome<TransportResponse> {
    // Programs recognize an emulator by this path. It counts as no call and uses up no fault.
    if request.method == .get, request.url.path == Self.healthPath {
      let headers = TransportHeaders(at: now(), cache: "no-store")
      return .respond(
        TransportResponse(status: 200, headers: headers, body: Array("{}".utf8)), .whole)
    }
    return switch await handle(FleetRequest(request, provider), waitingBy: wait) {
    case .respond(let response, let delivery): .respond(response.http, delivery)
    case .reset: .reset
    case .givenUp: .givenUp
    }
  }

  /// Handles a request of either interface according to the script.
  func handle(
    _ request: FleetRequest, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome<FleetResponse> {
    var caller: Result<Caller, RPCFailure>?
    guard let fault = nextFault(for: request, &caller) else {
      return .respond(respond(to: request, by: caller), .whole)
    }
    func delay() async -> RequestOutcome<FleetResponse>? {
      if fault.delay > .zero, !(await wait(fault.delay)) { return .givenUp }
      return fault.delivery.end == .resetBeforeAnswer ? .reset : nil
    }
    if fault.stage == .edge, let outcome = await delay() { return outcome }
    let answer = fault.answer.map { FleetResponse(http: $0.response(at: now())) }
    let response = answer ?? respond(to: request, by: caller)
    if fault.stage == .service, let outcome = await delay() { return outcome }
    return .respond(response, fault.delivery)
  }

  /// Uses up a fault for a request; authorizes the caller if that decides whether it applies.
  private func nextFault(
    for request: FleetRequest, _ caller: inout Result<Caller, RPCFailure>?
  ) -> Fault? {
    if case .tokens = request.target { return nil }
    let call = request.call
    let procedure = call?.route.procedure.rawValue
    let tripID = call?.route.collection == "trips" ? call?.resourceID : nil
    let index = remainingFaults.faults.firstIndex { fault in
      (fault.procedure == nil || fault.procedure == procedure)
        && (fault.tripID == nil || fault.tripID == tripID)
    }
    guard let index else { return nil }
    let fault = remainingFaults.faults[index]
    if fault.stage == .service {
      // Only requests whose token is accepted get that far.
      guard let call else { return nil }
      caller = Result { () throws(RPCFailure) in try authorize(call, at: now()) }
      guard case .success = caller else { return nil }
    }
    remainingFaults.faults[index].requests -= 1
    if fault.requests <= 1 { remainingFaults.faults.remove(at: index) }
    return fault
  }
}
