import FleetEngine
import Geo
import RidesharingConsumer
import Testing

@testable import Viewer

@Suite struct `Traffic on the way` {
  @Test func `Traffic on the way is measured from the end of its leg`() throws {
    let traffic = RouteTraffic(SampleRide.inTraffic)
    #expect(traffic.isKnown)
    #expect(traffic.stretches.map(\.leg) == [.toDropoff, .toDropoff])
    #expect(traffic.stretches.map(\.isJam) == [false, true])
    let length = SampleRide.stop.meters(to: SampleRide.dropoff)
    let first = try #require(traffic.stretches.first)
    #expect(abs(first.from - 0.8 * length) < 5 && abs(first.to - 0.6 * length) < 5)
  }

  @Test func `Traffic on the way lies ahead only as far as the vehicle has not passed it`() {
    var trip = SampleRide.toDropoff
    let path = [SampleRide.stop, SampleRide.dropoff]
    trip.route = path
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: path,
      intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .trafficJam)]
    )
    let traffic = RouteTraffic(trip)
    trip.remainingDistanceMeters = 500
    #expect(traffic.ahead(of: trip).map { Int($0.meters.rounded()) } == [500])
    trip.remainingDistanceMeters = 0
    #expect(traffic.ahead(of: trip).isEmpty)
  }

  @Test func `Traffic on another rider's way belongs to the approach, with what comes after it`() {
    var trip = SampleRide.afterAnother
    let path = [SampleRide.vehicle, SampleRide.pickup]
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: path,
      intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .slow)]
    )
    let stretch = RouteTraffic(trip).stretches.first
    #expect(stretch?.leg == .approach)
    #expect(stretch.map { Int($0.to.rounded()) } == 700)
  }

  @Test func `Traffic on the way is bounded and needs neither places nor intervals that are there`()
  {
    var trip = SampleRide.inTraffic
    let path = (0...1_000).map { Coordinate(latitude: 45, longitude: 9 + Double($0) / 1_000) }
    trip.remainingWaypoints[1].traffic = TrafficPolyline(
      path: path,
      intervals: (0..<500).map {
        SpeedReadingInterval(startIndex: 2 * $0, endIndex: 2 * $0 + 1, speed: .slow)
      } + [SpeedReadingInterval(startIndex: 5_000, endIndex: 9_000, speed: .trafficJam)]
    )
    #expect(RouteTraffic(trip).stretches.count == 200)
    trip.remainingWaypoints[1].traffic = TrafficPolyline(path: [], intervals: [])
    #expect(RouteTraffic(trip).stretches.isEmpty)
    #expect(RouteTraffic(SampleRide.canceled) == RouteTraffic())
  }

  @Test func `Traffic on the way is told as shares, as a sentence and by the rail's pattern`() {
    let text = SampleView(.traffic).text
    #expect(text.contains("slow 10% jam 10%"))
    #expect(text.contains("Traffic after stop 1: slow for"))
    #expect(text.contains("▒▒▒▒▒▓▓▓▓▓"))
    #expect(!SampleView(.enroute).text.contains("Traffic"))
  }
}

@Suite struct `The trend of the estimate` {
  private func trend(_ estimates: [Int]) -> EstimateTrend {
    var trend = EstimateTrend()
    for (index, minutes) in estimates.enumerated() {
      trend.record(SampleRide.at(minutes: minutes), at: SampleRide.wall + .seconds(index * 10))
    }
    return trend
  }

  @Test func `The trend of the estimate holds each estimate until the next`() {
    let values = trend([10, 12, 11]).values(5, until: SampleRide.wall + .seconds(40))
    #expect(values == [10, 12, 11, 11, 11].map { SampleRide.at(minutes: $0) })
    #expect(EstimateTrend().values(5, until: SampleRide.wall).isEmpty)
  }

  @Test func `The trend of the estimate forgets every other estimate where there are too many`() {
    let long = trend((0..<1_000).map { $0 })
    #expect(long.samples.count <= 240)
    #expect(long.samples.first?.estimate == SampleRide.at(minutes: 0))
    #expect(zip(long.samples, long.samples.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `The trend of the estimate is no older than what was noted last`() {
    var trend = trend([10])
    trend.record(SampleRide.at(minutes: 11), at: SampleRide.wall - .seconds(5))
    #expect(trend.samples.count == 1)
  }
}
