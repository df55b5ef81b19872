import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `The trail of a vehicle` {
  private func trip(
    _ status: TripStatus, _ latitude: Double, at seconds: Int64, raw: Coordinate? = nil
  ) -> Trip {
    var trip = SampleRide.riding
    trip.status = status
    var location = VehicleLocation()
    location.location = Coordinate(latitude: latitude, longitude: 9.19)
    location.updateTime = Timestamp(seconds: 1_000_000 + seconds)
    location.rawLocation = raw
    trip.lastLocation = location
    return trip
  }

  @Test func `A halt of a vehicle lasts a minute at least, and a few meters do not end it`() {
    var trail = VehicleTrail()
    for second in stride(from: Int64(0), through: 55, by: 5) {
      trail.update(trip(.enrouteToDropoff, 45.46 + Double(second % 10) * 1e-5, at: second))
      #expect(trail.present == nil)
    }
    trail.update(trip(.enrouteToDropoff, 45.46, at: 125))
    #expect(trail.present?.duration == .seconds(125))
    // A report that comes late changes nothing.
    trail.update(trip(.enrouteToDropoff, 45.46, at: 90))
    #expect(trail.present?.duration == .seconds(125))
    trail.update(trip(.enrouteToDropoff, 45.461, at: 130))
    #expect(trail.present == nil)
    #expect(trail.halts.map(\.duration) == [.seconds(125)])
    #expect(trail.halts.first?.place.latitude == 45.46)
  }

  @Test func `A vehicle's waits at a place of its trip are no halts`() {
    var trail = VehicleTrail()
    for second in [0, 100] { trail.update(trip(.arrivedAtPickup, 45.46, at: Int64(second))) }
    #expect(trail.present == nil && trail.halts.isEmpty)
    for second in [110, 200] { trail.update(trip(.enrouteToDropoff, 45.46, at: Int64(second))) }
    #expect(trail.present?.duration == .seconds(90))
    trail.update(trip(.complete, 45.46, at: 210))
    #expect(trail.present == nil && trail.halts.count == 1)
    trail.update(trip(.new, 45.46, at: 300))
    #expect(trail == VehicleTrail())
  }

  @Test func `The halts of a vehicle are on the map, and so is a position off the road`() {
    let stage = MapStage()
    stage.show()
    let raw = Coordinate(latitude: 45.4605, longitude: 9.19)
    stage.set(trip(.enrouteToDropoff, 45.46, at: 0, raw: raw))
    #expect(notes(stage) == ["+"])
    #expect(stage.snapshot(at: 0).halt == nil)
    stage.set(trip(.enrouteToDropoff, 45.46, at: 185))
    #expect(notes(stage) == ["3 min"])
    #expect(stage.snapshot(at: 0).halt == .seconds(185))
    stage.set(trip(.enrouteToDropoff, 45.461, at: 190))
    #expect(notes(stage) == ["3 min"])
    #expect(stage.snapshot(at: 0).halt == nil)
    stage.set(trip(.complete, 45.47, at: 195))
    #expect(notes(stage).isEmpty)
  }

  @Test func `The places of reports are on the map until the next place of the trip`() throws {
    let stage = MapStage()
    stage.show()
    func dots() throws -> MapPolyline? {
      let lines = stage.snapshot(at: 0).scene.polylines.filter { $0.role == .reports }
      #expect(lines.count <= 1)
      return lines.first
    }
    for second in 0..<4 {
      stage.set(trip(.enrouteToPickup, 45.46 + Double(second) * 1e-3, at: Int64(second) * 10))
    }
    let line = try #require(try dots())
    #expect(line.path.count == 4 && line.style.showsPoints)
    stage.set(trip(.arrivedAtPickup, 45.463, at: 40))
    #expect(try dots() == nil)
    stage.set(trip(.enrouteToDropoff, 45.464, at: 50))
    #expect(try dots()?.path.count == 1)
    stage.set(trip(.complete, 45.465, at: 60))
    #expect(try dots() == nil)
  }

  @Test func `A gap between two reports and an impossible jump have signs on the map`() {
    let stage = MapStage()
    stage.show()
    stage.set(trip(.enrouteToDropoff, 45.46, at: 0))
    // 1.1 km in 125 s, which a car can drive, and in 5 s, which none can.
    stage.set(trip(.enrouteToDropoff, 45.47, at: 125))
    #expect(notes(stage) == ["gap 2 min"])
    stage.set(trip(.enrouteToDropoff, 45.48, at: 130))
    #expect(notes(stage) == ["gap 2 min", "jump"])
    // A report that comes late is no jump back.
    stage.set(trip(.enrouteToDropoff, 45.46, at: 128))
    stage.set(trip(.enrouteToDropoff, 45.4801, at: 135))
    #expect(notes(stage) == ["gap 2 min", "jump"])
  }

  @Test func `A vehicle of a fast world jumps only if it is too fast for that world`() {
    var trail = VehicleTrail()
    trail.update(trip(.enrouteToDropoff, 45.46, at: 0), worldSpeed: 60)
    trail.update(trip(.enrouteToDropoff, 45.47, at: 2), worldSpeed: 60)
    #expect(trail.discontinuities.isEmpty)
    trail.update(trip(.enrouteToDropoff, 46.47, at: 4), worldSpeed: 60)
    #expect(trail.discontinuities.map(\.kind) == [.jump])
  }

  @Test func `A trip that another vehicle takes over has a new trail`() {
    var trail = VehicleTrail()
    trail.update(trip(.enrouteToPickup, 45.46, at: 0))
    var taken = trip(.enrouteToPickup, 45.48, at: 5)
    taken.vehicleID = "another"
    trail.update(taken)
    #expect(trail.discontinuities.isEmpty && trail.reports.map(\.latitude) == [45.48])
  }

  @Test func `A trail keeps a bounded number of reports, halts and discontinuities`() {
    var trail = VehicleTrail()
    for report in 0..<10_000 {
      trail.update(trip(.enrouteToDropoff, Double(report % 2) * 0.01 + 45, at: Int64(report) * 70))
    }
    #expect(trail.reports.count <= 1_000 && trail.discontinuities.count == 50)
  }

  /// The texts on the map that no tap finds.
  private func notes(_ stage: MapStage) -> [String] {
    let snapshot = stage.snapshot(at: 0)
    return snapshot.scene.markers.dropFirst(snapshot.markerSubjects.count).compactMap { marker in
      guard case .text(let text) = marker.glyph else { return nil }
      return text.description
    }
  }
}
