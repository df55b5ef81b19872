public import FleetEngine
public import Geo
public import HTTPMessages

/// The calls that riders' and drivers' apps make to a provider's backend, the sample backend's.
///
/// A call is sent once. The backend asks nobody who they are, so it belongs on this machine.
/// Source: contract 8.1 and 8.2.
public struct ProviderClient: Sendable {
  /// The backend's address, with its path prefix where it has one.
  public let endpoint: HTTPURL
  private let transport: any HTTPTransport

  /// Creates a client.
  public init(endpoint: HTTPURL, transport: any HTTPTransport) {
    self.endpoint = endpoint
    self.transport = transport
  }

  // MARK: Vehicles

  /// Creates a vehicle, online.
  ///
  /// - Parameters:
  ///   - id: The new vehicle's id.
  ///   - settings: What is told of it.
  /// - Returns: The vehicle as the backend made it.
  /// - Throws: Why it was not created; a backend answers for an id in use with the status 400.
  public func createVehicle(
    _ id: String,
    _ settings: VehicleSettings = VehicleSettings()
  ) async throws(ProviderError) -> Vehicle {
    try await vehicle(
      ProviderCall(.post, "vehicle", "new", VehicleSettingsMessage(settings, vehicleID: id)),
      id
    )
  }

  /// Changes a vehicle.
  ///
  /// - Throws: Why it was not changed.
  public func updateVehicle(
    _ id: String,
    _ settings: VehicleSettings
  ) async throws(ProviderError) -> Vehicle {
    try await vehicle(
      ProviderCall(.put, "vehicle", id, VehicleSettingsMessage(settings, vehicleID: nil)),
      id
    )
  }

  /// Reads a vehicle, by which a driver's app says that it waits for trips.
  ///
  /// - Throws: Why there is none.
  public func vehicle(_ id: String) async throws(ProviderError) -> Vehicle {
    try await vehicle(ProviderCall(.get, "vehicle", id), id)
  }

  /// Reads the vehicles that are online, at most a page of them.
  ///
  /// - Throws: Why there are none.
  public func vehicles() async throws(ProviderError) -> [Vehicle] {
    let call = try ProviderCall(.get, "vehicles")
    let messages = try await call.run([VehicleMessage].self, endpoint, transport)
    var vehicles: [Vehicle] = []
    for message in messages {
      guard let vehicle = message.vehicle else { throw call.unreadable() }
      vehicles.append(vehicle)
    }
    return vehicles
  }

  // MARK: Trips

  /// Books a trip for one passenger.
  ///
  /// - Parameters:
  ///   - pickup: Where it begins.
  ///   - dropoff: Where it ends.
  ///   - stops: Where it stops between, in order; an exclusive trip's only.
  ///   - type: Whether others may ride along.
  /// - Returns: The trip, whose name the backend chose.
  /// - Throws: Why it was not booked.
  public func createTrip(
    pickup: Coordinate,
    dropoff: Coordinate,
    stops: [Coordinate] = [],
    type: TripType = .exclusive
  ) async throws(ProviderError) -> Trip {
    let message = NewTripMessage(
      pickup: PointMessage(pickup),
      dropoff: PointMessage(dropoff),
      intermediateDestinations: stops.isEmpty ? nil : stops.map(PointMessage.init),
      tripType: type
    )
    return try await bareTrip(ProviderCall(.post, "trip", "new", message), nil)
  }

  /// Reads a trip.
  ///
  /// - Throws: Why there is none.
  public func trip(_ id: String) async throws(ProviderError) -> Trip {
    let call = try ProviderCall(.get, "trip", id)
    let message = try await call.run(WrappedTripMessage.self, endpoint, transport).trip
    return try Self.trip(message, call, id)
  }

  /// Tells how far a trip is.
  ///
  /// - Parameters:
  ///   - id: The trip's id.
  ///   - status: The new status.
  ///   - stopIndex: Which of the trip's stops it is about, 0 for the first; nil for none.
  /// - Returns: The trip after the change.
  /// - Throws: Why it was not changed.
  public func updateTripStatus(
    _ id: String,
    _ status: TripStatus,
    stopIndex: Int? = nil
  ) async throws(ProviderError) -> Trip {
    let message = TripUpdateMessage(status: status, intermediateDestinationIndex: stopIndex)
    return try await bareTrip(ProviderCall(.put, "trip", id, message), id)
  }

  /// Cancels a trip, as a rider's app does.
  ///
  /// - Throws: Why it was not cancelled.
  public func cancelTrip(_ id: String) async throws(ProviderError) -> Trip {
    try await updateTripStatus(id, .canceled)
  }

  // MARK: Tokens

  /// Fetches a token for Fleet Engine.
  ///
  /// - Throws: Why there is none.
  public func token(_ subject: TokenSubject) async throws(ProviderError) -> AccessToken {
    let call =
      switch subject {
      case .consumer(let tripID): try ProviderCall(.get, "token", "consumer", id: tripID)
      case .driver(let vehicleID): try ProviderCall(.get, "token", "driver", id: vehicleID)
      case .server: try ProviderCall(.get, "token", "server")
      }
    let message = try await call.run(TokenMessage.self, endpoint, transport)
    guard let text = message.jwt, !text.isEmpty else { throw call.unreadable() }
    return AccessToken(
      text,
      expiresAt: message.expirationTimestamp.map {
        Timestamp(seconds: $0 / 1_000, nanoseconds: $0 % 1_000 * 1_000_000)
      }
    )
  }

  // MARK: Answers

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
    _ message: TripMessage,
    _ call: ProviderCall,
    _ id: String?
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
/// Source: contract 3.5.
public enum TokenSubject: Sendable, Hashable {
  /// A rider's app, by the id of its trip.
  case consumer(tripID: String)
  /// A driver's app, by the id of its vehicle.
  case driver(vehicleID: String)
  /// The provider's own server.
  case server
}
