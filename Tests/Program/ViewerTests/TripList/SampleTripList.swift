import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import RidesharingConsumer

@testable import Viewer

/// A list of trips at a moment, made for tests.
struct SampleTripList {
  /// The lists whose whole screens are kept as files.
  enum Moment: String, CaseIterable, Sendable {
    case loading, mixed, filter, nothing, empty, idle, refused, help, vehicle, many
    case fleet, wall
    /// The screen of an emulator: with trips, without them, and with its menu of faults.
    case served, unserved, faults
  }

  static let start: Duration = .seconds(100)

  var state: TripListState
  var settings: ViewerSettings
  var now = Self.start
  var wall = SampleRide.wall

  init(_ moment: Moment, columns: Int = 80, rows: Int = 24, glyphs: GlyphLevel = .full) {
    settings = ViewerSettings(
      glyphs: glyphs, localTime: LocalTime(utcOffsetSeconds: 7_200),
      backend: "fleetengine.googleapis.com", credentials: "service account")
    state = TripListState()
    state.size = GridSize(columns: columns, rows: rows)
    switch moment {
    case .fleet, .wall:
      addFleet()
      arrange()
      if moment == .wall { press("w") }
    case .served: addServed()
    case .unserved: state.fleet = FleetState(Self.feed)
    case .faults:
      addServed()
      arrange()
      press("F")
      press(.down)
    case .loading: for number in 1...3 { add("ride-\(number)", nil) }
    case .mixed: addMixed()
    case .filter:
      addMixed()
      arrange()
      press("/")
      type("stop")
    case .nothing:
      addMixed()
      arrange()
      press("/")
      type("zebra")
      press(.enter)
    case .empty: break
    case .idle, .refused, .vehicle:
      state = TripListState(
        vehicle: TripListState.FollowedVehicle(
          name: "providers/demo-project/vehicles/car-7", vehicleID: "car-7", isKnown: true))
      state.size = GridSize(columns: columns, rows: rows)
      if moment == .refused {
        state.vehicle?.isKnown = false
        state.vehicle?.polling.lastError = SampleView.denied
        state.vehicle?.polling.consecutiveFailures = 1
        state.vehicle?.polling.failingSince = now
        state.vehicle?.polling.nextPollAt = now + .seconds(57)
      }
      if moment == .vehicle { addMixed() }
    case .help:
      addMixed()
      arrange()
      press("?")
    case .many:
      for number in 0..<1_000 {
        add("ride-of-the-day-\(number)", SampleRide.toPickup, age: number % 9)
      }
      for trip in state.trips { state.change(trip.name) { $0.polling.interval = .seconds(25) } }
      arrange()
      for _ in 0..<3 { press(.pageDown) }
    }
    arrange()
    if let camera = state.nextCamera() { state.map?.camera = camera }
  }

  /// Trips of each kind with vehicles around a town; some are close together.
  private mutating func addFleet() {
    addMixed()
    state.map = MapSnapshot(isAutoCamera: false)
    for (place, trip) in state.trips.enumerated() where trip.trip?.lastLocation != nil {
      state.change(trip.name) {
        let meters = place < 5 ? 10 : Double(place) * 300
        $0.trip?.vehicleID = "car-\(place)"
        $0.trip?.lastLocation?.location = SampleRide.vehicle.destination(
          bearing: Double(place) * 75, meters: meters)
      }
      // The way of one that is not close to others.
      guard place == 9 else { continue }
      for step in 1...8 {
        state.change(trip.name) {
          let last = $0.location ?? SampleRide.vehicle
          $0.trip?.lastLocation?.location = last.destination(
            bearing: Double(step) * 12, meters: 120)
        }
      }
    }
  }

  /// One trip of each kind.
  private mutating func addMixed() {
    add("ride-live", SampleRide.toPickup, age: 2)
    add("ride-to-stop", SampleRide.toStop, age: 4)
    add("ride-over", SampleRide.complete, age: 40)
    add("ride-stale", SampleRide.toPickup, age: 42)
    add("ride-late", SampleRide.atPickup, age: 7, error: SampleRide.unavailable)
    add("ride-refused", SampleRide.toStop, age: 30, error: SampleView.denied)
    add("ride-missing", nil, error: SampleView.missing)
    add("ride-new", SampleRide.new, age: 1)
    add("ride-opening", nil)
    var quiet = SampleRide.toPickup
    quiet.lastLocation?.updateTime = SampleRide.wall - .seconds(75)
    add("ride-quiet", quiet, age: 3)
    add("3f2504e0-4f89-11d3-9a0c-0305e82c3301", SampleRide.toPickup, age: 0)
  }

  mutating func add(_ id: String, _ trip: Trip?, age: Int = 0, error: FleetEngineError? = nil) {
    var polling = PollingStatus()
    if trip != nil {
      polling.totalUpdates = 1
      polling.lastAnswerAt = now - .seconds(age)
      polling.lastAnswerWallTime = wall - .seconds(age)
    }
    if let error {
      polling.consecutiveFailures = 1
      polling.failingSince = now - .seconds(age)
      polling.lastError = error
    }
    state.add(ListedTrip(name: "providers/demo-project/trips/\(id)", trip: trip, polling: polling))
  }

  /// Adds a trip whose names have control characters and more wide letters than any line.
  mutating func addHostileTrip(_ number: Int = 0) {
    var trip = SampleRide.toPickup
    trip.vehicleID = "\u{1B}[31m車\u{202E}" + String(repeating: "車", count: 60)
    add("\u{1B}]0;x\u{7}\u{202E}\(number)" + String(repeating: "乗", count: 60), trip, age: 42)
  }

  /// The ids in the list's order.
  var listed: [String] { state.order.map { state.trips[$0].tripID } }

  /// Lets time pass and arranges the list again.
  mutating func pass(_ time: Duration) {
    now += time
    wall = wall + time
    arrange()
  }

  mutating func arrange() { state.arrange(now: now, wall: wall) }

  /// Changes a trip's data and arranges the list again.
  mutating func change(_ id: String, _ change: (inout ListedTrip) -> Void) {
    state.change("providers/demo-project/trips/\(id)", change)
    arrange()
  }

  @discardableResult
  mutating func press(_ key: Key, _ modifiers: Modifiers = []) -> [TripListCommand] {
    apply(.key(key, modifiers))
  }

  @discardableResult
  mutating func press(_ character: Character) -> [TripListCommand] { press(.character(character)) }

  mutating func type(_ text: String) { for letter in text { press(letter) } }

  @discardableResult mutating func apply(_ event: InputEvent) -> [TripListCommand] {
    var hits: [HitArea] = []
    if case .mouse = event { hits = canvas().hits }
    return state.apply(
      .input(event), at: InputMoment(now: now, wall: wall, settings: settings, hits: hits))
  }

  /// Clicks on a row.
  @discardableResult mutating func click(row: Int, column: Int = 5) -> [TripListCommand] {
    let point = GridPoint(column: column, row: row)
    apply(.mouse(MouseEvent(.press, at: point)))
    return apply(.mouse(MouseEvent(.release, at: point)))
  }

  func canvas(notes: DrawingNotes? = nil) -> Canvas<TripListState> {
    Canvas(state: state, settings: settings, now: now, wall: wall, notes: notes).drawn()
  }

  var frame: Frame { canvas().frame }

  var text: String { SampleView.text(frame) }
}

extension SampleRide {
  static let unavailable = FleetEngineError(
    operation: "GetTrip", code: .unavailable, message: "said by a test", httpStatus: 503)
}
