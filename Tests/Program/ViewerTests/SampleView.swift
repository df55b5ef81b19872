import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import MapCanvas
import RidesharingConsumer
import Testing

@testable import Viewer

/// A state of the viewer at a moment, made for tests.
struct SampleView {
  /// The states whose whole screens are kept as files.
  enum Moment: String, CaseIterable, Sendable {
    case loading, failing, new, pickup, arrived, enroute, traffic, waiting, dropoff, complete,
      canceled
    case after, retry, denied, missing, quiet, late, withdrawn, paused
  }

  static let start: Duration = .seconds(100)
  static let tripName = "providers/demo-project/trips/ride-2041"

  var state: ViewState
  var settings: ViewerSettings
  var now = Self.start
  var wall = SampleRide.wall

  init(
    _ moment: Moment, columns: Int = 80, rows: Int = 24, glyphs: GlyphLevel = .full,
    speed: Double = 1
  ) {
    settings = ViewerSettings(
      glyphs: glyphs, speed: speed, localTime: LocalTime(utcOffsetSeconds: 7_200),
      backend: "fleetengine.googleapis.com", credentials: "service account")
    state = ViewState(
      ride: RideState(
        tripName: Self.tripName, polling: PollingStatus(), now: Self.start - .seconds(1)),
      size: GridSize(columns: columns, rows: rows))
    state.ride.polling.interval = .seconds(5)
    set(moment)
    if state.ride.trip != nil { state.ride.map = map(for: moment) }
  }

  func canvas(notes: DrawingNotes? = nil) -> Canvas<ViewState> {
    Canvas(state: state, settings: settings, now: now, wall: wall, notes: notes).drawn()
  }

  var frame: Frame { canvas().frame }

  /// The rows without the blanks at their ends.
  var text: String { Self.text(frame) }

  static func text(_ frame: Frame) -> String {
    frame.rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n") + "\n"
  }

  @discardableResult mutating func apply(_ event: ScreenEvent<RideNews>) -> [ViewCommand] {
    var hits: [HitArea] = []
    // Only the mouse asks what lies where.
    if case .input(.mouse) = event { hits = canvas().hits }
    return state.apply(event, at: InputMoment(now: now, wall: wall, settings: settings, hits: hits))
  }

  @discardableResult mutating func apply(_ news: RideNews) -> [ViewCommand] { apply(.news(news)) }

  @discardableResult mutating func press(_ key: Key, _ modifiers: Modifiers = []) -> [ViewCommand] {
    apply(.input(.key(key, modifiers)))
  }

  @discardableResult
  mutating func press(_ character: Character) -> [ViewCommand] { press(.character(character)) }

  /// Lets a good answer come.
  mutating func answer(_ trip: Trip, after seconds: Int = 0) {
    pass(seconds)
    apply(.trip(trip))
    var polling = state.ride.polling
    polling.isPolling = false
    (polling.step, polling.stepSince) = (nil, nil)
    polling.lastAnswerAt = now
    polling.lastAnswerWallTime = wall
    polling.consecutiveFailures = 0
    polling.failingSince = nil
    polling.lastError = nil
    polling.totalUpdates += 1
    polling.promised.note(trip)
    polling.nextPollAt = now + .seconds(5)
    polling.recentPolls.append(
      PollRecord(time: wall, code: .ok, duration: .milliseconds(84), bodyBytes: 1_946))
    apply(.polling(polling))
  }

  /// Lets a poll fail.
  mutating func fail(_ error: FleetEngineError, after seconds: Int = 0, retryIn wait: Int = 3) {
    pass(seconds)
    var polling = state.ride.polling
    polling.isPolling = false
    (polling.step, polling.stepSince) = (nil, nil)
    polling.consecutiveFailures += 1
    polling.failingSince = polling.failingSince ?? now
    polling.lastError = error
    polling.nextPollAt = now + .seconds(wait)
    polling.recentPolls.append(
      PollRecord(
        time: wall, code: error.code, httpStatus: error.httpStatus, duration: .milliseconds(11),
        attempt: polling.consecutiveFailures))
    apply(.polling(polling))
  }

  /// Lets the first request wait for something else, since some seconds.
  mutating func opening(_ step: PollingStep, ago seconds: Int = 0) {
    var polling = state.ride.polling
    polling.isPolling = true
    (polling.step, polling.stepSince) = (step, now - .seconds(seconds))
    apply(.polling(polling))
  }

  /// Puts the user's own place on the map.
  mutating func mark(_ place: Coordinate) {
    state.ride.map?.scene.markers.append(
      MapMarker(coordinate: place, glyph: .text("(@)"), edgeHint: "@"))
    state.ride.map?.markerSubjects.append(MarkerSubject(.unknown))
  }

  /// Presses a key that chooses a marker and lets the map answer that it is chosen.
  ///
  /// - Returns: The marker that the key asked for; nil if it asked for none.
  @discardableResult
  mutating func choose(_ key: Character, isHandled: Bool = false) -> MarkerSubject? {
    guard case .choose(let marker) = press(key).first else { return nil }
    state.showMarker(
      MarkerTap(subject: marker, isHandled: isHandled, endsAutoCamera: false), now: now)
    return marker
  }

