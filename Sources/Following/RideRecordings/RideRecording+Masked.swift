internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension RideRecording {
  /// Returns a recording of one trip until a moment that names no trip, vehicle or provider, for pictures to share; nil without a poll
  /// that can be read.
  ///
  /// It has no responses but the trips in them, and no texts of errors. Of a long ride it has what fits into memory, as a live recording has.
  package func masked(trip number: Int, until end: Duration = .seconds(1 << 40)) -> RideRecording? {
    var mask = IDMask(tripName: tripNames[number])
    let live = LiveRecording(from: .zero, speed: speed)
    var reader = PollReader(self, trip: number)
    while let next = reader.nextPoll(hasExchange: true) {
      guard case .success(let poll) = next.poll else { continue }
      guard poll.end <= end else { break }
      live.record(mask.masked(poll), of: mask.tripName)
    }
    live.end()
    return live.recording.entries.isEmpty ? nil : live.recording
  }
}

/// Replaces the IDs of trips and vehicles, each by the same mask everywhere.
struct IDMask {
  /// The part of a mask that hides an ID.
  static let dots = "····"

  private enum Kind: String {
    case ride, car
  }

  /// The full name in place of the ride's.
  private(set) var tripName = ""
  private var masks: [Kind: [String: String]] = [:]

  init(tripName name: String) {
    let mask = mask((try? TripName(parsing: name))?.tripID ?? name, .ride)
    tripName = Self.name(mask)?.description ?? mask
  }

  private static func name(_ mask: String) -> TripName? {
    try? TripName(providerID: dots, tripID: mask)
  }

  /// The first ID of a kind has a mask without a number.
  private mutating func mask(_ id: String, _ kind: Kind) -> String {
    if id.isEmpty { return id }
    let number = masks[kind, default: [:]].count + 1
    let new = "\(kind.rawValue)-\(Self.dots)" + (number > 1 ? "\(number)" : "")
    let mask = masks[kind]?[id] ?? new
    masks[kind, default: [:]][id] = mask
    return mask
  }

  mutating func masked(_ poll: RecordedPoll) -> RecordedPoll {
    var poll = poll
    poll.exchange = poll.exchange.map(masked)
    switch poll.result {
    case .trip(let trip): poll.result = .trip(masked(trip))
    case .failure(let error): poll.result = .failure(masked(error))
    }
    return poll
  }

  private mutating func masked(_ trip: Trip) -> Trip {
    var trip = trip
    trip.name = trip.name.flatMap { Self.name(mask($0.tripID, .ride)) }
    trip.vehicleID = trip.vehicleID.map { mask($0, .car) }
    trip.remainingWaypoints = trip.remainingWaypoints.map { masked($0) }
    trip.vehicleWaypoints = trip.vehicleWaypoints.map { masked($0) }
    trip.currentRouteSegmentEndPoint = trip.currentRouteSegmentEndPoint.map { masked($0) }
    trip.attributes = []
    return trip
  }

  private mutating func masked(_ waypoint: TripWaypoint) -> TripWaypoint {
    var waypoint = waypoint
    waypoint.tripID = waypoint.tripID.map { mask($0, .ride) }
    return waypoint
  }

  /// A failure by its code and kind alone: a text may name what nobody knows to be an ID.
  private func masked(_ error: FleetEngineError) -> FleetEngineError {
    let cause: FleetEngineError.Cause =
      switch error.cause {
      case .transport(let cause):
        .transport(
          HTTPTransportError(
            cause.kind, detail: "", tlsProblem: cause.tlsProblem, proxyProblem: cause.proxyProblem))
      case .token(let cause):
        .token(
          AccessTokenError(
            reason: "There is no token", advice: [], isRecoverable: cause.isRecoverable,
            code: cause.code, problem: .other))
      case .unreadableAnswer: .unreadableAnswer(contentType: "")
      case .server, .otherResource, .otherServer, .request: error.cause
      }
    return FleetEngineError(
      operation: error.operation, code: error.code, message: "", httpStatus: error.httpStatus,
      retryAfter: error.retryAfter, cause: cause, serverDate: error.serverDate,
      tokenExpiresAt: error.tokenExpiresAt)
  }

  /// The exchange with the server alone as its address, and without a body.
  private func masked(_ exchange: RecordedExchange) -> RecordedExchange {
    let url = HTTPURL(scheme: exchange.url.scheme, host: exchange.url.host, port: exchange.url.port)
    return RecordedExchange(
      method: exchange.method, url: url, status: exchange.status,
      headers: exchange.headers, bodyBytes: exchange.bodyBytes,
      failure: exchange.failure.map { _ in "" })
  }
}
