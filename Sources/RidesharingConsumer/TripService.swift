public import FleetEngine
internal import Synchronization

/// Where trip models come from.
///
/// It may be used on any thread, so that a server which never runs its main actor can follow trips
/// too. Source: contract 5.1.
public final class TripService: Sendable {
  private struct Known {
    weak var model: TripModel?
  }

  /// The id of the provider whose trips are followed.
  public let providerID: String
  private let client: FleetEngineClient
  private let clock: ServiceClock
  private let random: any RandomNumberGenerator & Sendable
  private let known = Mutex<[String: Known]>([:])

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: What asks the server.
  ///   - providerID: The id of the provider whose trips are followed.
  ///   - clock: What the polling lives by; its monotonic time is the one of ``PollingStatus``.
  ///   - random: Where the spread of retries comes from.
  public init(
    client: FleetEngineClient,
    providerID: String,
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.client = client
    self.providerID = providerID
    self.clock = clock
    self.random = random
  }

  /// Brings the model of a trip, the same one for the same name as long as anybody holds it or
  /// subscribes to it.
  ///
  /// - Parameter name: The full name. A model for a name that is none, or another provider's, asks
  ///   nothing: each of its polls fails with INVALID_ARGUMENT.
  /// - Returns: The model.
  public func tripModel(forTripName name: String) -> TripModel {
    known.withLock { known in
      if let model = known[name]?.model { return model }
      known = known.filter { $0.value.model != nil }
      let model = makeModel(name)
      known[name] = Known(model: model)
      return model
    }
  }

  /// Whether there is a model of a trip already.
  public func hasTripModel(forTripName name: String) -> Bool {
    known.withLock { $0[name]?.model } != nil
  }

  /// The models that there are, in the order of their names.
  public var allTripModels: [TripModel] {
    known.withLock { $0.values.compactMap(\.model) }.sorted { $0.tripName < $1.tripName }
  }

  /// The models that somebody subscribes to, in the order of their names.
  public var activeTripModels: [TripModel] { allTripModels.filter { $0.state == .active } }

  private func makeModel(_ name: String) -> TripModel {
    TripModel(
      tripName: name,
      clock: clock,
      random: random,
      options: TripModelOptions(),
      schedule: client.schedule,
      fetch: fetch(name)
    )
  }

  private func fetch(_ text: String) -> TripPoller.Fetch {
    guard let name = try? TripName(parsing: text) else {
      return Self.refusal("The trip name is not of the form \(TripName.form).")
    }
    guard name.providerID == providerID else {
      return Self.refusal("The trip is not one of the provider \(providerID).")
    }
    let client = client
    return { (versions, header, progress) async throws(FleetEngineError) in
      try await client.getTrip(name, versions: versions, header: header, progress: progress)
    }
  }

  private static func refusal(_ message: String) -> TripPoller.Fetch {
    let error = FleetEngineError(
      operation: "GetTrip",
      code: .invalidArgument,
      message: message,
      cause: .request
    )
    return { (_, _, _) async throws(FleetEngineError) in throw error }
  }
}
