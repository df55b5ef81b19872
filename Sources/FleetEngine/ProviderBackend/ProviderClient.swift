public import FleetEngine
public import Geo
public import HTTPMessages
internal import JSON

/// The calls of riders' and drivers' apps to a provider's backend, such as Google's sample backend.
///
/// A call is sent once. The backend has no authentication, so it belongs on this machine. See
/// docs/protocol.md, "Backend endpoints" and "Backend messages".
public struct ProviderClient: Sendable {
  /// The backend's address, with its path prefix.
  public let endpoint: HTTPURL
  private let transport: any HTTPTransport

  /// Creates a client.
  public init(endpoint: HTTPURL, transport: any HTTPTransport) {
    self.endpoint = endpoint
    self.transport = transport
  }

  // MARK: Vehicles

  /// Creates a vehicle that is online; the status is 400 if the ID is in use.
  public func createVehicle(
    _ id: String, _ settings: VehicleSettings = VehicleSettings()
  ) async throws(ProviderError) -> Vehicle {
    var body = settings.fields
    body["vehicleId"] = .text(id)
    return try await vehicle(ProviderCall(.post, "vehicle", "new", body: body), id)
  }

  /// Changes a vehicle.
  public func updateVehicle(
    _ id: String, _ settings: VehicleSettings
  ) async throws(ProviderError) -> Vehicle {
    try await vehicle(ProviderCall(.put, "vehicle", id, body: settings.fields), id)
  }

  /// Reads a vehicle; a driver's app polls for trips this way.
  public func vehicle(_ id: String) async throws(ProviderError) -> Vehicle {
    try await vehicle(ProviderCall(.get, "vehicle", id), id)
  }

  /// Reads the first page of the vehicles that are online.
  public func vehicles() async throws(ProviderError) -> [Vehicle] {
    let call = try ProviderCall(.get, "vehicles")
    let messages = try await call.run([VehicleMessage].self, endpoint, transport)
    return try messages.map { message throws(ProviderError) in
      guard let vehicle = message.vehicle else { throw call.unreadable() }
      return vehicle
    }
  }

  // MARK: Trips

  /// Books a trip for one passenger; only exclusive trips can have stops.
  public func createTrip(
    pickup: Coordinate, dropoff: Coordinate, stops: [Coordinate] = [], type: TripType = .exclusive
  ) async throws(ProviderError) -> Trip {
    func point(_ point: Coordinate) -> JSONTree {
      .object(["latitude": .number(point.latitude), "longitude": .number(point.longitude)])
    }
    var body: JSONObject = [
      "pickup": point(pickup), "dropoff": point(dropoff), "tripType": .text(type.wireName),
    ]
    if !stops.isEmpty { body["intermediateDestinations"] = .list(stops.map(point)) }
    return try await bareTrip(ProviderCall(.post, "trip", "new", body: body), nil)
  }

  /// Reads a trip.
  public func trip(_ id: String) async throws(ProviderError) -> Trip {
    let call = try ProviderCall(.get, "trip", id)
    let message = try await call.run(WrappedTripMessage.self, endpoint, transport).trip
    return try Self.trip(message, call, id)
  }

  /// Changes a trip's status, and the index of its stop if given.
  public func updateTripStatus(
    _ id: String, _ status: TripStatus, stopIndex: Int? = nil
  ) async throws(ProviderError) -> Trip {
    var body: JSONObject = ["status": .text(status.wireName)]
    body["intermediateDestinationIndex"] = stopIndex.map { .number(Double($0)) }
    return try await bareTrip(ProviderCall(.put, "trip", id, body: body), id)
  }

  /// Cancels a trip, like a rider's app.
  public func cancelTrip(_ id: String) async throws(ProviderError) -> Trip {
    try await updateTripStatus(id, .canceled)
  }

  // MARK: Tokens

  /// Fetches a token for Fleet Engine.
  public func token(_ subject: TokenSubject) async throws(ProviderError) -> AccessToken {
    let call =
      switch subject {
      case .consumer(let tripID): try ProviderCall(.get, "token", "consumer", tripID)
      case .driver(let vehicleID): try ProviderCall(.get, "token", "driver", vehicleID)
      case .server: try ProviderCall(.get, "token", "server")
      }
    let message = try await call.run(TokenMessage.self, endpoint, transport)
    guard let text = message.jwt, !text.isEmpty else { throw call.unreadable() }
    return AccessToken(
      text,
      expiresAt: message.expirationTimestamp.map {
        Timestamp(seconds: $0 / 1_000, nanoseconds: $0 % 1_000 * 1_000_000)
      })
  }

  // MARK: Responses

  private func vehicle(_ call: ProviderCall, _ id: String) async throws(ProviderError) -> Vehicle {
    let message = try await call.run(VehicleMessage.self, endpoint, transport)
    guard let vehicle = message.vehicle else { throw call.unreadable() }
    guard vehicle.name?.vehicleID == id else {
      throw call.failure("The backend answered for another vehicle.", cause: .otherResource)
    }
    return vehicle
  }

  private func bareTrip(_ call: ProviderCall, _ id: String?) async throws(ProviderError) -> Trip {
    let message = try await call.run(TripMessage.self, endpoint, transport)
    return try Self.trip(message, call, id)
  }

  private static func trip(
    _ message: TripMessage, _ call: ProviderCall, _ id: String?
  ) throws(ProviderError) -> Trip {
    guard let trip = message.trip else { throw call.unreadable() }
    guard id == nil || trip.name?.tripID == id else {
      throw call.failure("The backend answered for another trip.", cause: .otherResource)
    }
    return trip
  }
}

/// The role that a token of a provider's backend is for.
///
/// See docs/protocol.md, "Token endpoints".
public enum TokenSubject: Sendable, Hashable {
  /// A rider's app, with the ID of its trip.
  case consumer(tripID: String)
  /// A driver's app, with the ID of its vehicle.
  case driver(vehicleID: String)
  /// The provider's own server.
  case server
}
