import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import MapCanvas
import RideRecordings
import RidesharingConsumer
import RouteSources
import TestSupport
import Testing

@testable import Viewer

/// A ride with failures, a quiet vehicle and changing estimates, made for tests.
private enum ChangingRide {
  static let polls = 60

  static func response(_ index: Int) -> TransportResponse {
    if (20..<23).contains(index) { return .json("{}", status: 503) }
    if index == 40 {
      let body = RPCStatus(code: .permissionDenied, message: "no").body
      return .json(String(decoding: body, as: UTF8.self), status: 403)
    }
    return ViewerStage.answer(trip(index))
  }

  static func trip(_ index: Int) -> Trip {
    guard index < polls else { return SampleRide.complete }
    var trip = index < 30 ? SampleRide.toPickup : SampleRide.toDropoff
    if index < 2 { trip = SampleRide.new }
    trip.route = [SampleRide.vehicle, SampleRide.pickup, SampleRide.stop, SampleRide.dropoff]
    let line = Polyline(trip.route ?? [])
    // The vehicle does not report for a minute.
    let step = (32..<44).contains(index) ? 32 : index
    trip.lastLocation?.location = line.position(atMeters: Double(step) * 80)?.coordinate
    trip.lastLocation?.updateTime = SampleRide.wall + .seconds(step * 5)
    if index > 25 { trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(240) } }
    return trip
  }
}

/// A ride as its responses, and the part of the map that shows it.
struct AnsweredRide: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let wall: Timestamp
  let camera: Camera
  let response: @Sendable (Int) -> TransportResponse

  fileprivate static let changing = AnsweredRide(
    testDescription: "with failures",
    camera: Camera(center: Coordinate(latitude: 45.466, longitude: 9.205), zoom: 13),
    response: ChangingRide.response)

  /// The recorded ride of the demo.
  fileprivate static let demo: AnsweredRide? = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/pictures/demo.ride")
    guard let bytes = try? Data(contentsOf: file),
      let recording = try? RideRecording(content: Array(bytes)),
      let wall = recording.entries.first?.endTime
    else { return nil }
    var trips: [Trip] = []
    recording.readPolls(of: 0) { if case .trip(let trip) = $0.result { trips.append(trip) } }
    return AnsweredRide("of the demo", trips, wall)
  }()

  /// The rides of a real log: the server's trips with its vehicles' positions; none without the log.
  fileprivate static let logged: [AnsweredRide] = {
    guard let path = TestData.log, let bytes = FileManager.default.contents(atPath: path),
      var timeline = try? LogTimeline(json: Array(bytes), file: path)
    else { return [] }
    var rides: [(name: TripName, start: Timestamp, trips: [Trip])] = []
    while let exchange = timeline.next() {
      if let trip = exchange.trip, let name = trip.name {
        if let number = rides.firstIndex(where: { $0.name == name }) {
          rides[number].trips.append(trip)
        } else {
          rides.append((name, exchange.time, [trip]))
        }
      }
      guard let place = exchange.vehicle?.lastLocation, var trip = rides.last?.trips.last else {
        continue
      }
      trip.lastLocation = place
      rides[rides.count - 1].trips.append(trip)
    }
    return rides.compactMap { ride in
      // A dozen moments of the ride are enough.
      let step = max(1, ride.trips.count / 12)
      let trips = ride.trips.indices.filter { $0 % step == 0 }.map { ride.trips[$0] }
      return AnsweredRide("of a log, \(ride.name.tripID)", trips + ride.trips.suffix(1), ride.start)
    }
  }()

  private init?(_ description: String, _ trips: [Trip], _ wall: Timestamp) {
    guard let last = trips.last, let place = last.dropoffPoint?.point else { return nil }
    let all = trips.map { trip in
      var trip = trip
      trip.name = try? TripName(parsing: SampleView.tripName)
      return trip
    }
    self.init(
      testDescription: description,
      wall: wall,
      camera: Camera(center: place, zoom: 14)
    ) { ViewerStage.answer(all[min($0, all.count - 1)]) }
  }

  private init(
    testDescription: String, wall: Timestamp = SampleRide.wall, camera: Camera,
    response: @escaping @Sendable (Int) -> TransportResponse
  ) {
    (self.testDescription, self.wall) = (testDescription, wall)
    (self.camera, self.response) = (camera, response)
  }
}

