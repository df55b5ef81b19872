public import FleetEngine
internal import Synchronization

/// Creates and shares the trip models of one provider.
///
/// Use it on any thread; a server that never runs its main actor can follow trips too. See
/// docs/protocol.md, "Consumer entry points".
public final class TripService: Sendable {
  private struct WeakModel { weak var model: TripModel? }

  private struct Models {
    var byName: [String: WeakModel] = [:]
    /// The number of names at which those of models that are gone are removed.
    private var mostNames = 64

    var all: [TripModel] { byName.values.compactMap(\.model) }

    /// Adds a model; the time is constant on average, however many there are.
    mutating func add(_ model: TripModel) {
      byName[model.tripName] = WeakModel(model: model)
      guard byName.count > mostNames else { return }
      byName = byName.filter { $0.value.model != nil }
      mostNames = max(64, 2 * byName.count)
    }
  }

  /// The ID of the provider whose trips are followed; nil for any provider's.
  public let providerID: String?
  let client: FleetEngineClient
  let clock: ServiceClock
  private let random: any RandomNumberGenerator & Sendable
  private let models = Mutex(Models())
  /// Makes a recorder for each model; nil to record nothing.
  private let recorder: (@Sendable (_ tripName: String) -> any PollRecorder)?
  private let quietAfter: Duration

  /// Creates a service; provider and clock are the client's unless given.
  ///
  /// The times in ``PollingStatus`` are those of `clock`; `random` spreads the delays of retries.
  public convenience init(
    client: FleetEngineClient, providerID: String? = nil, clock: ServiceClock? = nil,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.init(client: client, providerID: providerID, clock: clock, random: random, recorder: nil)
  }

  /// Creates a service whose trips are recorded, and whose vehicles are quiet after a time.
  package init(
    client: FleetEngineClient, providerID: String?, clock: ServiceClock?,
    random: any RandomNumberGenerator & Sendable,
    recorder: (@Sendable (_ tripName: String) -> any PollRecorder)?,
    quietAfter: Duration = RideFacts.quietAfter
  ) {
    self.recorder = recorder
    self.quietAfter = quietAfter
    self.client = client
    self.providerID = providerID ?? client.providerID
    self.clock = clock ?? client.clock
    self.random = random
  }

  /// Returns the model of the trip with a full name.
  ///
  /// There is one model for each name while a caller holds it or it has subscribers. If the name is
  /// invalid or another provider's, each poll fails with `INVALID_ARGUMENT` without a request.
  public func tripModel(forTripName name: String) -> TripModel {
    models.withLock { models in
      if let model = models.byName[name]?.model { return model }
      var options = TripModelOptions()
      options.quietAfter = quietAfter
      let model = TripModel(
        tripName: name, clock: clock, random: random, options: options, schedule: client.schedule,
        fetch: fetch(name))
      if let recorder { model.add(recorder(name)) }
      models.add(model)
      return model
    }
  }

  /// Returns the model of a trip, as ``tripModel(forTripName:)`` does.
  public func tripModel(for trip: TripName) -> TripModel {
    tripModel(forTripName: trip.description)
  }

  /// Whether a model of a trip exists.
  public func hasTripModel(forTripName name: String) -> Bool {
    models.withLock { $0.byName[name]?.model } != nil
  }

  /// All existing models, sorted by name.
  public var allTripModels: [TripModel] {
    models.withLock { $0.all }.sorted { $0.tripName < $1.tripName }
  }

  /// The models with subscribers, sorted by name.
  public var activeTripModels: [TripModel] { allTripModels.filter { $0.state == .active } }

  private func fetch(_ text: String) -> TripPoller.Fetch {
    guard let name = try? TripName(parsing: text) else {
      return Self.refusal("The trip name is not of the form \(TripName.form).")
    }
    if let providerID, name.providerID != providerID {
      return Self.refusal("The trip is not one of the provider \(providerID).")
    }
    let client = client
    return { (versions, header, observer, hasTurn) async throws(FleetEngineError) in
      try await client.getTrip(name, versions, header, observer, hasTurn: hasTurn)
    }
  }

  private static func refusal(_ message: String) -> TripPoller.Fetch {
    let error = FleetEngineError(
      operation: "GetTrip", code: .invalidArgument, message: message, cause: .request)
    return { (_, _, _, _) async throws(FleetEngineError) in throw error }
  }
}
