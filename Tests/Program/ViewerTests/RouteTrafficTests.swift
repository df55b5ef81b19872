import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Traffic on the route` {
  @Test func `Traffic on the route is measured from the end of its leg`() throws {
    let traffic = RouteTraffic(SampleRide.inTraffic)
    #expect(traffic.isKnown)
    #expect(traffic.stretches.map(\.leg) == [.toDropoff, .toDropoff])
    #expect(traffic.stretches.map(\.isJam) == [false, true])
    let length = SampleRide.stop.meters(to: SampleRide.dropoff)
    let first = try #require(traffic.stretches.first)
    #expect(abs(first.from - 0.8 * length) < 5 && abs(first.to - 0.6 * length) < 5)
  }

  @Test func `Traffic on the route is ahead only where the vehicle has not passed it`() {
    var trip = SampleRide.toDropoff
    let path = [SampleRide.stop, SampleRide.dropoff]
    trip.route = path
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: path, intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .trafficJam)])
    let traffic = RouteTraffic(trip)
    trip.remainingDistanceMeters = 500
    #expect(traffic.ahead(of: trip).map { Int($0.meters.rounded()) } == [500])
    trip.remainingDistanceMeters = 0
    #expect(traffic.ahead(of: trip).isEmpty)
  }

  @Test func `Traffic on another rider's route is part of the approach`() {
    var trip = SampleRide.afterAnother
    let path = [SampleRide.vehicle, SampleRide.pickup]
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: path, intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .slow)])
    let stretch = RouteTraffic(trip).stretches.first
    #expect(stretch?.leg == .approach)
    #expect(stretch.map { Int($0.to.rounded()) } == 700)
  }

  @Test(arguments: [(1, 1), (18, 1), (25, 2)])
  func `Slow traffic with a short clear stretch in it is one stretch`(
    _ meters: Int, stretches: Int
  ) {
    var trip = SampleRide.inTraffic
    var path = [SampleRide.stop]
    for length in [300.0, Double(meters), 400] {
      path.append(path[path.count - 1].destination(bearing: 90, meters: length))
    }
    trip.remainingWaypoints[1].traffic = TrafficPolyline(
      path: path,
      intervals: [0, 2].map {
        SpeedReadingInterval(startIndex: $0, endIndex: $0 + 1, speed: .slow)
      })
    let traffic = RouteTraffic(trip)
    #expect(traffic.stretches.count == stretches)
    #expect(
      traffic.stretches.first.map { Int($0.meters.rounded()) }
        == (stretches == 1 ? 700 + meters : 300))
  }

  @Test func `Traffic on the route is limited in size and ignores invalid intervals`() {
    var trip = SampleRide.inTraffic
    let path = (0...1_000).map { Coordinate(latitude: 45, longitude: 9 + Double($0) / 1_000) }
    trip.remainingWaypoints[1].traffic = TrafficPolyline(
      path: path,
      intervals: (0..<500).map {
        SpeedReadingInterval(startIndex: 2 * $0, endIndex: 2 * $0 + 1, speed: .slow)
      } + [SpeedReadingInterval(startIndex: 5_000, endIndex: 9_000, speed: .trafficJam)])
    #expect(RouteTraffic(trip).stretches.count == 200)
    trip.remainingWaypoints[1].traffic = TrafficPolyline(path: [], intervals: [])
    #expect(RouteTraffic(trip).stretches.isEmpty)
    #expect(RouteTraffic(SampleRide.canceled) == RouteTraffic())
  }

  @Test func `Traffic on the route is shown as shares, as a sentence and on the rail`() {
    let text = SampleView(.traffic).text
    #expect(text.contains("slow 10% jam 10%"))
    #expect(text.contains("Traffic after stop 1: slow for"))
    #expect(!SampleView(.enroute).text.contains("Traffic"))
  }

  @Test func `A jam has one color on the map, the rail, and in the text`() throws {
    let view = SampleView(.traffic)
    let (frame, palette) = (view.frame, ColorTable(view.settings.appearance))
    let rail = frame.rows.count - 3
    let styles = (0..<frame.size.columns).map { frame[$0, rail] }.filter { $0.base == "━" }
      .map(\.style)
    for style in [palette[.route], palette[.slow], palette[.jam]] {
      #expect(styles.contains(style))
    }
    for (text, style) in [
      ("slow 10%", palette[.slow]), ("jam 10%", palette[.jam]),
      ("Traffic after stop 1", palette[.jam]),
    ] {
      let place = try #require(frame.place(of: text))
      #expect(frame[place.column, place.row].style == style)
    }
  }

  @Test func `Traffic has other characters on the rail where there are no colors`() {
    var view = SampleView(.traffic)
    view.settings.colorDepth = .monochrome
    #expect(view.text.contains("▒▒▒▒▒▓▓▓▓"))
  }
}
