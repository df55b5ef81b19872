public import FleetEngine
public import Geo
internal import HTTPMessages
public import ProviderBackend
internal import TrustLimits

/// A ride to book.
public struct RideRequest: Sendable, Hashable {
  /// Why a ride is invalid.
  public enum Problem: Error, Sendable, Hashable {
    /// A place is not on Earth.
    case notOnEarth
    /// Two consecutive places are the same.
    case samePlace
    /// There are more stops than ``RideRequest/maximumStops``.
    case tooManyStops
    /// A shared ride has stops, which Fleet Engine does not accept.
    case sharedWithStops
  }

  /// The most stops between pickup and drop-off.
  public static let maximumStops = Limits.Booking.stops
  /// Places closer than this, in meters, are the same.
  static let samePlaceMeters = 1.0

  /// The pickup.
  public let pickup: Coordinate
  /// The stops in order.
  public let stops: [Coordinate]
  /// The drop-off.
  public let dropoff: Coordinate
  /// Whether others may ride along.
  public let isShared: Bool

  /// Creates a ride; throws if it is invalid.
  public init(
    pickup: Coordinate, stops: [Coordinate] = [], dropoff: Coordinate, isShared: Bool = false
  ) throws(Problem) {
    self.pickup = pickup
    self.stops = stops
    self.dropoff = dropoff
    self.isShared = isShared
    guard places.allSatisfy(\.isValid) else { throw .notOnEarth }
    guard stops.count <= Self.maximumStops else { throw .tooManyStops }
    guard stops.isEmpty || !isShared else { throw .sharedWithStops }
    for (one, other) in zip(places, places.dropFirst()) where Self.isSame(one, other) {
      throw .samePlace
    }
  }

  var places: [Coordinate] { [pickup] + stops + [dropoff] }

  /// Whether two places are too close for a ride between them.
  static func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
    one.meters(to: other) < samePlaceMeters
  }

  /// The length of the straight lines between places, in meters.
  static func straightMeters(_ places: [Coordinate]) -> Int {
    let meters = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.meters(to: $1.1) }
    return meters.isFinite ? Int(meters.rounded()) : 0
  }
}

extension ProviderClient {
  /// Books a ride and returns the trip's name.
  public func book(_ request: RideRequest) async -> Result<TripName, CallFailure> {
    do throws(ProviderError) { return .success(try await createTrip(for: request)) } catch {
      return .failure(CallFailure(error, backend: endpoint.authority))
    }
  }

  /// Books a ride and returns the trip's name.
  public func createTrip(for request: RideRequest) async throws(ProviderError) -> TripName {
    let trip = try await createTrip(
      pickup: request.pickup, dropoff: request.dropoff, stops: request.stops,
      type: request.isShared ? .shared : .exclusive)
    guard let name = trip.name else {
      throw ProviderError(
        operation: "POST /trip/new", message: "The response names no trip.",
        cause: .unreadableAnswer(contentType: "application/json"))
    }
    return name
  }
}
