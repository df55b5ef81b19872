internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits
internal import Viewer

extension DoctorVisit {
  mutating func checkRides() async {
    guard let target else {
      // A malformed name is reported already.
      guard checks.allSatisfy({ ![.trip, .vehicle].contains($0.id) }) else { return }
      let sentence =
        "ridealong doctor TRIP, or --vehicle VEHICLE, checks why a trip or vehicle is not shown."
      return add(.trip, .skipped, sentence)
    }
    if let obstacle { return skip(target.vehicle == nil ? .trip : .vehicle, obstacle) }
    // Without them the problem is reported already.
    guard let tokens, let endpoint = try? arguments.endpoint() else { return }
    let requests = Requests(
      endpoint: endpoint, servers: servers, transport: servers.transport(), tokens: tokens.provider)
    switch target {
    case .one(let name): await checkTrip(name, requests)
    case .several(let names): await checkTrips(names, requests)
    case .vehicle(let name): await checkVehicle(name, requests)
    }
  }

  private struct Requests: Sendable {
    let endpoint: HTTPURL
    let servers: ServerAccess
    let transport: any HTTPTransport
    let tokens: any AccessTokenProvider

    /// A client that sends the trip's tokens with all requests; nil for each request's own.
    func client(_ name: TripName?) -> FleetEngineClient {
      servers.client(endpoint, name.map { TripTokens(tokens, $0) } ?? tokens, transport)
    }
  }

  /// The present by the server's clock.
  private var serverNow: Timestamp { servers.clock.wallNow() + (clockOffset ?? .zero) }

  // MARK: Trips

  private mutating func checkTrip(_ name: TripName, _ requests: Requests) async {
    switch await trip(name, requests) {
    case nil: addTimeout(.trip, "The trip")
    case .failure(let error)?: addRefusal(error, .trip(name), requests)
    case .success(let answer)?:
      let trip = answer.value
      var facts = [
        Fact("status", "status", trip.status.wireName),
        Fact("vehicle", "vehicle", trip.vehicleID ?? "none"),
        Fact("bytes", "bytes", "\(answer.bodyBytes)", number: Double(answer.bodyBytes)),
      ]
      let times = [
        ("dns", "DNS", answer.timings.nameLookup),
        ("connected", "connected", answer.timings.connect),
        ("first_byte", "first byte", answer.timings.firstByte),
        ("total", "whole response", answer.timings.total),
      ]
      for case (let key, let label, let time?) in times {
        facts.append(Fact(key, label, milliseconds: time))
      }
      add(.trip, .ok, "\(name.tripID) can be read; it is \(trip.status.wireName).", facts: facts)
      let vehicle = await vehicle(of: trip, requests, name)
      var vehicleFacts: [Fact] = []
      if case .vehicle(let vehicle) = vehicle {
        vehicleFacts.append(Fact("state", "state", vehicle.state.wireName))
      }
      add(
        .vehicle, Diagnosis(trip, vehicle, now: serverNow),
        facts: vehicleFacts + Self.facts(trip.lastLocation))
    }
  }

  /// Checks several trips, each in one check, until one times out.
  private mutating func checkTrips(_ names: [TripName], _ requests: Requests) async {
    let checked = names.prefix(Limits.Doctor.trips)
    for name in checked {
      guard signals.exitStatus == nil else { return }
      switch await trip(name, requests) {
      case nil: return addTimeout(.trip, "The trip \(name.tripID)")
      case .failure(let error)?: addRefusal(error, .trip(name), requests)
      case .success(let answer)?:
        let trip = answer.value
        let vehicle = await vehicle(of: trip, requests, name)
        let diagnosis = Diagnosis(trip, vehicle, now: serverNow)
        add(
          .trip,
          Diagnosis(diagnosis.mark, "\(name.tripID): \(diagnosis.sentence)", diagnosis.advice),
          facts: [
            Fact("trip", "trip", name.description), Fact("status", "status", trip.status.wireName),
          ] + Self.facts(trip.lastLocation))
      }
    }
    let rest = names.count - checked.count
    guard rest > 0 else { return }
    let trips = rest == 1 ? "1 more trip was" : "\(rest) more trips were"
    add(.trip, .skipped, "\(trips) not checked; the limit is \(checked.count).")
  }

