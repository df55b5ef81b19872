public import RidesharingConsumer

/// Where trip models come from.
///
/// Source: contract 5.1.
@MainActor
@preconcurrency
public final class GMTCTripService {
  /// The library's service.
  public let service: TripService

  /// Creates the object of a service.
  public init(_ service: TripService) {
    self.service = service
  }

  /// Brings the model of a trip, the same one for the same name while it is alive.
  ///
  /// - Parameter tripName: The full name, `providers/PROVIDER_ID/trips/TRIP_ID`. The model of
  ///   another text asks nothing and fails with INVALID_ARGUMENT at each poll.
  /// - Returns: The model.
  public func tripModel(forTripName tripName: String) -> GMTCTripModel {
    .of(service.tripModel(forTripName: tripName))
  }

  /// Whether there is a model of a trip already.
  public func hasTripModel(forTripName tripName: String) -> Bool {
    service.hasTripModel(forTripName: tripName)
  }

  /// The models that there are.
  public func allTripModels() -> [GMTCTripModel] { service.allTripModels.map(GMTCTripModel.of) }

  /// The models that somebody subscribes to.
  public func activeTripModels() -> [GMTCTripModel] {
    service.activeTripModels.map(GMTCTripModel.of)
  }
}
