public import Geo
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
  /// Places closer than this, in metres, are the same.
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
    pickup: Coordinate,
    stops: [Coordinate] = [],
    dropoff: Coordinate,
    isShared: Bool = false
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

  /// All places in order.
  private var places: [Coordinate] { [pickup] + stops + [dropoff] }

  /// Whether two places are too close for a ride between them.
  static func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
    one.meters(to: other) < samePlaceMeters
  }

  /// The length of the straight lines between places, in metres.
  static func straightMeters(_ places: [Coordinate]) -> Int {
    let meters = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.meters(to: $1.1) }
    return meters.isFinite ? Int(meters.rounded()) : 0
  }
}
