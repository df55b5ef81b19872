internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// What is found of trips and vehicles.
extension DoctorVisit {
  /// What was asked about, and why it shows a vehicle or none.
  mutating func lookAtRides() async {
    guard let asked else {
      // A malformed name is reported already.
      guard checks.allSatisfy({ ![.trip, .vehicle].contains($0.id) }) else { return }
      add(
        Check(
          .trip,
          .skipped,
          "None was named; ridealong doctor TRIP, or --vehicle VEHICLE, says why one is not seen."
        )
      )
      return
    }
    if let trouble {
      add(.notMade(asked.vehicle == nil ? .trip : .vehicle, trouble))
      return
    }
    // What is wrong with them was said.
    guard let tokens, let endpoint = try? arguments.endpoint() else { return }
    let asking = Asking(
      endpoint: endpoint,
      network: network,
      transport: network.transport(),
      tokens: tokens.provider
    )
    switch asked {
    case .one(let name): await lookAtTrip(name, asking)
    case .several(let names): await lookAtTrips(names, asking)
    case .vehicle(let name): await lookAtVehicle(name, asking)
    }
  }

  /// What sends requests about trips and vehicles.
  private struct Asking: Sendable {
    let endpoint: HTTPURL
    let network: Network
    let transport: any HTTPTransport
    let tokens: any AccessTokenProvider

    /// A client whose calls are all made with the tokens of one trip; nil for each call's own.
    func client(_ name: TripName?) -> FleetEngineClient {
      network.client(endpoint, name.map { TripTokens(tokens, $0) } ?? tokens, transport)
    }
  }

  /// The moment by the server's clock.
  private var serverNow: Timestamp { network.clock.wallNow() + (clockOffset ?? .zero) }

  // MARK: One trip

  private mutating func lookAtTrip(_ name: TripName, _ asking: Asking) async {
    switch await trip(name, asking) {
    case nil: add(Self.overdue(.trip, "The trip"))
    case .failure(let error)?: add(refused(error, .trip(name), asking))
    case .success(let answer)?: await addTrip(answer, asking, name)
    }
  }

  private func trip(
    _ name: TripName,
    _ asking: Asking
  ) async -> Result<Answer<Trip>, FleetEngineError>? {
    let client = asking.client(name)
    return await bounded(Limits.Doctor.tripTime) {
      await Result { () async throws(FleetEngineError) in
        try await client.getTrip(name, header: .consumer)
      }
    }
  }

  private func refused(
    _ error: FleetEngineError,
    _ resource: ExaminedResource,
    _ asking: Asking
  ) -> Check {
    let refusal = Refusal(
      error,
      Refusal.Context(
        resource: resource,
        endpoint: asking.endpoint.authority,
        token: seenToken(for: resource),
        clockOffset: clockOffset
      )
    )
    var facts = [Check.Fact("code", "answer", error.label)]
    if let status = error.httpStatus {
      facts.append(Check.Fact("http", "HTTP", "\(status)", number: Double(status)))
    }
    if error.cause == .server, !error.message.isEmpty {
      facts.append(Check.Fact("said", "server says", error.message, isDetail: true))
    }
    return Check(
      resource.checkID,
      .failed,
      refusal.sentence,
      advice: refusal.advice,
      facts: facts,
      status: ExitStatus(error)
    )
  }

  /// What was seen of the token for a trip or vehicle: others than the first may have others.
  private func seenToken(for resource: ExaminedResource) -> SeenToken {
    guard resource != firstAsked, case .signed = token else { return token }
    return .none
  }

  private mutating func addTrip(
    _ answer: Answer<Trip>,
    _ asking: Asking,
    _ name: TripName
  ) async {
    let trip = answer.value
    var facts = [
      Check.Fact("status", "status", trip.status.wireName),
      Check.Fact("vehicle", "vehicle", trip.vehicleID ?? "none"),
      Check.Fact("bytes", "bytes", "\(answer.bodyBytes)", number: Double(answer.bodyBytes)),
    ]
    let times = [
      ("dns", "DNS", answer.timings.nameLookup), ("connected", "connected", answer.timings.connect),
      ("first_byte", "first byte", answer.timings.firstByte),
      ("total", "whole answer", answer.timings.total),
    ]
    for case (let key, let label, let time?) in times {
      facts.append(Check.Fact(key, label, milliseconds: time))
    }
    add(
      Check(.trip, .ok, "\(name.tripID) may be read; it is \(trip.status.wireName).", facts: facts)
    )
    let vehicle = await vehicle(of: trip, asking.client(name), name)
    let diagnosis = TripDiagnosis(trip, vehicle, now: serverNow)
    var vehicleFacts: [Check.Fact] = []
    if case .vehicle(let vehicle) = vehicle {
      vehicleFacts.append(Check.Fact("state", "state", vehicle.state.wireName))
    }
    vehicleFacts += Self.facts(trip.lastLocation)
    add(
      Check(
        .vehicle,
        diagnosis.mark,
        diagnosis.sentence,
        advice: diagnosis.advice,
        facts: vehicleFacts
      )
    )
  }

