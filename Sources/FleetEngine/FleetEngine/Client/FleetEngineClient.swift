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
  private let transport: any HTTPTransport
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

  /// Reads a trip.
  ///
  /// The server leaves out the parts of the trip that are not newer than `versions`.
  /// `observer` is notified of what the call waits for.
  public func getTrip(
    _ name: TripName, versions: TripVersions = TripVersions(),
    routeFormat: RouteFormat = .coordinates, header: RequestHeader? = nil,
    observer: ExchangeObserver? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    try await getTrip(name, versions, header, observer, routeFormat: routeFormat, hasTurn: false)
  }

  /// Reads a trip; with `hasTurn` the caller has the schedule's turn for the first request.
  package func getTrip(
    _ name: TripName, _ versions: TripVersions, _ header: RequestHeader?,
    _ observer: ExchangeObserver?, routeFormat: RouteFormat = .coordinates, hasTurn: Bool
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    var call = Call("GetTrip", .get, name, on: self)
    call.add("routeFormatType", routeFormat.rawValue)
    call.add("currentRouteSegmentVersion", versions.currentRouteSegment?.description)
    call.add("currentRouteSegmentTrafficVersion", versions.currentRouteSegmentTraffic?.description)
    call.add("remainingWaypointsVersion", versions.remainingWaypoints?.description)
    call.add("remainingWaypointsRouteVersion", versions.remainingWaypointsRoute?.description)
    call.add(header)
    return try await send(call, about: name, observer, hasTurn: hasTurn)
  }

  /// Creates a trip and returns it as the server stored it.
  public func createTrip(
    _ name: TripName, _ trip: Trip, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    let call = Call("CreateTrip", .post, name, on: self, creates: true)
    return try await write(trip, name, call, ("tripId", name.tripID), header)
  }

  /// Changes the fields of a trip that `mask` names, in the wire's spelling, and returns the trip.
  public func updateTrip(
    _ name: TripName, _ trip: Trip, mask: [String], header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    let call = Call("UpdateTrip", .put, name, on: self)
    return try await write(trip, name, call, ("updateMask", mask.joined(separator: ",")), header)
  }

  /// Reads a vehicle with its trips and waypoints.
  public func getVehicle(
    _ name: VehicleName, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    var call = Call("GetVehicle", .get, name, on: self)
    call.add(header)
    return try await send(call, about: name)
  }

  /// Reads a page of a provider's vehicles, of all categories.
  ///
  /// Needs a token of a server. See ``VehiclePage`` for the following pages.
  ///
  /// - Parameters:
  ///   - providerID: The provider's ID.
  ///   - pageSize: The most vehicles of the page; nil for the server's default, which is 100.
  ///   - pageToken: The token that the page before brought; nil for the first page.
  ///   - state: The state of the vehicles; unspecified for all.
  public func listVehicles(
    ofProvider providerID: String, pageSize: Int? = nil, pageToken: String? = nil,
    state: VehicleState = .unspecified
  ) async throws(FleetEngineError) -> FleetEngineResponse<VehiclePage> {
    var call = Call(
      "ListVehicles", .get, VehicleName.collection, ofProvider: providerID, .allVehicles, on: self)
    call.add("pageSize", pageSize.map(String.init))
    call.add("pageToken", pageToken)
    for category in VehicleCategory.wireValues { call.add("vehicleTypeCategories", category.name) }
    if !state.isUnspecified { call.add("vehicleState", state.wireName) }
    return try await list(call)
  }

  /// Sends a call for a page of vehicles and checks that each is within the limits.
  @concurrent private func list(
    _ call: Call
  ) async throws(FleetEngineError) -> FleetEngineResponse<VehiclePage> {
    try await exchange(call) { page throws(FleetEngineError) in
      guard let excess = page.vehicles.lazy.compactMap(\.excess).first else { return }
      throw call.failure(
        .internal, excess, cause: .unreadableAnswer(contentType: "application/json"))
    }
  }

  /// Creates a vehicle and returns it as the server stored it.
  public func createVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    let call = Call("CreateVehicle", .post, name, on: self, creates: true)
    return try await write(vehicle, name, call, ("vehicleId", name.vehicleID), header)
  }

  /// Changes the fields of a vehicle that `mask` names, in the wire's spelling, and returns it.
  public func updateVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, mask: [String], header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    let call = Call("UpdateVehicle", .put, name, on: self)
    return try await write(vehicle, name, call, ("updateMask", mask.joined(separator: ",")), header)
  }

  private func write<Value: Resource>(
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
  @concurrent private func send<Value: Resource>(
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
  private func exchange<Value: WireMessage>(
    _ call: Call, _ steps: ExchangeObserver? = nil, hasTurn: Bool = false,
    check: (Value) throws(FleetEngineError) -> Void
  ) async throws(FleetEngineError) -> FleetEngineResponse<Value> {
    let seen = observer.map { _ in
      FleetEngineCall(
        id: Self.callCount.wrappingAdd(1, ordering: .relaxed).newValue, operation: call.operation,
        resource: call.resource, traceID: call.traceID)
    }
    let start = clock.monotonicNow()
    if let observer, let seen { observer.callStarted(seen) }
    do throws(FleetEngineError) {
      let response: FleetEngineResponse<Value> = try await answer(call, steps, hasTurn: hasTurn)
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
            duration: clock.monotonicNow() - start, httpStatus: error.httpStatus, error: error))
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
    _ response: HTTPResponse, of call: Call, sentWith token: AccessToken
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
  ) async throws(FleetEngineError) -> HTTPResponse {
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
      throw call.failure(error.code, error.detail, cause: .transport(error))
    }
  }
}

/// A message that calls return.
private protocol Resource: WireMessage {
  associatedtype Name: ResourceName
  var name: Name? { get }
  /// Whether the status of the trip or the state of the vehicle is set.
  var hasState: Bool { get }
  /// The error message for a resource that exceeds a limit; nil within the limits.
  var excess: String? { get }
}

extension Trip: Resource {
  fileprivate var hasState: Bool { !status.isUnspecified }

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
  fileprivate var hasState: Bool { !state.isUnspecified }

  fileprivate var excess: String? {
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
