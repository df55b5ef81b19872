internal import FleetEngine
internal import HTTPMessages
internal import RideRecordings
internal import RidesharingConsumer
internal import Viewer

extension TripService {
  /// Creates a service; `live` records its trips.
  convenience init(
    _ client: FleetEngineClient, providerID: String, _ clock: ServiceClock,
    live: LiveRecording? = nil, quietAfter: Duration? = nil
  ) {
    let random = SystemRandomNumberGenerator()
    var recorder: (@Sendable (String) -> any PollRecorder)?
    if let live { recorder = { live.recorder(of: $0) } }
    self.init(
      client: client, providerID: providerID, clock: clock, random: random, recorder: recorder,
      quietAfter: quietAfter ?? RideFacts.quietAfter)
  }

  /// Creates a service whose trips are recorded, if the user wants that.
  convenience init(_ client: FleetEngineClient, providerID: String, _ setup: RideSetup) {
    self.init(
      client, providerID: providerID, setup.outputs.clock, live: setup.outputs.recording?.live,
      quietAfter: setup.quietAfter)
  }

  /// A trip's model; `interval` is the time between two polls, nil for the default.
  @MainActor func model(_ name: TripName, interval: Duration?) -> TripModel {
    let model = tripModel(forTripName: name.description)
    if let interval { model.options.autoRefreshTimeInterval = interval / .seconds(1) }
    return model
  }
}

extension TripScheduler {
  /// A scheduler of several trips; `interval` is the time between two polls, nil for the default.
  convenience init(
    _ service: TripService, _ clock: ServiceClock, _ schedule: FleetSchedule, interval: Duration?
  ) {
    self.init(
      service: service, clock: clock, random: SystemRandomNumberGenerator(),
      interval: interval ?? TripModelOptions.minimumInterval, schedule: schedule)
  }
}

extension ServerAccess {
  /// The limit of requests per second that several followed trips share; nil for a single one.
  func schedule(for trips: FollowedTrips) -> FleetSchedule? { trips.areSeveral ? schedule : nil }
}

extension FleetEngineClient {
  /// Reads a trip once, and returns the polling status after the answer, too.
  func trip(
    _ name: TripName, _ clock: ServiceClock, quietAfter: Duration?
  ) async -> Result<(trip: Trip, polling: PollingStatus), FleetEngineError> {
    await Result { () async throws(FleetEngineError) in
      let response = try await getTrip(name, header: .consumer)
      let moment = (clock.monotonicNow(), clock.wallNow())
      var polling = PollingStatus(after: response, at: moment.0, wall: moment.1)
      if let quietAfter { polling.quietAfter = quietAfter }
      return (response.value, polling)
    }
  }

  func vehicle(_ name: VehicleName) async -> Result<Vehicle, FleetEngineError> {
    await Result { () async throws(FleetEngineError) in
      try await getVehicle(name, header: .consumer).value
    }
  }
}

extension Result {
  init(catching work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}

extension ServiceClock {
  /// The present moment of both clocks.
  var moment: PlainNarration.Moment { PlainNarration.Moment(now: monotonicNow(), wall: wallNow()) }
}

extension PollingStatus {
  /// The status after a single failed request.
  static func failed(_ error: FleetEngineError) -> PollingStatus {
    var polling = PollingStatus()
    polling.consecutiveFailures = 1
    polling.lastError = error
    return polling
  }
}

extension PlainReport {
  init(
    _ trip: Trip, _ name: TripName, _ polling: PollingStatus, _ clock: ServiceClock,
    _ settings: ViewerSettings
  ) {
    self.init(
      trip: trip, tripName: name.description, polling: polling, now: clock.monotonicNow(),
      wall: clock.wallNow(), settings: settings)
  }
}

extension RequestHeader {
  static let consumer = RequestHeader(sdkVersion: HelpText.version, sdkType: .consumer)
}
