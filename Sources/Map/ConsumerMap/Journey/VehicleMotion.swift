internal import FleetEngine
internal import Geo

/// A vehicle's estimated position between two reports, as a function of the time.
///
/// The vehicle moves along the route at the reported speed, for at most one report interval and not
/// beyond the route's end. It approaches a report that differs from its estimated position.
struct VehicleMotion: Sendable, Equatable {
  struct Position: Sendable, Equatable {
    var coordinate: Coordinate
    var heading: Double?
    /// The meters along the route; nil off the route.
    var metersFromStart: Double?
    /// The current speed of the estimate in meters per second.
    var speed: Double
  }

  /// The maximum time of an estimated movement.
  static let longestGlide: Duration = .seconds(10)
  /// The time in which the vehicle moves from its estimated position to a reported one.
  static let correctionTime: Duration = .seconds(1)
  /// The maximum distance in meters at which a vehicle counts as on its route.
  static let snapMeters = 50.0
  /// The minimum speed in meters per second at which a heading is reliable.
  static let headingSpeed = 1.0
  /// The minimum angle between heading and route of a vehicle in the opposite direction.
  static let againstDegrees = 120.0
  /// The largest difference that is corrected gradually.
  static let longestCorrectionMeters = 400.0

  let location: Coordinate
  let heading: Double?
  let speed: Double
  let receivedAt: Duration
  /// The route; nil off the route.
  let route: Polyline?
  /// The reported position on the route.
  let startMeters: Double
  /// The difference of the estimate from the report when the report came.
  let correctionMeters: Double
  /// Whether the vehicle drives against the route's direction, as after a missed turn; the estimate
  /// then does not move.
  let isAgainstRoute: Bool
  /// When the estimate was stopped for lack of reports; nil if it was not.
  private(set) var stoppedAt: Duration?

  /// Creates the motion after a report; nil without a valid place.
  init?(
    _ report: VehicleLocation, isSnappable: Bool, route: Polyline, receivedAt: Duration,
    worldSpeed: Double = 1, after last: VehicleMotion?
  ) {
    guard let location = report.location, location.isValid else { return nil }
    self.location = location
    heading = report.heading.map(Double.init)
    self.receivedAt = receivedAt
    let reported = (report.speed ?? 0) * worldSpeed
    speed = reported.isFinite ? max(0, min(70, reported)) : 0
    let shown = last?.position(at: receivedAt, isReduced: false)
    let place = Self.place(of: location, on: route, near: last?.route == route ? shown : nil)
    let reach = isSnappable ? 4 * Self.snapMeters : Self.snapMeters
    guard let place, place.metersOff <= reach, route.lengthInMeters > 0 else {
      self.route = nil
      startMeters = 0
      correctionMeters = 0
      isAgainstRoute = false
      return
    }
    self.route = route
    startMeters = place.metersFromStart
    isAgainstRoute = Self.isAgainst(
      route.bearing(atMeters: place.metersFromStart), heading: heading, speed: speed)
    let before = shown.flatMap { shown in
      route.nearestPosition(
        to: shown.coordinate,
        within: max(0, place.metersFromStart - 500)...(place.metersFromStart + 500))
    }
    let ahead = before.map { $0.metersFromStart - place.metersFromStart } ?? 0
    let isNear = (before?.metersOff ?? 0) <= Self.snapMeters
    correctionMeters = isNear && abs(ahead) <= Self.longestCorrectionMeters ? ahead : 0
  }

  /// Stops the estimate; later stops have no effect.
  mutating func stop(at now: Duration) { stoppedAt = stoppedAt ?? now }

  /// Returns the estimate at a time, which is clamped to that of the report.
  func position(at now: Duration, isReduced: Bool) -> Position {
    guard let route else {
      return Position(coordinate: location, heading: heading, metersFromStart: nil, speed: 0)
    }
    let isStopped = stoppedAt.map { $0 <= now } ?? false
    let time = (isStopped ? stoppedAt : nil) ?? now
    let elapsed = isReduced ? .zero : max(.zero, min(Self.longestGlide, time - receivedAt))
    let ownSpeed = isAgainstRoute ? 0 : speed
    var meters = startMeters + ownSpeed * elapsed.inSeconds
    let isCorrecting = !isReduced && correctionMeters != 0 && elapsed < Self.correctionTime
    if isCorrecting { meters += correctionMeters * (1 - elapsed / Self.correctionTime) }
    meters = max(0, min(route.lengthInMeters, meters))
    let isGliding =
      !isReduced && ownSpeed > 0 && elapsed < Self.longestGlide && meters < route.lengthInMeters
    let shownSpeed =
      isGliding ? speed : isCorrecting ? abs(correctionMeters) / Self.correctionTime.inSeconds : 0
    return Position(
      coordinate: route.position(atMeters: meters)?.coordinate ?? location,
      heading: isAgainstRoute ? heading : route.bearing(atMeters: meters) ?? heading,
      metersFromStart: meters, speed: isStopped ? 0 : shownSpeed)
  }

  private static func isAgainst(_ bearing: Double?, heading: Double?, speed: Double) -> Bool {
    guard let bearing, let heading, speed >= headingSpeed else { return false }
    let turn = abs(heading - bearing).truncatingRemainder(dividingBy: 360)
    return min(turn, 360 - turn) > againstDegrees
  }

  /// Returns the nearest position on a route, near the last one because a route may cross itself.
  private static func place(
    of location: Coordinate, on route: Polyline, near shown: Position?
  ) -> PolylinePosition? {
    if let meters = shown?.metersFromStart,
      let near = route.nearestPosition(
        to: location,
        within: max(0, meters - 300)...(meters + 1500)
      ),
      near.metersOff <= snapMeters
    {
      return near
    }
    return route.nearestPosition(to: location)
  }
}
