public import CellGrid
public import FleetEngine
public import RidesharingConsumer
internal import Geo

/// A trip as a few plain lines, for pipes, files and screen readers.
public struct PlainReport: Sendable {
  private let trip: Trip
  private let tripName: String
  private let polling: PollingStatus
  private let facts: RideFacts
  private let settings: ViewerSettings
  /// The length of the ride's route, if it was seen.
  var rideMeters: Int?

  /// Creates a report.
  public init(
    trip: Trip, tripName: String, polling: PollingStatus, now: Duration, wall: Timestamp,
    settings: ViewerSettings
  ) {
    self.trip = trip
    self.tripName = tripName
    self.polling = polling
    facts = RideFacts(trip, polling, now: now, wall: wall)
    self.settings = settings
  }

  /// The report's lines, each safe for a terminal.
  public var lines: [SafeText] {
    let stage = TripStage(trip)
    let heading = ViewerText.heading(stage).lowercased()
    let status = "\(trip.status.wireName) (\(heading))"
    var rows = [("trip", tripName), ("status", status)]
    if !stage.isEnded {
      let next = trip.nextPlace
      rows.append(("next", "\(next.label.lowercased()), \(estimate(next.eta))"))
      if next.kind != .dropoff { rows.append(("drop-off", estimate(trip.eta(at: .dropoff)))) }
      if let meters = trip.remainingMeters { rows.append(("remaining", distance(meters))) }
    } else if stage == .complete {
      if let time = RideSummary.began(trip) { rows.append(("pickup", minutes(time))) }
      if let time = RideSummary.ended(trip) { rows.append(("drop-off", minutes(time))) }
    }
    rows += [("vehicle", vehicle), ("data", data)]
    let widths = rows.map { SafeText($0.0).width }
    let column = max(11, (widths.max() ?? 0) + 1)
    return zip(rows, widths).map { row, width in
      SafeText(row.0 + String(repeating: " ", count: column - width) + row.1)
    }
  }

  /// The status, the next arrival and the age of the data in a few words, safe for a terminal.
  public var progress: SafeText {
    let facts = [
      ViewerText.heading(TripStage(trip)).lowercased(), eta,
      polling.lastAnswerWallTime.map { "updated \(settings.localTime.clock($0))" },
    ].compactMap { $0 }
    return SafeText(facts.joined(separator: ", "))
  }

  /// The ride in one line, safe for a terminal.
  public var summary: SafeText {
    let status = "\(trip.name?.tripID ?? tripName) \(trip.status.wireName)"
    let stage = TripStage(trip)
    guard stage.isEnded else {
      let eta = eta.map { ", " + $0 } ?? ""
      let data = polling.lastAnswerWallTime.map {
        " (" + "data from \(settings.localTime.clock($0))" + ")"
      }
      return SafeText(status + eta + (data ?? ""))
    }
    let facts = [
      status + (RideSummary.ended(trip).map { " " + minutes($0) } ?? ""),
      stage == .complete ? rideMeters.map(distance) : nil,
      RideSummary.time(trip).map { Quantities.span($0) },
    ].compactMap { $0 }
    return SafeText(facts.joined(separator: ", "))
  }

  private func minutes(_ moment: Timestamp) -> String { settings.localTime.minutes(moment) }

  private func distance(_ meters: Int) -> String {
    Quantities.distance(meters: meters, units: settings.units)
  }

  private func estimate(_ moment: Timestamp?) -> String {
    guard let moment else { return ViewerText.none }
    guard !facts.isWithdrawn(moment) else {
      return "\(ViewerText.none) \(ViewerText.was(minutes(moment)))"
    }
    return "\(minutes(moment)) (\(Quantities.timeLeft(facts.timeLeft(until: moment))))"
  }

  /// The next arrival; nil if it is not known.
  private var eta: String? {
    trip.nextPlace.eta.map { (facts.isWithdrawn($0) ? "ETA was " : "ETA ") + minutes($0) }
  }

  private var vehicle: String {
    guard let id = trip.vehicleID else { return ViewerText.noVehicle }
    var parts = [id]
    if let location = trip.lastLocation, let point = location.location {
      parts.append("\(Quantities.degrees(point.latitude)) \(Quantities.degrees(point.longitude))")
      let motion = [
        location.speed.map { Quantities.speed(metersPerSecond: $0, units: settings.units) },
        location.heading.map { Quantities.compass(degrees: $0) },
      ].compactMap { $0 }
      if !motion.isEmpty { parts.append(motion.joined(separator: " ")) }
      if facts.isLocationFromFuture { parts.append("fix from the future") }
      if let age = facts.locationAge { parts.append("fix \(Quantities.age(age)) ago") }
    }
    return parts.joined(separator: ", ")
  }

  private var data: String {
    guard let time = polling.lastAnswerWallTime else { return ViewerText.none }
    let state =
      switch facts.state {
      case .ended where facts.answerAge ?? .zero > RideFacts.lateAfter: "old"
      case .live, .ended: "fresh"
      case .vehicleQuiet:
        "fresh, vehicle quiet" + (facts.locationAge.map { " for \(Quantities.age($0))" } ?? "")
      case .connecting, .late, .stale, .actionNeeded: "old"
      }
    return "\(settings.localTime.clock(time)), \(state)"
  }
}