  private func trip(
    _ name: TripName, _ requests: Requests
  ) async -> Result<FleetEngineResponse<Trip>, FleetEngineError>? {
    let client = requests.client(name)
    return await bounded(Limits.Doctor.tripTime) {
      await Result { () async throws(FleetEngineError) in
        try await client.getTrip(name, header: .consumer)
      }
    }
  }

  /// Requests a trip's vehicle with the trip's token.
  private func vehicle(
    of trip: Trip,
    _ requests: Requests,
    _ name: TripName
  ) async -> VehicleAnswer {
    guard let id = trip.vehicleID else { return .unknown("none is assigned.") }
    guard let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id) else {
      return .unknown("its ID is malformed.")
    }
    let client = requests.client(name)
    switch await bounded(Limits.Doctor.tripTime, { await client.vehicle(vehicle) }) {
    case .success(let vehicle)?: return .vehicle(vehicle)
    case .failure(let error)?: return .unknown("\(error.label).")
    case nil: return .unknown("no response came in time.")
    }
  }

  // MARK: A vehicle

  private mutating func checkVehicle(_ name: VehicleName, _ requests: Requests) async {
    let client = requests.client(nil)
    switch await bounded(Limits.Doctor.tripTime, { await client.vehicle(name) }) {
    case nil: addTimeout(.vehicle, "The vehicle")
    case .failure(let error)?: addRefusal(error, .vehicle(name), requests)
    case .success(let vehicle)?:
      let trips = vehicle.currentTripIDs.joined(separator: ", ")
      add(
        .vehicle, Diagnosis(vehicle, id: name.vehicleID, now: serverNow),
        facts: [Fact("state", "state", vehicle.state.wireName)]
          + (trips.isEmpty ? [] : [Fact("trips", "trips", trips)])
          + Self.facts(vehicle.lastLocation))
      await checkTrips(FollowedTrips.vehicle(name).names(of: vehicle), requests)
    }
  }

  // MARK: Results

  private mutating func addRefusal(
    _ error: FleetEngineError, _ resource: NamedResource, _ requests: Requests
  ) {
    // The first resource's token may not be the one that was sent for another.
    let isOther = resource != firstResource && token != .plain
    let server = requests.endpoint.authority
    var known = CallFailure.Facts(name: resource.description, server: server)
    (known.token, known.clockOffset) = (isOther ? .unknown : token, clockOffset)
    let failure = CallFailure(error, known)
    var facts = [Fact("code", "code", error.label)]
    if let status = error.httpStatus {
      facts.append(Fact("http", "HTTP", "\(status)", number: Double(status)))
    }
    if error.cause == .server, !error.message.isEmpty {
      facts.append(Fact("said", "server says", error.message, isDetail: true))
    }
    let id: Check.ID = resource.kind == "trip" ? .trip : .vehicle
    add(id, Diagnosis(failure), facts: facts, status: ExitStatus(failure))
  }

  private static func facts(_ location: VehicleLocation?) -> [Fact] {
    guard let time = location?.updateTime ?? location?.serverTime else { return [] }
    return [Fact("location_time", "location of", time.inWholeSeconds.description)]
  }
}

/// The tokens of one trip for all requests: a rider's token may read the trip's vehicle too.
private struct TripTokens: AccessTokenProvider {
  private let provider: any AccessTokenProvider
  private let context: AuthorizationContext

  init(_ provider: any AccessTokenProvider, _ name: TripName) {
    self.provider = provider
    context = AuthorizationContext(tripID: name.tripID)
  }

  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    try await provider.accessToken(for: self.context)
  }

  func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    await provider.discard(token, for: self.context)
  }

  func renew(for context: AuthorizationContext) async { await provider.renew(for: self.context) }
}
