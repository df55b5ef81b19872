internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// What is found of the trip.
extension DoctorVisit {
  /// The trip, and why it shows a vehicle or none.
  mutating func lookAtTrip() async {
    guard arguments.positionals.first != nil else {
      add(
        Check(
          "trip",
          .skipped,
          "None was named; ridealong doctor TRIP says why one shows no vehicle."
        )
      )
      return
    }
    // What is wrong with the name or the tokens was said.
    guard let name, let tokens, let endpoint = try? wiring.endpoint(arguments) else { return }
    let client = FleetEngineClient(
      endpoint: endpoint,
      transport: wiring.transport(),
      tokens: TripTokens(tokens.provider, name),
      wallNow: wiring.clock.wallNow
    )
    let result = await bounded(Limits.Doctor.tripTime) {
      do throws(FleetEngineError) {
        return Result<Answer<Trip>, FleetEngineError>.success(
          try await client.getTrip(name, header: .consumer)
        )
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case nil: add(Self.overdue("trip", "The trip"))
    case .failure(let error)?:
      // That there is no token was said, and why.
      if case .token = error.cause, checks.last?.mark == .failed { return }
      let refusal = Refusal(
        error,
        Refusal.Context(
          name: name,
          endpoint: endpoint.authority,
          claims: claims,
          clockOffset: clockOffset
        )
      )
      var facts = [Check.Fact("code", "answer", error.label)]
      if let status = error.httpStatus {
        facts.append(Check.Fact("http", "HTTP", "\(status)", number: Double(status)))
      }
      add(
        Check(
          "trip",
          .failed,
          refusal.sentence,
          advice: refusal.advice,
          facts: facts,
          status: ExitStatus(error)
        )
      )
    case .success(let answer)?: await addTrip(answer, client, name)
    }
  }

  private mutating func addTrip(
    _ answer: Answer<Trip>,
    _ client: FleetEngineClient,
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
    add(Check("trip", .ok, "\(name) may be read.", facts: facts))
    let vehicle = await vehicle(of: trip, client, name)
    let now = wiring.clock.wallNow() + (clockOffset ?? .zero)
    let diagnosis = TripDiagnosis(trip, vehicle, now: now)
    var vehicleFacts: [Check.Fact] = []
    if case .vehicle(let vehicle) = vehicle {
      vehicleFacts.append(Check.Fact("state", "state", vehicle.state.wireName))
    }
    if let time = trip.lastLocation?.updateTime ?? trip.lastLocation?.serverTime {
      vehicleFacts.append(
        Check.Fact("location_time", "location of", Timestamp(seconds: time.seconds).description)
      )
    }
    add(
      Check(
        "vehicle",
        diagnosis.mark,
        diagnosis.sentence,
        advice: diagnosis.advice,
        facts: vehicleFacts
      )
    )
  }

  /// What the server tells of a trip's vehicle, with the trip's own token.
  private func vehicle(
    of trip: Trip,
    _ client: FleetEngineClient,
    _ name: TripName
  ) async -> TripDiagnosis.VehicleAnswer {
    guard let id = trip.vehicleID else { return .unknown("none is assigned.") }
    guard let vehicle = try? VehicleName(providerID: name.providerID, vehicleID: id) else {
      return .unknown("its id is none.")
    }
    let result = await bounded(Limits.Doctor.tripTime) {
      do throws(FleetEngineError) {
        let answer = try await client.getVehicle(vehicle, header: .consumer)
        return TripDiagnosis.VehicleAnswer.vehicle(answer.value)
      } catch {
        return .unknown("\(error.label).")
      }
    }
    return result ?? .unknown("no answer came in time.")
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