@MainActor @Suite(.limited) struct `The past of a ride` {
  private nonisolated static let size = GridSize(columns: 120, rows: 40)
  /// The time in which the camera arrives where it is put.
  private static let easing: Duration = .seconds(8)
  /// The time between two compared pictures; twenty of them are at different times after a poll.
  private static let pause: Duration = .milliseconds(3_250)

  private func fix(_ mapView: MapView, _ camera: Camera) {
    mapView.isAllowCameraAutoUpdate = false
    mapView.isReducedMotion = false
    mapView.animate(to: camera)
  }

  /// The cells of a frame but for the lines that say that it is the past: header, time and keys.
  private func cells(_ frame: Frame) -> [[Cell]] {
    (Array(1...37) + [frame.size.rows - 2]).map { row in
      (0..<frame.size.columns).map { frame[$0, row] }
    }
  }

  @Test(arguments: [.changing, .demo] + AnsweredRide.logged as [AnsweredRide?])
  func `The picture at each moment of a recording is the live picture`(
    _ ride: AnsweredRide?
  ) async throws {
    let ride = try #require(ride)
    let screen = TestScreen(size: Self.size)
    let stage = ViewerStage(screen: screen, wall: ride.wall, ride.response)
    stage.start()
    var isFixed = false
    var live: [(time: Duration, cells: [[Cell]])] = []
    var turns = Turns()
    while !stage.program.hasEnded, !Task.isCancelled {
      // Each poll that is due is made and shown before time goes on.
      let polling = stage.model.polling
      let now = stage.clock.now.offset
      if stage.clock.sleeperCount >= 2, !polling.isPolling,
        // Before the first report a poll may be under way.
        polling.nextPollAt.map({ $0 > now }) ?? (polling.totalUpdates > 0),
        stage.program.state.ride.polling == polling
      {
        if !isFixed, stage.program.state.ride.map?.camera != nil {
          isFixed = true
          fix(stage.mapView, ride.camera)
        }
        if now >= (live.last?.time ?? Self.easing) + Self.pause {
          await stage.program.apply(.tick)
          live.append((now, cells(stage.program.picture().frame)))
        }
        stage.clock.advance(by: .milliseconds(250))
      }
      await turns.next()
    }
    let recording = try #require(stage.program.live?.recording)
    stage.program.stop()
    _ = await stage.ending()
    #expect(recording.entries.count >= 10)

    func opened(at moment: String?) throws -> (program: ViewerProgram, past: Playback) {
      let mapView = MapView()
      var vehicle = MarkerStyleOptions()
      vehicle.isFlat = true
      mapView.consumerMapStyleCoordinator.setMarkerStyleOptions(vehicle, markerType: .tripVehicle)
      let tall = GridSize(columns: 120, rows: 41)
      let clock = ManualClock()
      let replay = ViewerProgram(
        recording: try RideRecording(content: recording.content), trip: 0, mapView: mapView,
        screen: TestScreen(size: tall), clock: ServiceClock(clock) { ride.wall },
        settings: stage.program.firstSettings)
      if let moment { #expect(replay.seek(to: moment)) }
      replay.state.size = tall
      mapView.show(replay.session)
      let past = try #require(replay.past)
      replay.open(past)
      for _ in 0..<2 {
        _ = replay.picture()
        clock.advance(by: .seconds(10))
      }
      fix(mapView, ride.camera)
      _ = replay.picture()
      clock.advance(by: .seconds(10))
      return (replay, past)
    }
    let (replay, past) = try opened(at: nil)
    // In an order in which each seek goes somewhere else.
    for offset in 0..<7 {
      for index in stride(from: offset, to: live.count, by: 7).reversed() {
        past.seek(to: live[index].time)
        let shown = cells(replay.picture().frame)
        let rows = shown.indices.filter { shown[$0] != live[index].cells[$0] }
        #expect(rows.isEmpty, "at \(live[index].time)")
      }
    }
    // A program that is opened at a moment shows it with the way that was driven.
    let (other, itsPast) = try opened(at: "70%")
    past.seek(to: itsPast.position)
    #expect(cells(replay.picture().frame) == cells(other.picture().frame))
  }

  private func started(_ screen: TestScreen) async -> ViewerStage {
    let stage = ViewerStage(screen: screen, ChangingRide.response)
    stage.start()
    await stage.play { stage.model.polling.totalUpdates >= 12 }
    return stage
  }

  private func shows(_ screen: TestScreen, _ text: String) async -> Bool {
    await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
  }

  private func end(_ stage: ViewerStage) async {
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `A live ride shows its past while it is polled, and its present again`() async {
    let screen = TestScreen(size: Self.size)
    let stage = await started(screen)
    await screen.press(.character("<"))
    await stage.play(sleepers: 1) { await shows(screen, "PAST") }
    let position = stage.program.past?.position
    #expect(stage.program.state.timeline?.hasPresent == true)
    let updates = stage.model.polling.totalUpdates
    await stage.play(sleepers: 1) { stage.model.polling.totalUpdates >= updates + 2 }
    #expect(stage.program.past?.position == position)
    #expect(await shows(screen, "PAST"))
    await screen.press(.character("{"))
    await stage.play(sleepers: 1) { (stage.program.past?.position ?? .zero) < (position ?? .zero) }
    await screen.press(.character("."))
    await stage.play(sleepers: 1) { await shows(screen, "LIVE") }
    #expect(stage.program.past == nil && stage.program.state.timeline == nil)
    #expect(stage.program.state.ride.trip == stage.model.currentTrip)
    #expect(stage.mapView.activeSessions.count == 1)
    await end(stage)
  }

  @Test func `Going ahead from the past arrives in the present`() async {
    let screen = TestScreen(size: Self.size)
    let stage = await started(screen)
    await screen.press(.character("["))
    await stage.play(sleepers: 1) { await shows(screen, "PAST") }
    await screen.press(.character("}"))
    await stage.play(sleepers: 1) { await shows(screen, "LIVE") }
    await screen.press(.character("]"))
    await stage.play(sleepers: 1) { await shows(screen, "This is the present.") }
    await end(stage)
  }

  @Test func `Actions on the present are refused in the past`() async {
    let screen = TestScreen(size: Self.size)
    let stage = await started(screen)
    await screen.press(.character("<"))
    await stage.play(sleepers: 1) { await shows(screen, "PAST") }
    await screen.press(.character("r"))
    await stage.play(sleepers: 1) { await shows(screen, "This is the past, which is not polled.") }
    await end(stage)
  }

  @Test func `Before the first response there is no past`() async {
    let screen = TestScreen(size: Self.size)
    // No response while the viewer runs, because a first failure replaces what the key says.
    let stage = ViewerStage(screen: screen) { _ in
      try? await Task.sleep(for: .seconds(300))
      return .json("{}", status: 503)
    }
    stage.start()
    await screen.press(.character("<"))
    await stage.play(sleepers: 1) { await shows(screen, "There is no earlier moment yet.") }
    #expect(stage.program.past == nil)
    await end(stage)
  }
}

@MainActor @Suite(.limited) struct `A recorded ride` {
  private func past(polls: Int = 60) throws -> Playback {
    let live = LiveRecording(from: .zero)
    for index in 0..<polls {
      let failed = (20..<23).contains(index)
      let error = FleetEngineError(operation: "GetTrip", code: .unavailable, message: "later")
      live.record(
        RecordedPoll(
          result: failed ? .failure(error) : .trip(ChangingRide.trip(index)),
          time: SampleRide.wall + .seconds(index * 5), start: .seconds(index * 5),
          duration: .milliseconds(100),
          attempt: failed ? index - 19 : 1
        ),
        of: SampleView.tripName
      )
    }
    return Playback(
      live.recording, trip: 0, clock: ServiceClock(ManualClock()) { SampleRide.wall },
      settings: ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 7_200)), hasPresent: false)
  }

