public import HTTPMessages
internal import TrustLimits

/// The calls of Fleet Engine that a trip and its vehicle need.
///
/// A call is sent once; a token that the server refuses is dropped and the call repeated once at
/// once with a fresh one. Source: contract 2.1.
public struct FleetEngineClient: Sendable {
  /// Google's Fleet Engine.
  public static let defaultEndpoint = HTTPURL(scheme: .https, host: "fleetengine.googleapis.com")

  /// The server's address.
  public let endpoint: HTTPURL
  /// What ties the calls to a transaction of the app's own, in the header
  /// `X-Goog-Maps-Experience-ID` of each; none by default.
  ///
  /// Only IDs of visible ASCII characters without a comma are sent.
  public var experienceIDs: [String] = []
  let wallNow: (@Sendable () -> Timestamp)?
  /// The limit that the transport keeps to; nil for an unlimited one.
  package var schedule: FleetSchedule? { (transport as? LimitedTransport)?.schedule }
  private let transport: any HTTPTransport
  private let tokens: any AccessTokenProvider

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - endpoint: The server's address, by default Google's Fleet Engine.
  ///   - transport: What carries requests.
  ///   - tokens: Where access tokens come from.
  ///   - wallNow: The moment by the wall's clock, from which a wait until a moment counts where a
  ///     server does not tell its own; without it such a wait is not obeyed.
  public init(
    endpoint: HTTPURL = FleetEngineClient.defaultEndpoint,
    transport: any HTTPTransport,
    tokens: any AccessTokenProvider,
    wallNow: (@Sendable () -> Timestamp)? = nil
  ) {
    self.endpoint = endpoint
    self.transport = transport
    self.tokens = tokens
    self.wallNow = wallNow
  }

  /// Sees to it that the next call about a trip has a fresh token.
  ///
  /// - Parameter name: The trip.
  public func renewToken(for name: TripName) async {
    await tokens.renew(for: AuthorizationContext(tripID: name.tripID))
  }

  /// Reads a trip.
  ///
  /// - Parameters:
  ///   - name: The trip.
  ///   - versions: What the caller already has of it.
  ///   - routeFormat: The form of its routes.
  ///   - header: What the caller says of itself.
  ///   - progress: Observes what the call waits for.
  /// - Returns: The trip, without the parts that are not newer than the versions.
  /// - Throws: Why there is none.
  public func getTrip(
    _ name: TripName,
    versions: TripVersions = TripVersions(),
    routeFormat: RouteFormat = .coordinates,
    header: RequestHeader? = nil,
    progress: ExchangeProgress? = nil
  ) async throws(FleetEngineError) -> Answer<Trip> {
    var call = Call(on: self, operation: "GetTrip", method: .get, resource: name)
    call.add("routeFormatType", routeFormat.rawValue)
    call.add("currentRouteSegmentVersion", versions.currentRouteSegment)
    call.add("currentRouteSegmentTrafficVersion", versions.currentRouteSegmentTraffic)
    call.add("remainingWaypointsVersion", versions.remainingWaypoints)
    call.add("remainingWaypointsRouteVersion", versions.remainingWaypointsRoute)
    call.add(header)
    return try await trip(call, name, progress)
  }

