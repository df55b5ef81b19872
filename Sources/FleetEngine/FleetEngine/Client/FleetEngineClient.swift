public import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// A client for the calls of Fleet Engine that a trip and its vehicle need.
///
/// The client sends each call once. If the server refuses the token, it discards the token and
/// immediately repeats the call once with a new one. Use `RidesharingConsumer` to follow a trip.
/// See docs/protocol.md, "Endpoints".
public struct FleetEngineClient: Sendable {
  /// Google's Fleet Engine.
  public static let defaultEndpoint = HTTPURL(scheme: .https, host: "fleetengine.googleapis.com")

  /// The server's address.
  public let endpoint: HTTPURL
  /// IDs that tie the calls to a transaction of the app, sent as `X-Goog-Maps-Experience-ID`.
  ///
  /// Only IDs of visible ASCII characters without a comma are sent.
  public var experienceIDs: [String] = []
  /// The provider of ``tripName(_:)`` and ``vehicleName(_:)``; nil for a client of several.
  public let providerID: String?
  /// The clock of the calls, and by default of what is made with the client.
  public let clock: ServiceClock
  /// The rate limit whose turns the requests wait for; nil without a limit.
  public let schedule: FleetSchedule?
  package let transport: any HTTPTransport
  private let tokens: any AccessTokenProvider
  private let observer: (any FleetEngineObserver)?
  private let turns = DecodingTurns()

  /// Creates a client from its parts; the product `Ridealong` has an initializer that makes them.
  ///
  /// - Parameters:
  ///   - providerID: The provider of names that are given as IDs; nil for full names only.
  ///   - endpoint: The server's address.
  ///   - transport: Sends the requests.
  ///   - tokens: Authorizes the requests.
  ///   - schedule: The rate limit, which several clients may share: each request waits for its turn, and a
  ///     task that is cancelled before sends nothing. Nil for none.
  ///   - clock: Measures calls, and tells the time if a server sends a `Retry-After` date without its own
  ///     `Date`.
  ///   - observer: Learns of each call.
  public init(
    providerID: String? = nil, endpoint: HTTPURL = FleetEngineClient.defaultEndpoint,
    transport: any HTTPTransport, tokens: any AccessTokenProvider, schedule: FleetSchedule? = nil,
    clock: ServiceClock = .system, observer: (any FleetEngineObserver)? = nil
  ) {
    self.providerID = providerID
    self.endpoint = endpoint
    self.transport = transport
    self.tokens = tokens
    self.schedule = schedule
    self.clock = clock
    self.observer = observer
  }

  /// Returns the full name of a trip of the client's provider, or throws the rule that the ID breaks.
  public func tripName(_ id: String) throws(ResourceNameError) -> TripName {
    try TripName(providerID: providerID ?? "", tripID: id)
  }

  /// Returns the full name of a vehicle of the client's provider, or throws the rule that the ID breaks.
  public func vehicleName(_ id: String) throws(ResourceNameError) -> VehicleName {
    try VehicleName(providerID: providerID ?? "", vehicleID: id)
  }

  /// Makes the next call about a trip use a new token.
  public func renewToken(for name: TripName) async { await tokens.renew(for: name.context) }

  /// Creates a call on a collection of a provider, by default the client's.
  func call(
    _ operation: String, _ method: TransportMethod, _ collection: String, of providerID: String?,
    _ context: AuthorizationContext, verb: String? = nil
  ) throws(FleetEngineError) -> Call {
    guard let providerID = providerID ?? self.providerID else {
      throw FleetEngineError(
        operation: operation, code: .invalidArgument,
        message: "The client has no provider, and none is given.", cause: .request)
    }
    return Call(
      operation, method, collection, ofProvider: providerID, context, on: self, verb: verb)
  }

  /// Sends a call whose response has no content.
  func sendForNothing(_ call: Call) async throws(FleetEngineError) {
    let _: FleetEngineResponse<NoMessage> = try await exchange(call)
  }

  func write<Value: Resource>(
    _ value: Value, _ name: Value.Name, _ call: Call, _ parameter: (name: String, value: String),
    _ header: RequestHeader?
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    var call = call
    call.add(parameter.name, parameter.value)
    call.add(header)
    try call.setBody(value)
    return try await send(call, about: name)
  }

  /// Sends a call and checks that its result is the named resource, within the limits.
  @concurrent func send<Value: Resource>(
    _ call: Call, about name: Value.Name, _ observer: ExchangeObserver? = nil, hasTurn: Bool = false
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    try await exchange(call, observer, hasTurn: hasTurn) { value throws(FleetEngineError) in
      let kind = Value.Name.collection.dropLast()
      guard value.name == nil || value.name == name else {
        throw call.failure(
          .internal, "The server answered for another \(kind).", cause: .otherResource)
      }
      if let excess = value.excess {
        throw call.failure(
          .internal, excess, cause: .unreadableAnswer(contentType: "application/json"))
      }
      // A server that is not Fleet Engine may answer with any JSON, such as {}.
      guard !call.isReading || value.name != nil || value.hasState else {
        throw call.failure(
          .internal, "The response has neither the name nor the status of a \(kind).",
          cause: .otherServer)
      }
    }
  }

