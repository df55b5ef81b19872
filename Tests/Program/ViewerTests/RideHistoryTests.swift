import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The history of a ride` {
  private func series(_ values: [Double]) -> TimeSeries {
    var series = TimeSeries()
    for (index, value) in values.enumerated() {
      series.record(value, at: SampleRide.wall + .seconds(index * 10))
    }
    return series
  }

  @Test func `A time series keeps each value until the next one`() {
    let values = series([10, 12, 11]).values(5, until: SampleRide.wall + .seconds(40))
    #expect(values == [10, 12, 11, 11, 11])
    #expect(TimeSeries().values(5, until: SampleRide.wall).isEmpty)
  }

  @Test func `A time series drops every other value if there are too many`() {
    let long = series((0..<1_000).map(Double.init))
    #expect(long.samples.count <= 240)
    #expect(long.samples.first?.value == 0)
    #expect(zip(long.samples, long.samples.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `A time series ignores a value older than its last one`() {
    var series = series([10])
    series.record(11, at: SampleRide.wall - .seconds(5))
    #expect(series.samples.count == 1)
  }

  @Test func `One value far from all others does not widen the range of a time series`() {
    let steady = (0..<40).map { Double($0 % 3) }
    #expect(TimeSeries.range(steady) == 0...2)
    var values = steady
    values[20] = 60
    #expect(TimeSeries.range(values) == 0...2)
    values[20] = -60
    #expect(TimeSeries.range(values) == 0...2)
    // A change that lasts counts.
    #expect(TimeSeries.range(steady.dropLast(5) + Array(repeating: 60, count: 5)) == 0...60)
    #expect(TimeSeries.range([]) == nil)
    #expect(TimeSeries.range([3]) == 3...3)
  }

  /// Follows a ride whose drop-off comes later and later.
  private func slipping(
    by seconds: [Int], from first: Trip, columns: Int = 120, rows: Int = 40
  ) -> SampleView {
    var view = SampleView(.loading, columns: columns, rows: rows)
    view.answer(first)
    for second in seconds {
      var trip = SampleRide.toPickup
      trip.dropoffTime = trip.dropoffTime.map { $0 + .seconds(second) }
      trip.lastLocation?.updateTime = view.wall + .seconds(4)
      view.answer(trip, after: 5)
    }
    return view
  }

  @Test func `The ETA is compared with the one at the vehicle's assignment`() {
    let view = slipping(by: [0, 60, 130, 190], from: SampleRide.new)
    #expect(view.text.contains("+3 min since assignment"))
    #expect(view.text.contains("Since assignment"))
    let text = slipping(by: [0, 60, 130, 190], from: SampleRide.new, columns: 80, rows: 24).text
    #expect(text.contains("Since assignment   +3 min"))
  }

  @Test func `The ETA is compared with the first one where the assignment was not seen`() {
    let view = slipping(by: [0, -70, -190], from: SampleRide.toPickup)
    #expect(view.text.contains("-3 min since 14:32"))
    #expect(!slipping(by: [0, 20], from: SampleRide.toPickup).text.contains("Since 14:32"))
  }

  @Test func `An ETA that slips step by step is an event`() {
    let view = slipping(by: [30, 60, 90, 119, 130, 200], from: SampleRide.toPickup)
    let events = view.state.ride.events.map(\.text).filter { $0.hasPrefix("ETA drop-off") }
    #expect(events == ["ETA drop-off 14:52 → 14:54 (+2 min)"])
  }

  @Test func `The history shows the vehicle's speed, its reports, and the latency`() {
    var view = slipping(by: [0, 0, 0, 0], from: SampleRide.toPickup)
    for part in ["no change since 14:32", "Reports", "every 5 s", "Latency", "84 ms"] {
      #expect(view.text.contains(part))
    }
    #expect(view.state.ride.history.reportInterval.samples.last?.value == 5)
    view = slipping(by: [0, 0, 0, 0], from: SampleRide.toPickup, columns: 80, rows: 30)
    view.state.arrangement.panel = .connection
    #expect(view.text.contains("Latency") && view.text.contains("History"))
  }

  @Test func `The history draws a line of dots that each terminal can show`() {
    for (glyphs, dots) in [
      (GlyphLevel.full, "\u{2800}"..."\u{28FF}"), (.block, "▀"..."▟"), (.ascii, "!"..."~"),
    ] {
      var view = slipping(by: [0, 60, 130, 190], from: SampleRide.new)
      view.settings.glyphs = glyphs
      let title = view.frame.place(of: " ETA ")
      let chart = view.frame.rows[((title?.row ?? 0) + 1)...].prefix(4)
      #expect(chart.contains { $0.dropFirst(92).contains { dots.contains(String($0)) } })
    }
  }
}

@Suite(.limited) struct `The end of a ride` {
  private var complete: SampleView { complete(columns: 120, rows: 40) }

  private func complete(columns: Int, rows: Int) -> SampleView {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    var riding = SampleRide.toDropoff
    riding.dropoffTime = SampleRide.at(minutes: 16)
    view.answer(riding, after: 300)
    view.state.ride.legMeters = [.toStop(1): 3_000, .toDropoff: 2_200]
    view.answer(SampleRide.complete, after: 540)
    return view
  }

  @Test func `The end of a ride shows its distance, time, speed, and first and last ETA`() {
    let text = complete.text
    for line in [
      "▀▀█ █▀▀      ✓ 5.2 km", "█▀▀ █▀█      6 min early", "▀▀▀ ▀▀▀ min",
      "Average speed              12 km/h", "First ETA                    14:52",
      "Last ETA        14:48  2 min early",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(!text.contains("Speed   "), "\(text)")
    #expect(text.contains(":trip follows another, e lists events, q quits."))
  }

  @Test func `The end of a ride shows its first and last ETA on a narrow screen, too`() {
    let text = complete(columns: 30, rows: 50).text
    for line in ["✓ 5.2 km", "6 min early", "Last ETA  14:48  2 min early"] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  @Test func `The end of a ride is one line on a small screen`() {
    let text = complete(columns: 40, rows: 12).text
    #expect(text.contains("26 min  5.2 km  12 km/h  14:46"), "\(text)")
    let wider = complete(columns: 48, rows: 12).text
    #expect(wider.contains("26 min  5.2 km  12 km/h  14:46  6 min early"), "\(wider)")
  }

  @Test func `The average speed of a ride is that of the vehicle where the world runs faster`() {
    var view = complete
    view.settings.speed = 4
    #expect(view.text.contains("Average speed               3 km/h"))
  }

  @Test func `The badge of a ride that is over is green, and red if the ride was canceled`() throws
  {
    for (view, word) in [(complete, "ENDED"), (SampleView(.canceled), "CANCELED")] {
      let palette = ColorTable(view.settings.appearance)
      let expected = word == "ENDED" ? palette[.good] : palette[.failure]
      let frame = view.frame
      let place = try #require(frame.place(of: word))
      #expect(place.row == 0)
      #expect(frame[place.column, 0].style.foreground == expected.foreground)
    }
  }

  @Test func `The rail of a complete ride has the route's color`() {
    let view = complete
    let (frame, palette) = (view.frame, ColorTable(view.settings.appearance))
    let rail = (0..<frame.size.columns).map { frame[$0, frame.size.rows - 3] }
    #expect(rail.filter { $0.base == "━" }.allSatisfy { $0.style == palette[.route] })
  }
}