  private func retraced(_ past: Playback) async {
    past.retrace {}
    await waitWhile(!past.timeline.marks.contains { $0.kind == .estimate })
  }

  @Test func `A recorded ride goes from update to update`() throws {
    let past = try past()
    past.seek(to: .zero)
    #expect(past.position == .milliseconds(100))
    past.step(1)
    #expect(past.position == .milliseconds(5_100))
    past.step(-1)
    #expect(past.position == .milliseconds(100))
    past.step(-1)
    #expect(past.position == .milliseconds(100))
    past.seek(to: .seconds(12))
    past.step(-1)
    #expect(past.position == .milliseconds(10_100))
    past.seek(to: .seconds(12))
    past.step(1)
    #expect(past.position == .milliseconds(15_100))
    past.seek(to: .seconds(9_999))
    #expect(past.isAtEnd)
    past.step(1)
    #expect(past.isAtEnd)
  }

  @Test func `A recorded ride is the same however its moment was reached`() async throws {
    let (one, other) = (try past(), try past())
    await retraced(other)
    for second in [3, 290, 150, 112, 101, 260, 5, 200] {
      let time = Duration.seconds(second)
      other.seek(to: time)
      one.seek(to: .zero)
      for step in 0...second { one.seek(to: .seconds(step)) }
      #expect(one.present.ride == other.present.ride, "at \(second) s")
      #expect(one.model.currentTrip == other.model.currentTrip)
    }
  }

