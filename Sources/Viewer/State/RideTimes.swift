internal import FleetEngine
internal import RidesharingConsumer

/// When a ride was at its places, as the viewer saw it happen.
struct RideTimes: Equatable {
  /// When the pickup was seen to lie behind.
  private(set) var pickup: Timestamp?
  /// When the ride was first seen at its stops, by their numbers from 1.
  private(set) var stops: [Int: Timestamp] = [:]
  /// When the ride was seen to be complete.
  private(set) var dropoff: Timestamp?

  /// Notes that a ride went on.
  mutating func record(_ old: TripStage, _ new: TripStage, at wall: Timestamp) {
    guard old != new else { return }
    // A ride that is over at once may have begun at any time before.
    if !old.isPickedUp, new.isPickedUp, new != .complete { pickup = wall }
    if new == .complete { dropoff = wall }
    switch (old, new) {
    case (_, .atStop(let number)): stops[number] = wall
    case (.toStop(let number), .toStop), (.atStop(let number), .toStop),
      (.toStop(let number), .toDropoff), (.atStop(let number), .toDropoff):
      // It did not wait there, or was there before anybody looked.
      if stops[number] == nil { stops[number] = wall }
    default: break
    }
  }
}
