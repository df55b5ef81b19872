public import FleetEngine

/// The places of a trip that the server has moved since the last line about it.
public struct MovedPlaces: Sendable {
  private var places = RidePlaces()
  /// The moves that no line has reported yet.
  private(set) var pending: [PlaceMove] = []
  /// The most moves that wait to be reported.
  private static let mostPending = 100

  /// Creates what has seen no trip.
  public init() {}

  /// Notices what a new state of the trip moves.
  public mutating func update(_ trip: Trip) {
    pending = (pending + places.update(trip)).suffix(Self.mostPending)
  }

  /// Forgets the moves that a line has reported.
  public mutating func markReported() { pending = [] }
}