  /// Sends a call, checks its result, and tells the observer of both.
  @concurrent func exchange<Value: WireMessage>(
    _ call: Call, _ steps: ExchangeObserver? = nil, hasTurn: Bool = false,
    check: (Value) throws(FleetEngineError) -> Void = { _ throws(FleetEngineError) in }
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    let seen = observer.map { _ in
      FleetEngineCall(
        id: Self.callCount.wrappingAdd(1, ordering: .relaxed).newValue, operation: call.operation,
        resource: call.resource, traceID: call.traceID)
    }
    let start = clock.monotonicNow()
    if let observer, let seen { observer.callStarted(seen) }
    var httpStatus: Int?
    do throws(FleetEngineError) {
      let response: FleetEngineResponse<Value> = try await answer(call, steps, hasTurn: hasTurn)
      httpStatus = response.httpStatus
      try check(response.value)
      if let observer, let seen {
        observer.callEnded(
          seen,
          FleetEngineCallResult(
            duration: clock.monotonicNow() - start, httpStatus: response.httpStatus,
            responseBytes: response.bodyBytes))
      }
      return response
    } catch {
      if let observer, let seen {
        observer.callEnded(
          seen,
          FleetEngineCallResult(
            duration: clock.monotonicNow() - start, httpStatus: error.httpStatus ?? httpStatus,
            error: error))
      }
      throw error
    }
  }

  private static let callCount = Atomic(0)

  private func answer<Value: WireMessage>(
    _ call: Call, _ observer: ExchangeObserver?, hasTurn: Bool
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    let token = try await token(for: call, observer)
    let response = try await send(call, with: token, observer, hasTurn: hasTurn)
    guard response.status == 401 || response.status == 403 else {
      return try await read(response, of: call, sentWith: token)
    }
    await tokens.discard(token, for: call.context)
    let fresh = try await self.token(for: call, observer)
    guard fresh != token else { return try await read(response, of: call, sentWith: token) }
    let second = try await send(call, with: fresh, observer, hasTurn: false)
    return try await read(second, of: call, sentWith: fresh)
  }

  private func read<Value: WireMessage>(
    _ response: TransportResponse, of call: Call, sentWith token: AccessToken
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    guard response.body.count >= Limits.Response.largeBodyBytes else {
      return try call.read(response, sentWith: token)
    }
    await turns.begin()
    defer { turns.end() }
    return try call.read(response, sentWith: token)
  }

  private func token(
    for call: Call, _ observer: ExchangeObserver?
  ) async throws(FleetEngineError) -> AccessToken {
    observer?.report(.token)
    do { return try await tokens.accessToken(for: call.context) } catch {
      // Providers have no other way to pass on a `CancellationError`.
      let error = Task.isCancelled ? AccessTokenError.cancelled : error
      throw call.failure(error.code, error.reason, cause: .token(error))
    }
  }

  private func send(
    _ call: Call, with token: AccessToken, _ observer: ExchangeObserver?, hasTurn: Bool
  ) async throws(FleetEngineError) -> TransportResponse {
    if let schedule, !hasTurn {
      observer?.report(.turn)
      do { try await schedule.turn() } catch {
        throw call.failure(error.code, error.detail, cause: .transport(error))
      }
    }
    observer?.report(.connecting)
    var request = call.request(with: token)
    request.observer = observer
    do {
      let response = try await transport.send(request)
      observer?.record(request, .success(response), sentWith: token)
      return response
    } catch {
      observer?.record(request, .failure(error), sentWith: token)
      let error = SecretScrubber(token)?.scrubbed(error) ?? error
      throw call.failure(error.code, error.detail, cause: .transport(error))
    }
  }
}

/// A message that calls return.
protocol Resource: WireMessage {
  associatedtype Name: ResourceName
  var name: Name? { get }
  /// Whether the status of the trip or the state of the vehicle is set.
  var hasState: Bool { get }
  /// The error message for a resource that exceeds a limit; nil within the limits.
  var excess: String? { get }
}

extension Trip: Resource {
  var hasState: Bool { !status.isUnspecified }

  /// The error message for a trip that exceeds a limit; nil within the limits.
  package var excess: String? {
    let waypoints = [remainingWaypoints, vehicleWaypoints]
    let arrivals = [
      actualIntermediateDestinationArrivalPoints.count, actualIntermediateDestinations.count,
    ]
    let counts = waypoints.map(\.count) + [intermediateDestinations.count] + arrivals
    let isBounded =
      counts.allSatisfy { $0 <= Limits.Response.waypoints }
      && routePoints <= Limits.Response.routePoints
    return isBounded
      ? nil
      : "The trip holds more than \(Limits.Response.waypoints) waypoints or "
        + "\(Limits.Response.routePoints) route points."
  }

  /// The number of points in all routes of the trip.
  package var routePoints: Int {
    (route?.count ?? 0) + (currentRouteSegmentTraffic?.path.count ?? 0)
      + FleetEngine.routePoints(remainingWaypoints) + FleetEngine.routePoints(vehicleWaypoints)
  }
}

extension Vehicle: Resource {
  var hasState: Bool { !state.isUnspecified }

  var excess: String? {
    let isBounded =
      currentTripIDs.count <= Limits.Response.vehicleTrips
      && waypoints.count <= Limits.Response.waypoints
      && (route?.count ?? 0) + routePoints(waypoints) <= Limits.Response.routePoints
    return isBounded
      ? nil
      : "The vehicle holds more than \(Limits.Response.vehicleTrips) trips, "
        + "\(Limits.Response.waypoints) waypoints or \(Limits.Response.routePoints) route points."
  }
}

private func routePoints(_ waypoints: [TripWaypoint]) -> Int {
  waypoints.reduce(0) { $0 + ($1.path?.count ?? 0) + ($1.traffic?.path.count ?? 0) }
}

extension HTTPTransportError {
  /// The gRPC code to show for the failure.
  fileprivate var code: RPCCode {
    switch kind {
    case .timedOut: .deadlineExceeded
    case .cancelled: .cancelled
    case .refused: .failedPrecondition
    case .nameNotResolved, .unreachable, .connectionLost, .insecure, .malformedAnswer,
      .answerTooLarge:
      .unavailable
    }
  }
}
