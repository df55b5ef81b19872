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

  /// Returns the model of a trip, the same one for the same name while it is alive.
  ///
  /// Versions of the SDK differ in whether the result is optional, and apps with them. Here it is,
  /// and never nil, so that `guard let` and `?.` compile; an optional model has the members of a
  /// model, so that code without them compiles too, and where a type is written that is not optional
  /// another method of this name is called.
  ///
  /// - Parameter tripName: The full name, `providers/PROVIDER_ID/trips/TRIP_ID`. The model of
  ///   another text asks nothing and fails with INVALID_ARGUMENT at each poll.
  /// - Returns: The model.
  public func tripModel(forTripName tripName: String) -> GMTCTripModel? {
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

extension GMTCTripService: TripModelFinding {}

/// Finds models whose type is written as not optional.
///
/// A method of a protocol's extension is chosen only where the class's own does not fit.
@MainActor
@preconcurrency
public protocol TripModelFinding {
  /// The library's service.
  var service: TripService { get }
}

extension TripModelFinding {
  /// Returns the model of a trip, the same one for the same name while it is alive.
  ///
  /// - Parameter tripName: The full name, `providers/PROVIDER_ID/trips/TRIP_ID`.
  /// - Returns: The model.
  public func tripModel(forTripName tripName: String) -> GMTCTripModel {
    .of(service.tripModel(forTripName: tripName))
  }
}