  mutating func pass(_ seconds: Int) {
    now += .seconds(seconds)
    wall = wall + .seconds(seconds)
  }

  static let unreachable = FleetEngineError(
    operation: "GetTrip", code: .unavailable, message: "connection refused",
    cause: .transport(HTTPTransportError(.unreachable, detail: "connection refused")))
  static let denied = FleetEngineError(
    operation: "GetTrip", code: .permissionDenied, message: "The caller does not have permission",
    httpStatus: 403)
  static let missing = FleetEngineError(
    operation: "GetTrip", code: .notFound, message: "Trip not found", httpStatus: 404)

  private mutating func set(_ moment: Moment) {
    switch moment {
    case .loading:
      opening(.token, ago: 3)
      opening(.connecting, ago: 2)
      opening(.answer, ago: 1)
    case .failing:
      fail(Self.unreachable, after: 1)
      fail(Self.unreachable, after: 2)
    case .missing: fail(Self.missing, retryIn: 5)
    case .new: answer(SampleRide.new); pass(1)
    case .pickup: answer(SampleRide.toPickup); pass(2)
    case .arrived:
      answer(SampleRide.toPickup)
      answer(SampleRide.atPickup, after: 5)
      pass(3)
    case .enroute: answer(SampleRide.toStop); pass(2)
    case .traffic:
      pass(-180)
      for minutes in [12, 11, 15, 14] {
        var trip = SampleRide.inTraffic
        trip.dropoffTime = SampleRide.at(minutes: minutes)
        trip.lastLocation?.updateTime = wall + .seconds(43)
        answer(trip, after: 45)
      }
      pass(2)
    case .waiting: answer(SampleRide.atStop); pass(2)
    case .dropoff: answer(SampleRide.toDropoff); pass(2)
    case .complete:
      answer(SampleRide.toPickup)
      answer(SampleRide.toStop, after: 5)
      answer(SampleRide.complete, after: 14 * 60)
      pass(2)
    case .canceled: answer(SampleRide.new); answer(SampleRide.canceled, after: 300)
    case .after: answer(SampleRide.afterAnother); pass(2)
    case .retry:
      answer(SampleRide.toPickup)
      for _ in 0..<4 { fail(Self.unreachable, after: 8) }
    case .denied: answer(SampleRide.toPickup); fail(Self.denied, after: 8, retryIn: 19)
    case .quiet:
      answer(SampleRide.toPickup)
      answer(SampleRide.toPickup, after: 46)
    case .late: answer(SampleRide.toPickup); fail(Self.unreachable, after: 9)
    case .withdrawn:
      answer(SampleRide.toPickup)
      fail(Self.denied, after: 400, retryIn: 19)
    case .paused:
      answer(SampleRide.toPickup)
      press("p")
    }
  }

  /// A map as a session would draw it, with the camera at one place.
  private func map(for moment: Moment) -> MapSnapshot {
    var map = MapSnapshot()
    map.camera = Camera(center: Coordinate(latitude: 45.464, longitude: 9.205), zoom: 11)
    let places: [(SafeText, Coordinate)] = [
      ("P", SampleRide.pickup), ("1", SampleRide.stop), ("D", SampleRide.dropoff),
    ]
    map.scene.markers = places.map { letter, place in
      MapMarker(coordinate: place, glyph: .text("(" + letter + ")"), edgeHint: letter)
    }
    map.markerSubjects = [
      MarkerSubject(.tripPickupPoint, tripName: Self.tripName),
      MarkerSubject(.intermediateDestination, stopNumber: 1, tripName: Self.tripName),
      MarkerSubject(.tripDropoffPoint, tripName: Self.tripName),
    ]
    map.steering = .wholeTrip
    guard let trip = state.ride.trip, trip.isActive, let location = trip.lastLocation else {
      return map
    }
    map.steering = .vehicleToPickup
    map.scene.polylines = [
      MapPolyline(
        coordinates: [SampleRide.vehicle, SampleRide.pickup],
        style: LineStyle(width: 2, asciiGlyph: "#")),
      MapPolyline(coordinates: places.map(\.1), style: LineStyle(asciiGlyph: ".")),
    ]
    map.scene.markers.append(
      MapMarker(
        coordinate: SampleRide.vehicle,
        glyph: .vehicle(
          heading: location.heading.map(Double.init),
          isOld: state.derived(at: now, wall: wall).isVehicleOld
        ),
        zIndex: 9
      )
    )
    map.markerSubjects.append(MarkerSubject(.tripVehicle, tripName: Self.tripName))
    return map
  }
}

extension SampleView.Moment: CustomTestStringConvertible {
  var testDescription: String { rawValue }
}

extension Frame {
  /// The first place of a text whose characters have one cell each; nil without one.
  func place(of text: String) -> GridPoint? {
    for row in 0..<size.rows {
      let line = String(String.UnicodeScalarView((0..<size.columns).map { self[$0, row].base }))
      guard let range = line.range(of: text) else { continue }
      let column = line.unicodeScalars.distance(from: line.startIndex, to: range.lowerBound)
      return GridPoint(column: column, row: row)
    }
    return nil
  }
}
