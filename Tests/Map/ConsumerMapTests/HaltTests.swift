import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor
@Suite(.limited) struct `The halts of a vehicle` {
  private func trip(
    _ status: TripStatus,
    _ latitude: Double,
    at seconds: Int64,
    raw: Coordinate? = nil
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

  @Test func `The halts of a vehicle last a minute at least, and a few metres do not end them`() {
    var halts = Halts()
    for second in stride(from: Int64(0), through: 55, by: 5) {
      halts.update(trip(.enrouteToDropoff, 45.46 + Double(second % 10) * 1e-5, at: second))
      #expect(halts.present == nil)
    }
    halts.update(trip(.enrouteToDropoff, 45.46, at: 125))
    #expect(halts.present?.duration == .seconds(125))
    // A report that comes late changes nothing.
    halts.update(trip(.enrouteToDropoff, 45.46, at: 90))
    #expect(halts.present?.duration == .seconds(125))
    halts.update(trip(.enrouteToDropoff, 45.461, at: 130))
    #expect(halts.present == nil)
    #expect(halts.past.map(\.duration) == [.seconds(125)])
    #expect(halts.past.first?.place.latitude == 45.46)
  }

  @Test func `The halts of a vehicle are not its waits at a place of the trip`() {
    var halts = Halts()
    for second in [0, 100] { halts.update(trip(.arrivedAtPickup, 45.46, at: Int64(second))) }
    #expect(halts.present == nil && halts.past.isEmpty)
    for second in [110, 200] { halts.update(trip(.enrouteToDropoff, 45.46, at: Int64(second))) }
    #expect(halts.present?.duration == .seconds(90))
    halts.update(trip(.complete, 45.46, at: 210))
    #expect(halts.present == nil && halts.past.count == 1)
    halts.update(trip(.new, 45.46, at: 300))
    #expect(halts == Halts())
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
    stage.set(trip(.enrouteToDropoff, 45.47, at: 190))
    #expect(notes(stage) == ["3 min"])
    #expect(stage.snapshot(at: 0).halt == nil)
    stage.set(trip(.complete, 45.47, at: 195))
    #expect(notes(stage).isEmpty)
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
