internal import FleetEngine
internal import Geo

/// Where a vehicle is shown between two reports, as a function of the time.
///
/// It goes along the route at the reported speed, for one report interval at most and never past
/// the route's end; where it was stopped it waits for its next report. A report that differs from
/// where the vehicle was shown is approached, not jumped to.
struct VehicleMotion: Sendable, Equatable {
  /// What is shown at a moment.
  struct Position: Sendable, Equatable {
    var coordinate: Coordinate
    /// Degrees clockwise from true north.
    var heading: Double?
    /// How far along the route it is; nil off the route.
    var metersFromStart: Double?
    /// Metres per second at which it now moves by itself, 0 at rest.
    var speed: Double
  }

  /// The longest time that a vehicle goes on by itself.
  static let longestGlide: Duration = .seconds(10)
  /// The time in which a difference from a report is made good.
  static let correctionTime: Duration = .seconds(1)
  /// The farthest from the route, in metres, at which a vehicle counts as on it.
  static let snapMeters = 50.0
  /// The speed, in metres per second, from which on a reported heading is believed.
  static let headingSpeed = 1.0
  /// The angle between heading and route from which on a vehicle counts as going the other way.
  static let againstDegrees = 120.0
  /// The largest difference that is approached and not jumped.
  static let longestCorrectionMeters = 400.0

  let location: Coordinate
  let heading: Double?
  let speed: Double
  let receivedAt: Duration
  /// The route that it is on; nil off the route.
  let route: Polyline?
  /// Where on the route the report put it.
  let startMeters: Double
  /// How much farther along it was shown when the report came.
  let correctionMeters: Double
  /// Whether it goes against the route's direction, as after a missed turn; it then waits for its
  /// next report where it is.
  let isAgainstRoute: Bool
  /// When it was stopped, because nothing more was heard of it; nil where it goes on.
  private(set) var stoppedAt: Duration?

  /// Creates the motion that follows a report, or nil for a report without a valid place.
  init?(
    _ report: VehicleLocation,
    isSnappable: Bool,
    route: Polyline,
    receivedAt: Duration,
    worldSpeed: Double = 1,
    after last: VehicleMotion?
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
      route.bearing(atMeters: place.metersFromStart),
      heading: heading,
      speed: speed
    )
    let before = shown.flatMap { shown in
      route.nearestPosition(
        to: shown.coordinate,
        within: max(0, place.metersFromStart - 500)...(place.metersFromStart + 500)
      )
    }
    let ahead = before.map { $0.metersFromStart - place.metersFromStart } ?? 0
    let isNear = (before?.metersOff ?? 0) <= Self.snapMeters
    correctionMeters = isNear && abs(ahead) <= Self.longestCorrectionMeters ? ahead : 0
  }

  /// Stops it for good where it is shown at a moment; the first stop counts.
  mutating func stop(at now: Duration) { stoppedAt = stoppedAt ?? now }

  /// Where the vehicle is shown at a moment; one before the report counts as the report's.
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
      metersFromStart: meters,
      speed: isStopped ? 0 : shownSpeed
    )
  }

  private static func isAgainst(_ bearing: Double?, heading: Double?, speed: Double) -> Bool {
    guard let bearing, let heading, speed >= headingSpeed else { return false }
    let turn = abs(heading - bearing).truncatingRemainder(dividingBy: 360)
    return min(turn, 360 - turn) > againstDegrees
  }

  /// The place on a route, near where it was so that a route that crosses itself does not confuse.
  private static func place(
    of location: Coordinate,
    on route: Polyline,
    near shown: Position?
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