  @Test func `A recorded ride finds its problems`() async throws {
    let past = try past()
    await retraced(past)
    past.seek(to: .zero)
    var found: [LoggedEvent.Kind] = []
    while past.goToProblem(isNext: true) {
      let mark = past.timeline.marks.first { $0.time == past.position }
      if let mark { found.append(mark.kind) }
    }
    #expect(Set(found) == [.failure, .estimate, .gap])
    let end = past.position
    #expect(past.goToProblem(isNext: false))
    #expect(past.position < end)
  }

  @Test func `A recorded ride plays at its speed until its end`() throws {
    let past = try past()
    past.seek(to: .zero)
    past.togglePlaying()
    past.advance(to: .seconds(2))
    #expect(past.position == .milliseconds(2_100))
    for _ in 0..<2 { past.changeRate(by: 1) }
    #expect(past.rate == 4)
    past.advance(to: .seconds(3))
    #expect(past.position == .milliseconds(6_100))
    past.advance(to: .seconds(3_000))
    #expect(past.isAtEnd && !past.isPlaying)
    past.togglePlaying()
    #expect(past.isPlaying && past.position == .milliseconds(100))
    for _ in 0..<99 { past.changeRate(by: -1) }
    #expect(past.rate == 0.25)
  }

  @Test(arguments: [
    ("14:33", Duration.seconds(53)), ("14:33:10", .seconds(63)), ("0%", .milliseconds(100)),
    ("50%", .milliseconds(147_600)), ("100%", .milliseconds(295_100)),
    ("13:00", .milliseconds(100)),
    ("23:59", .milliseconds(295_100)),
  ]) func `A recorded ride goes to a time or a share`(text: String, time: Duration) throws {
    let past = try past()
    past.seek(to: .zero)
    past.seek(to: try #require(Seek(text)))
    #expect(past.position == time)
  }

  @Test(arguments: [
    "", "%", "101%", "-1%", "nan%", "25:00", "1:2", "14:60", "a:b", "14:3:1", "1:00:00:00",
  ]) func `A text that is no time is refused`(text: String) { #expect(Seek(text) == nil) }
}
