public import FleetEngine
public import Geo

/// Compares where navigation guides a vehicle with the vehicle's next waypoint on the server.
///
/// Riders see the wrong way where the two differ. The server's answers may be one update behind, so
/// only a difference that lasts is reported, and only once.
public struct DestinationCheck: Sendable {
  /// The distance in metres within which two places count as one, as for an arrival.
  public static let tolerance = 50.0
  /// How long a difference has to last before it counts.
  public static let patience: Duration = .seconds(5)

  private var pending: (mismatch: DestinationMismatch, since: Duration)?
  private var reported: DestinationMismatch?

  /// Creates a check that has seen no answer.
  public init() {}

  /// Compares the newest answer to an update.
  ///
  /// - Parameters:
  ///   - destination: Where navigation guides the vehicle; nil where it does not.
  ///   - vehicle: The vehicle as the server answered.
  ///   - now: The monotonic time of the answer.
  /// - Returns: A difference that has lasted long enough and was not returned before.
  public mutating func check(
    _ destination: Coordinate?,
    against vehicle: Vehicle,
    at now: Duration
  ) -> DestinationMismatch? {
    guard let destination, let next = vehicle.waypoints.first,
      let place = next.location?.point, place.isValid,
      destination.meters(to: place) > Self.tolerance
    else {
      pending = nil
      if destination != nil { reported = nil }
      return nil
    }
    let mismatch = DestinationMismatch(
      destination: destination,
      waypoint: place,
      tripID: next.tripID,
      type: next.type
    )
    guard let pending, pending.mismatch == mismatch else {
      pending = (mismatch, now)
      return nil
    }
    guard now - pending.since >= Self.patience, mismatch != reported else { return nil }
    reported = mismatch
    return mismatch
  }
}

extension Navigator {
  /// Where the vehicle is being guided; nil without guidance and once it has arrived.
  public var guidedTo: Coordinate? {
    guard status == .enrouteToDestination || status == .offRoute else { return nil }
    return route?.endPoint?.location?.point ?? route?.path.coordinates.last
  }
}