  /// Creates a trip.
  ///
  /// - Parameters:
  ///   - name: The new trip's name.
  ///   - trip: Its type, pickup and what else a creation reads.
  ///   - header: What the caller says of itself.
  /// - Returns: The trip as the server made it.
  /// - Throws: Why it was not created.
  public func createTrip(
    _ name: TripName,
    _ trip: Trip,
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> Answer<Trip> {
    var call = Call(
      on: self,
      operation: "CreateTrip",
      method: .post,
      collection: "trips",
      providerID: name.providerID,
      context: AuthorizationContext(tripID: name.tripID)
    )
    call.add("tripId", name.tripID)
    call.add(header)
    try call.setBody(trip)
    return try await self.trip(call, name)
  }

  /// Changes fields of a trip.
  ///
  /// - Parameters:
  ///   - name: The trip.
  ///   - trip: The new values of the fields that the mask names.
  ///   - mask: The fields to change, in the wire's spelling.
  ///   - header: What the caller says of itself.
  /// - Returns: The trip after the change.
  /// - Throws: Why it was not changed.
  public func updateTrip(
    _ name: TripName,
    _ trip: Trip,
    mask: [String],
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> Answer<Trip> {
    var call = Call(on: self, operation: "UpdateTrip", method: .put, resource: name)
    call.add("updateMask", mask.joined(separator: ","))
    call.add(header)
    try call.setBody(trip)
    return try await self.trip(call, name)
  }

  /// Reads a vehicle.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - header: What the caller says of itself.
  /// - Returns: The vehicle with its trips and waypoints.
  /// - Throws: Why there is none.
  public func getVehicle(
    _ name: VehicleName,
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> Answer<Vehicle> {
    var call = Call(on: self, operation: "GetVehicle", method: .get, resource: name)
    call.add(header)
    return try await vehicle(call, name)
  }

  /// Creates a vehicle.
  ///
  /// - Parameters:
  ///   - name: The new vehicle's name.
  ///   - vehicle: Its state, trip types, capacity and category.
  ///   - header: What the caller says of itself.
  /// - Returns: The vehicle as the server made it.
  /// - Throws: Why it was not created.
  public func createVehicle(
    _ name: VehicleName,
    _ vehicle: Vehicle,
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> Answer<Vehicle> {
    var call = Call(
      on: self,
      operation: "CreateVehicle",
      method: .post,
      collection: "vehicles",
      providerID: name.providerID,
      context: AuthorizationContext(vehicleID: name.vehicleID)
    )
    call.add("vehicleId", name.vehicleID)
    call.add(header)
    try call.setBody(vehicle)
    return try await self.vehicle(call, name)
  }

  /// Changes fields of a vehicle.
  ///
  /// - Parameters:
  ///   - name: The vehicle.
  ///   - vehicle: The new values of the fields that the mask names.
  ///   - mask: The fields to change, in the wire's spelling.
  ///   - header: What the caller says of itself.
  /// - Returns: The vehicle after the change.
  /// - Throws: Why it was not changed.
  public func updateVehicle(
    _ name: VehicleName,
    _ vehicle: Vehicle,
    mask: [String],
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> Answer<Vehicle> {
    var call = Call(on: self, operation: "UpdateVehicle", method: .put, resource: name)
    call.add("updateMask", mask.joined(separator: ","))
    call.add(header)
    try call.setBody(vehicle)
    return try await self.vehicle(call, name)
  }

  private func trip(
    _ call: Call,
    _ name: TripName,
    _ progress: ExchangeProgress? = nil
  ) async throws(FleetEngineError) -> Answer<Trip> {
    let answer = try await Exchange(call: call, client: self, progress: progress).run(Trip.self)
    guard answer.value.name == nil || answer.value.name == name else {
      throw call.failure(
        .internal,
        "The server answered for another trip.",
        cause: .otherResource
      )
    }
    try Self.checkBounds(answer.value, call)
    return answer
  }

  private func vehicle(
    _ call: Call,
    _ name: VehicleName
  ) async throws(FleetEngineError) -> Answer<Vehicle> {
    let answer = try await Exchange(call: call, client: self).run(Vehicle.self)
    guard answer.value.name == nil || answer.value.name == name else {
      throw call.failure(
        .internal,
        "The server answered for another vehicle.",
        cause: .otherResource
      )
    }
    try Self.checkBounds(answer.value, call)
    return answer
  }

  private static func checkBounds(_ trip: Trip, _ call: Call) throws(FleetEngineError) {
    let lists = [trip.remainingWaypoints, trip.vehicleWaypoints]
    let points = lists.reduce(
      (trip.route?.count ?? 0) + (trip.currentRouteSegmentTraffic?.path.count ?? 0)
    ) { $0 + routePoints($1) }
    guard (lists.map(\.count) + [trip.intermediateDestinations.count]).allSatisfy(isBounded),
      points <= Limits.Reply.routePoints
    else {
      throw call.failure(
        .internal,
        "The trip holds more than \(Limits.Reply.waypoints) waypoints or "
          + "\(Limits.Reply.routePoints) route points.",
        cause: .unreadableAnswer(contentType: "application/json")
      )
    }
  }

  private static func checkBounds(_ vehicle: Vehicle, _ call: Call) throws(FleetEngineError) {
    guard vehicle.currentTripIDs.count <= Limits.Reply.vehicleTrips,
      isBounded(vehicle.waypoints.count),
      (vehicle.route?.count ?? 0) + routePoints(vehicle.waypoints) <= Limits.Reply.routePoints
    else {
      throw call.failure(
        .internal,
        "The vehicle holds more than \(Limits.Reply.vehicleTrips) trips, "
          + "\(Limits.Reply.waypoints) waypoints or \(Limits.Reply.routePoints) route points.",
        cause: .unreadableAnswer(contentType: "application/json")
      )
    }
  }

  private static func isBounded(_ waypoints: Int) -> Bool { waypoints <= Limits.Reply.waypoints }

  private static func routePoints(_ waypoints: [TripWaypoint]) -> Int {
    waypoints.reduce(0) { $0 + ($1.path?.count ?? 0) + ($1.traffic?.path.count ?? 0) }
  }

  /// Sends one call, with a token, and reads its answer.
  private struct Exchange: Sendable {
    let call: Call
    let client: FleetEngineClient
    var progress: ExchangeProgress?

    @concurrent
    func run<Value: WireMessage>(
      _ type: Value.Type
    ) async throws(FleetEngineError) -> Answer<Value> {
      let token = try await token()
      let response = try await send(with: token)
      guard response.status == 401 || response.status == 403 else {
        return try call.read(type, from: response, sentWith: token)
      }
      await client.tokens.discard(token, for: call.context)
      let fresh = try await self.token()
      guard fresh != token else { return try call.read(type, from: response, sentWith: token) }
      return try call.read(type, from: try await send(with: fresh), sentWith: fresh)
    }

    private func token() async throws(FleetEngineError) -> AccessToken {
      progress?.report(.token)
      do {
        return try await client.tokens.accessToken(for: call.context)
      } catch {
        throw call.failure(error.code, error.reason, cause: .token(error))
      }
    }

    private func send(with token: AccessToken) async throws(FleetEngineError) -> HTTPResponse {
      progress?.report(.connecting)
      do {
        var request = call.request(with: token)
        request.progress = progress
        return try await client.transport.send(request)
      } catch {
        throw call.failure(error.code, error.detail, cause: .transport(error))
      }
    }
  }
}

extension HTTPTransportError {
  /// The code that stands for the failure where codes are shown.
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
