import FleetEngine
import Geo
import RideRecordings
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) struct `The inspection of a ride` {
  private static let start = Timestamp(seconds: 1_775_046_727)
  private static let pickup = Coordinate(latitude: 45.464, longitude: 9.19)
  private static let route = [pickup, Coordinate(latitude: 45.5, longitude: 9.19)]

  /// A ride of 15 minutes without a fault, polled every 5 s.
  private static func ride() -> [RecordedPoll] {
    let count = 180
    return (0...count).map { index in
      let time = start + .seconds(index * 5)
      let trip = Trip.with {
        $0.name = try? TripName(providerID: "p", tripID: "t")
        $0.vehicleID = "v"
        $0.status =
          index < 60
          ? .enrouteToPickup
          : index < 70 ? .arrivedAtPickup : index < count ? .enrouteToDropoff : .complete
        $0.dropoffTime = start + .seconds(count * 5)
        $0.route = route
        $0.currentRouteSegmentTraffic = TrafficPolyline(path: route, intervals: [])
        $0.lastLocation = VehicleLocation.with {
          let step = index < 60 ? index : max(60, index - 10)
          $0.location = Polyline(route).position(atMeters: Double(step) * 20)?.coordinate
          $0.updateTime = time - .seconds(1)
        }
      }
      return RecordedPoll(
        result: .trip(trip), time: time, start: .seconds(index * 5), duration: .milliseconds(80),
        interval: .seconds(5), usualInterval: .seconds(5))
    }
  }

  private func findings(
    _ polls: [RecordedPoll], limits: [RideFinding.Kind: Double] = [:]
  ) -> RideInspection {
    var inspection = RideInspection(limits: limits)
    for poll in polls { inspection.add(poll) }
    inspection.finish()
    return inspection
  }

  private static func changed(
    _ range: some Sequence<Int>, _ change: (Int, inout Trip) -> Void
  ) -> [RecordedPoll] {
    var polls = ride()
    for index in range {
      guard case .trip(var trip) = polls[index].result else { continue }
      change(index, &trip)
      polls[index].result = .trip(trip)
    }
    return polls
  }

  @Test func `A clock that is set back does not change how long a ride was observed`() {
    var polls = Self.ride()
    let whole = findings(polls)
    #expect(whole.duration == .seconds(900) + .milliseconds(80) && whole.clockSetBack == .zero)
    for index in 100..<polls.count { polls[index].time = polls[index].time - .seconds(7_200) }
    let inspection = findings(polls)
    #expect(inspection.duration == whole.duration)
    #expect(inspection.clockSetBack == .seconds(7_200))
  }

  private static func failed(_ index: Int, _ code: RPCCode) -> [RecordedPoll] {
    var polls = ride()
    polls[index].result = .failure(
      FleetEngineError(operation: "GetTrip", code: code, message: "no"))
    return polls
  }

  private static func without(_ range: Range<Int>) -> [RecordedPoll] {
    var polls = ride()
    polls.removeSubrange(range)
    return polls
  }

  private static func frequent() -> [RecordedPoll] {
    var polls = ride()
    for index in polls.indices {
      polls[index].time = start + .seconds(index)
      polls[index].start = .seconds(index)
    }
    return polls
  }

  private static let faults: [(RideFinding.Kind, [RecordedPoll])] = [
    (.etaJump, changed(20...180) { $1.dropoffTime = $1.dropoffTime.map { $0 + .seconds(200) } }),
    (.etaPast, changed(100..<110) { $1.dropoffTime = start }),
    (.etaStale, changed(80..<130) { $1.lastLocation?.location = pickup }),
    (.etaError, changed(0..<180) { $1.dropoffTime = start + .seconds(1_300) }),
    (.etaError, changed(0..<60) { $1.pickupTime = start + .seconds(700) }),
    (.gap, without(30..<50)),
    (.lateReport, changed(80..<140) { $1.lastLocation?.updateTime = start + .seconds(399) }),
    (.frequentReports, changed(91...91) { $1.lastLocation?.updateTime = start + .seconds(450) }),
    (
      .speed,
      changed(100...100) { $1.lastLocation?.location = Coordinate(latitude: 45.6, longitude: 9.19) }
    ),
    (.standing, changed(80..<160) { $1.lastLocation?.location = pickup }),
    (.dwell, changed(20..<180) { $1.status = .arrivedAtPickup }),
    (
      .offRoute,
      changed(100..<110) { index, trip in
        let place = trip.lastLocation?.location
        trip.lastLocation?.location = place.map {
          Coordinate(latitude: $0.latitude, longitude: $0.longitude + 0.003)
        }
      }
    ),
    (
      .discarded,
      changed(100...100) { $1.lastLocation?.updateTime = start + .seconds(300) }
    ),
    (.error, failed(40, .unavailable)), (.quota, failed(40, .resourceExhausted)),
    (.quota, frequent()),
    (.statusOrder, changed(100...100) { $1.status = .enrouteToPickup }),
    (.missingRoute, changed(100..<120) { $1.route = nil }),
    (.missingTraffic, changed(100..<120) { $1.currentRouteSegmentTraffic = nil }),
  ]

  @Test func `A ride without a fault has no finding`() {
    let inspection = findings(Self.ride())
    #expect(inspection.findings.isEmpty)
    #expect(inspection.polls == 181 && inspection.failures == 0)
    #expect(inspection.status == .complete)
    #expect(inspection.estimateErrors.map(\.lead) == [900, 600, 300, 120, 60])
    #expect(inspection.estimateErrors.allSatisfy { abs($0.error) < 1 })
  }

  @Test func `The pickup's departure is not taken for the arrival, which a recording may lack`() {
    let polls = Self.changed(0..<180) { index, trip in
      if trip.status == .enrouteToPickup { trip.pickupTime = Self.start + .seconds(20) }
      if trip.status == .arrivedAtPickup { trip.status = .enrouteToDropoff }
      if trip.status == .enrouteToDropoff { trip.pickupTime = Self.start + .seconds(340) }
    }
    #expect(findings(polls).counts[.etaError] == nil)
  }

  @Test(arguments: faults.indices) func `Each kind of fault is found and named`(_ index: Int) {
    let (kind, polls) = Self.faults[index]
    let inspection = findings(polls)
    #expect(inspection.counts[kind] ?? 0 > 0, "\(inspection.findings.map(\.kind))")
  }

  @Test func `Every kind of finding has a planted fault`() {
    #expect(Set(Self.faults.map(\.0)) == Set(RideFinding.Kind.allCases))
  }

  @Test func `An ETA that is replaced within a second is no jump, as riders do not see it`() {
    var polls = Self.changed(100...100) {
      $1.dropoffTime = $1.dropoffTime.map { $0 + .seconds(900) }
    }
    polls[101].time = polls[100].time + .milliseconds(37)
    #expect(findings(polls).counts[.etaJump] == nil)
    polls[101].time = polls[100].time + .seconds(5)
    #expect(findings(polls).counts[.etaJump] == 2)
  }

  @Test func `Polls that are planned minutes apart leave no gap`() {
    var polls = Self.ride().enumerated().filter { $0.offset % 24 == 0 }.map(\.element)
    #expect(findings(polls).counts[.gap] ?? 0 > 0)
    for index in polls.indices { polls[index].interval = .seconds(120) }
    #expect(findings(polls).counts[.gap] == nil)
    #expect(findings(polls, limits: [.gap: 60]).counts[.gap] ?? 0 > 0)
  }

  @Test func `A limit decides what is a finding`() {
    let polls = Self.without(30..<50)
    #expect(findings(polls, limits: [.gap: 200]).counts[.gap] == nil)
    #expect(findings(polls, limits: [.gap: 3]).counts[.gap] ?? 0 > 100)
    #expect(findings(polls, limits: [.gap: 3]).findings.count { $0.kind == .gap } == 100)
  }
}