  private static func facts(_ location: VehicleLocation?) -> [Check.Fact] {
    guard let time = location?.updateTime ?? location?.serverTime else { return [] }
    return [
      Check.Fact("location_time", "location of", Timestamp(seconds: time.seconds).description)
    ]
  }

  /// Requests a trip's vehicle with the trip's token.
  private func vehicle(
    of trip: Trip,
    _ client: FleetEngineClient,
    _ name: TripName
  ) async -> TripDiagnosis.VehicleAnswer {
    guard let id = trip.vehicleID else { return .unknown("none is assigned.") }
    guard let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id) else {
      return .unknown("its id is none.")
    }
    switch await bounded(Limits.Doctor.tripTime, { await client.vehicle(vehicle) }) {
    case .success(let vehicle)?: return .vehicle(vehicle)
    case .failure(let error)?: return .unknown("\(error.label).")
    case nil: return .unknown("no answer came in time.")
    }
  }

  // MARK: Several trips

  /// Looks at trips one after the other, each in one check, until one does not answer.
  private mutating func lookAtTrips(_ names: [TripName], _ asking: Asking) async {
    let asked = names.prefix(Limits.Doctor.trips)
    for name in asked {
      guard signals.exitStatus == nil else { return }
      switch await trip(name, asking) {
      case nil:
        add(Self.overdue(.trip, "The trip \(name.tripID)"))
        return
      case .failure(let error)?: add(refused(error, .trip(name), asking))
      case .success(let answer)?:
        let vehicle = await vehicle(of: answer.value, asking.client(name), name)
        let diagnosis = TripDiagnosis(answer.value, vehicle, now: serverNow)
        add(
          Check(
            .trip,
            diagnosis.mark,
            "\(name.tripID): \(diagnosis.sentence)",
            advice: diagnosis.advice,
            facts: [
              Check.Fact("trip", "trip", name.description),
              Check.Fact("status", "status", answer.value.status.wireName),
            ] + Self.facts(answer.value.lastLocation)
          )
        )
      }
    }
    let rest = names.count - asked.count
    guard rest > 0 else { return }
    add(
      Check(
        .trip,
        .skipped,
        "\(rest) more \(rest == 1 ? "trip was" : "trips were") not asked for; \(asked.count) at once "
          + "are."
      )
    )
  }

  // MARK: A vehicle

  private mutating func lookAtVehicle(_ name: VehicleName, _ asking: Asking) async {
    let client = asking.client(nil)
    let result = await bounded(Limits.Doctor.tripTime) { await client.vehicle(name) }
    switch result {
    case nil: add(Self.overdue(.vehicle, "The vehicle"))
    case .failure(let error)?: add(refused(error, .vehicle(name), asking))
    case .success(let vehicle)?:
      let diagnosis = VehicleDiagnosis(vehicle, id: name.vehicleID, now: serverNow)
      add(
        Check(
          .vehicle,
          diagnosis.mark,
          diagnosis.sentence,
          advice: diagnosis.advice,
          facts: [
            Check.Fact("state", "state", vehicle.state.wireName),
            Check.Fact("trips", "trips", vehicle.currentTripIDs.joined(separator: ", ")),
          ].filter { !$0.value.isEmpty } + Self.facts(vehicle.lastLocation)
        )
      )
      let trips = vehicle.currentTripIDs.compactMap {
        try? TripName(providerID: name.providerID, tripID: $0)
      }
      await lookAtTrips(trips, asking)
    }
  }
}

/// The tokens of one trip, whatever is asked for: a rider's token may read the trip's vehicle too.
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

  func renew(for context: AuthorizationContext) async {
    await provider.renew(for: self.context)
  }
}
