public import CellGrid
public import FleetEngine
public import RidesharingConsumer
internal import Geo

/// A trip as a few plain lines, for pipes, files and screen readers.
///
/// Source: user interface study, section 6.5.
public struct PlainReport: Sendable {
  private let trip: Trip
  private let tripName: String
  private let polling: PollingStatus
  private let now: Duration
  private let wall: Timestamp
  private let settings: ViewerSettings
  private let rideMeters: Int?

  /// Creates a report.
  public init(
    trip: Trip,
    tripName: String,
    polling: PollingStatus,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    self.init(
      trip: trip,
      tripName: tripName,
      polling: polling,
      now: now,
      wall: wall,
      settings: settings,
      rideMeters: nil
    )
  }

  /// Creates a report of a ride that was seen, with the length of its way.
  init(
    trip: Trip,
    tripName: String,
    polling: PollingStatus,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings,
    rideMeters: Int?
  ) {
    self.trip = trip
    self.tripName = tripName
    self.polling = polling
    self.now = now
    self.wall = wall
    self.settings = settings
    self.rideMeters = rideMeters
  }

  /// The report's lines, each safe for a terminal.
  public var lines: [SafeText] {
    let stage = TripStage(trip)
    var rows = [
      ("trip", tripName),
      ("status", "\(trip.status.wireName) (\(Catalogue.heading(stage).lowercased()))"),
    ]
    if !stage.isEnded {
      let next = trip.nextPlace
      rows.append(("next", "\(next.label.lowercased()), \(estimate(next.eta))"))
      if next.label != Catalogue.dropoff {
        rows.append(("drop-off", estimate(trip.dropoffTime)))
      }
      if let meters = stage.isPickedUp ? trip.metersToDropoff : trip.metersToNextOwnWaypoint {
        rows.append(("remaining", Quantities.distance(meters: meters, units: settings.units)))
      }
    } else if stage == .complete {
      if let time = RideSummary.began(trip) {
        rows.append(("pickup", settings.localTime.minutes(time)))
      }
      if let time = RideSummary.ended(trip) {
        rows.append(("drop-off", settings.localTime.minutes(time)))
      }
    }
    rows.append(("vehicle", vehicle))
    rows.append(("data", data))
    return rows.map { label, value in
      SafeText(label + String(repeating: " ", count: max(1, 11 - label.count)) + value)
    }
  }

  /// The ride in one line, safe for a terminal.
  public var summary: SafeText { SafeText(oneLine) }

  /// The status, the next arrival and the age of the data in a few words, safe for a terminal.
  public var progress: SafeText {
    let facts = [
      Catalogue.heading(TripStage(trip)).lowercased(),
      trip.nextPlace.eta.map { "ETA " + settings.localTime.minutes($0) },
      polling.lastAnswerWallTime.map { "updated " + settings.localTime.clock($0) },
    ].compactMap { $0 }
    return SafeText(facts.joined(separator: ", "))
  }

  /// The ride in one line.
  private var oneLine: String {
    let id = trip.name?.tripID ?? tripName
    let stage = TripStage(trip)
    guard !stage.isEnded else {
      let ended = RideSummary.ended(trip).map { " " + settings.localTime.minutes($0) } ?? ""
      let facts = [
        rideMeters.flatMap {
          stage == .complete ? Quantities.distance(meters: $0, units: settings.units) : nil
        },
        RideSummary.time(trip).map { Quantities.span($0) },
      ].compactMap { $0 }
      return (["\(id) \(trip.status.wireName)\(ended)"] + facts).joined(separator: ", ")
    }
    let from =
      polling.lastAnswerWallTime.map { " (data from \(settings.localTime.clock($0)))" } ?? ""
    let eta = trip.nextPlace.eta.map { ", ETA " + settings.localTime.minutes($0) } ?? ""
    return "\(id) \(trip.status.wireName)\(eta)\(from)"
  }

  private func estimate(_ moment: Timestamp?) -> String {
    guard let moment else { return Catalogue.none }
    return "\(settings.localTime.minutes(moment)) (\(Quantities.timeLeft(moment - wall)))"
  }

  private var vehicle: String {
    guard let id = trip.vehicleID else { return Catalogue.noVehicle }
    var parts = [id]
    if let location = trip.lastLocation, let point = location.location {
      parts.append("\(Quantities.degrees(point.latitude)) \(Quantities.degrees(point.longitude))")
      let motion = [
        location.speed.map { Quantities.speed(metersPerSecond: $0, units: settings.units) },
        location.heading.map { Quantities.compass(degrees: $0) },
      ].compactMap { $0 }
      if !motion.isEmpty { parts.append(motion.joined(separator: " ")) }
      if let time = location.updateTime ?? location.serverTime {
        parts.append("fix \(Quantities.age(wall - time)) ago")
      }
    }
    return parts.joined(separator: ", ")
  }

  private var data: String {
    guard let time = polling.lastAnswerWallTime else { return Catalogue.none }
    let isFresh = polling.lastAnswerAt.map { now - $0 <= .seconds(15) } ?? false
    return "\(settings.localTime.clock(time)), \(isFresh ? "fresh" : "old")"
  }
}
