import CellGrid
import ConsumerMap
import FleetEngine
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `An arrival` {
  /// A ride whose vehicle is near the pickup, which it reaches after some seconds.
  private func approach(in seconds: Int) -> SampleView {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    var trip = SampleRide.toPickup
    trip.remainingDistanceMeters = 110
    trip.pickupTime = view.wall + .seconds(seconds)
    trip.etaToFirstWaypoint = trip.pickupTime
    trip.lastLocation?.updateTime = view.wall
    view.answer(trip)
    return view
  }

  private func arrived(_ stages: [Trip]) -> SampleView {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    for trip in stages { view.answer(trip, after: 5) }
    let driven = MapPath([SampleRide.pickup, SampleRide.stop, SampleRide.dropoff])
    let role = view.state.ride.isEnded ? LineRole.activeRoute(nil) : .traveled
    view.state.ride.map?.scene.polylines.append(MapPolyline(path: driven, role: role))
    return view
  }

  private func later(_ view: SampleView, _ time: Duration) -> SampleView {
    var view = view
    view.now += time
    view.wall = view.wall + time
    return view
  }

  private func arrival(_ view: SampleView) -> Arrival? {
    let freshness = view.state.derived(at: view.now, wall: view.wall)
    return Arrival(view.state, freshness, view.settings, now: view.now)
  }

  private func greenCells(_ view: SampleView, in area: Rect) -> Int {
    let (frame, green) = (view.frame, view.settings.palette[.good].foreground)
    return (area.minRow..<area.maxRow).reduce(0) { count, row in
      count
        + (area.minColumn..<area.maxColumn).count { frame[$0, row].style.foreground == green }
    }
  }

  /// The rail's green columns.
  private func filled(_ view: SampleView) -> Int {
    let row = view.state.layout.railRow
    return greenCells(view, in: Rect(column: 1, row: row, columns: 110, rows: 1))
  }

  /// Whether the rail's pickup and the map's are in their other look.
  private func isLit(_ view: SampleView) throws -> Bool {
    let canvas = view.canvas()
    let (frame, map) = (canvas.frame, view.state.layout.uncoveredMap)
    let trip = try #require(view.state.ride.trip)
    let (_, track) = try #require(canvas.rail(of: trip))
    let cell = frame[1 + track.stops[0], view.state.layout.railRow]
    let isLit = cell.style != view.settings.palette[.pickup]
    let isMarkerLit = (map.minRow..<map.maxRow).contains { row in
      (map.minColumn..<map.maxColumn).contains { column in
        frame[column, row].base == "P" && frame[column, row].style.attributes.contains(.reverse)
      }
    }
    #expect(isLit == isMarkerLit)
    return isLit
  }

  @Test func `The next place changes its look at most twice a second in the last minute`() throws {
    let view = approach(in: 40)
    let looks = try (0..<30).map { try isLit(later(view, .milliseconds($0 * 100))) }
    let changes = looks.indices.dropFirst().filter { looks[$0] != looks[$0 - 1] }
    #expect(changes.count >= 5)
    for (one, third) in zip(changes, changes.dropFirst(2)) { #expect(third - one >= 10) }
  }

  @Test func `The frames of the last minute are those in which the next place changes`() throws {
    var view = approach(in: 40)
    for _ in 0..<6 {
      let next = try #require(arrival(view)).nextChange
      #expect(next > view.now && next - view.now <= .milliseconds(500))
      let old = try isLit(view)
      #expect(try isLit(later(view, next - view.now - .milliseconds(1))) == old)
      view = later(view, next - view.now)
      #expect(try isLit(view) != old)
    }
  }

  @Test func `The rail fills up to the vehicle in the last minute`() throws {
    #expect(arrival(approach(in: 61)) == nil)
    let columns = try [60, 45, 30, 20].map { seconds in
      let view = approach(in: seconds)
      let trip = try #require(view.state.ride.trip)
      let (rail, track) = try #require(view.canvas().rail(of: trip))
      let columns = try #require(arrival(view)).columns(of: track, rail)
      #expect(columns.upperBound <= track.vehicle ?? 0)
      return columns.count
    }
    #expect(columns[0] == 0 && columns == columns.sorted() && Set(columns).count >= 3)
    #expect(filled(approach(in: 20)) > filled(approach(in: 60)))
  }

  @Test(arguments: [
    [SampleRide.atPickup], [SampleRide.toStop, SampleRide.atStop],
    [SampleRide.toDropoff, SampleRide.complete],
  ]) func `A green light runs along the driven way for a second after an arrival`(
    _ stages: [Trip]
  ) throws {
    let view = arrived(stages)
    let map = view.state.layout.uncoveredMap
    let still = later(view, .seconds(1))
    #expect(arrival(still) == nil)
    let cells = [0, 300, 600, 900].map { milliseconds in
      let view = later(view, .milliseconds(milliseconds))
      return (rail: filled(view), map: greenCells(view, in: map))
    }
    for (one, next) in zip(cells, cells.dropFirst()) {
      #expect(one.rail <= next.rail && one.map < next.map)
    }
    #expect(cells[0].rail < cells[3].rail)
    #expect((filled(still), greenCells(still, in: map)) == cells[0])
    // Each frame asks for the next one, and the last one is without the light.
    var (moment, frames) = (view, 0)
    while let next = arrival(moment)?.nextChange {
      moment = later(moment, next - moment.now)
      frames += 1
    }
    #expect(moment.now == view.now + .seconds(1) && frames == 10)
  }

  @Test func `A ride that is opened after an arrival shows no light`() {
    var view = SampleView(.loading, columns: 120, rows: 40)
    view.answer(SampleRide.atPickup)
    #expect(arrival(later(view, .milliseconds(300))) == nil)
  }

  @Test(arguments: [true, false])
  func `Nothing moves around an arrival without motion or colors, in pictures, and in a fast past`(
    _ isBefore: Bool
  ) throws {
    let view =
      isBefore ? approach(in: 40) : later(arrived([SampleRide.atPickup]), .milliseconds(500))
    #expect(arrival(view) != nil)
    let ways: [(inout SampleView) -> Void] = [
      { $0.settings.isMotionReduced = true }, { $0.settings.colorDepth = .monochrome },
      { $0.settings.theme = .mono }, { $0.state.isRecorded = true },
      { $0.state.timeline = past(of: $0, rate: 2) },
    ]
    for way in ways {
      var calm = view
      way(&calm)
      #expect(arrival(calm) == nil)
    }
    var slow = view
    slow.state.timeline = past(of: view, rate: 1)
    #expect(arrival(slow) != nil)
    // While the past stands still, it is as it was.
    slow.state.timeline = past(of: view, rate: 64, isPlaying: false)
    #expect(arrival(slow) == arrival(view))
  }

  private func past(of view: SampleView, rate: Double, isPlaying: Bool = true) -> Timeline {
    Timeline(
      span: .zero...(.seconds(200)), position: view.now, wall: (view.wall, view.wall, view.wall),
      marks: [], isPlaying: isPlaying, rate: rate, hasPresent: true)
  }

  @Test func `Nothing pulses while the data is old`() {
    var view = approach(in: 40)
    view.fail(SampleView.unreachable, after: 8)
    view.fail(SampleView.unreachable, after: 8)
    #expect(arrival(view) == nil)
  }

  @Test(arguments: [0.0, 0.25, 0.5, 1])
  func `The beginning of a path is the path at its whole length only`(
    _ share: Double
  ) {
    let path = MapPath([SampleRide.pickup, SampleRide.stop, SampleRide.dropoff])
    let part = path.beginning(share: share)
    #expect((part == path) == (share == 1))
    #expect(part.beginning(share: 1) == part)
    #expect(part.count <= path.count)
    #expect(MapPath([]).beginning(share: share).isEmpty)
  }

  @MainActor @Test func `A viewer asks for no frame of an arrival once that is over`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { index in
      ViewerStage.answer(index < 3 ? SampleRide.toDropoff : SampleRide.complete)
    }
    stage.start()
    await stage.play { stage.program.hasEnded }
    func change() -> Duration? {
      let now = stage.clock.now.offset
      return stage.program.timeToArrivalChange(now: now, wall: SampleRide.wall + now)
    }
    #expect(change().map { $0 <= .milliseconds(100) } == true)
    await stage.playOut()
    #expect(change() == nil)
    stage.program.stop()
    _ = await stage.ending()
  }
}
