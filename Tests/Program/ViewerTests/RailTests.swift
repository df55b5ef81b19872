import FleetEngine
import TestSupport
import Testing
import RidesharingConsumer

@testable import Viewer

@Suite(.limited) struct `The rail` {
  private static let legs: [Leg: Int] = [.approach: 1_000, .toStop(1): 3_000, .toDropoff: 4_000]

  @Test func `The rail gives each leg a share by its length`() {
    let rail = Rail(SampleRide.toPickup, legMeters: Self.legs)
    #expect(rail.stops.map(\.position) == [0.125, 0.5, 1])
    #expect(rail.stops.map(\.leg) == [.approach, .toStop(1), .toDropoff])
  }

  @Test(arguments: [(1_000, 0.0), (500, 0.5), (0, 1), (5_000, 0), (-7, 1)])
  func `The rail puts the vehicle on its leg`(_ meters: Int, done: Double) {
    var trip = SampleRide.toPickup
    trip.remainingDistanceMeters = meters
    let rail = Rail(trip, legMeters: Self.legs)
    #expect(rail.vehicle == Rail.Vehicle(leg: 0, done: done))
  }

  @Test func `The rail has no approach after the pickup and no vehicle after the end`() {
    let riding = Rail(SampleRide.toStop, legMeters: Self.legs)
    #expect(riding.stops.first?.position == 0)
    #expect(riding.vehicle?.leg == 1)
    #expect(Rail(SampleRide.complete, legMeters: Self.legs).vehicle == nil)
    #expect(Rail(SampleRide.new, legMeters: [:]).vehicle == nil)
    #expect(Rail(SampleRide.atStop, legMeters: Self.legs).vehicle == Rail.Vehicle(leg: 1, done: 1))
  }

  @Test func `The share of a ride grows over its legs, also without a place of the vehicle`() throws
  {
    var shares: [Double] = []
    for var trip in [
      SampleRide.toPickup, SampleRide.atPickup, SampleRide.toStop, SampleRide.atStop,
    ] {
      trip.lastLocation = nil
      trip.remainingDistanceMeters = 500
      shares.append(try #require(Rail.share(of: trip, legMeters: Self.legs)))
    }
    #expect(shares == [500, 1_000, 3_500, 4_000].map { $0 / 8_000 })
    #expect(Rail.share(of: SampleRide.complete, legMeters: Self.legs) == nil)
    #expect(Rail.share(of: SampleRide.new, legMeters: [:]) == nil)
    var far = SampleRide.toStop
    far.intermediateDestinations = Array(
      repeating: TerminalLocation(point: SampleRide.stop), count: 40)
    far.intermediateDestinationIndex = 20
    let share = try #require(Rail.share(of: far, legMeters: [:]))
    #expect(share >= 20.0 / 41 && share < 21.0 / 41)
    far.intermediateDestinationIndex = 900
    #expect(try #require(Rail.share(of: far, legMeters: [:])) <= 1)
  }

  @Test(arguments: [12, 20, 36, 60, 200], [0, 1, 3, 9, 40])
  func `The parts of the rail do not overlap`(_ width: Int, stops: Int) {
    for trip in [SampleRide.toPickup, SampleRide.atPickup, SampleRide.toStop, SampleRide.atStop] {
      var trip = trip
      trip.intermediateDestinations = Array(
        repeating: TerminalLocation(point: SampleRide.stop), count: stops)
      for legMeters in [[:], [Leg.approach: 1, .toDropoff: .max], [.toStop(1): 9_000_000]] {
        let rail = Rail(trip, legMeters: legMeters)
        let widths = rail.stops.map { _ in 2 }
        let track = RailTrack(rail, width: width, stopWidths: widths, vehicleWidth: 3)
        var parts = zip(track.stops, widths).map { ($0, $0 + $1) }
        if let vehicle = track.vehicle { parts.append((vehicle, vehicle + 3)) }
        #expect(parts.allSatisfy { $0.0 >= 0 })
        // More stops than a rail has room for may meet; none leaves it.
        guard rail.stops.count * 2 + 3 <= width else { continue }
        parts.sort { $0.0 < $1.0 }
        #expect(parts.allSatisfy { $0.1 <= width })
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.1 <= $1.0 })
      }
    }
  }

  @Test func `The rail draws each part of a leg within the columns of that leg`() {
    let rail = Rail(SampleRide.toStop, legMeters: [.toStop(1): 1_300, .toDropoff: 3_800])
    let track = RailTrack(rail, width: 60, stopWidths: [2, 2, 2], vehicleWidth: 3)
    #expect(track.columns(of: 2, from: 1, to: 0) == track.legs[2])
    for tenth in 0..<10 {
      let from = Double(tenth) / 10
      let columns = track.columns(of: 2, from: from + 0.001, to: from)
      #expect(columns.count == 1 && track.legs[2].contains(columns.lowerBound))
    }
    #expect(track.columns(of: 2, from: 9, to: 5).lowerBound == track.legs[2].lowerBound)
  }
}
