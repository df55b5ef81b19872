internal import FleetEngine
internal import RidesharingConsumer

extension RideFacts {
  /// The meters from the next place within which a vehicle may be there now.
  private static let nearMeters = 150

  /// The time until an estimated arrival, which is never `now` at the next place while the vehicle is far from it.
  func timeLeft(until moment: Timestamp) -> Duration {
    let left = moment - now
    guard Quantities.isNow(left), let trip, trip.nextPlace.eta == moment,
      !TripStage(trip).isWaiting,
      let meters = trip.metersToNextOwnWaypoint, meters > Self.nearMeters
    else { return left }
    return Quantities.shortestWait
  }
}
