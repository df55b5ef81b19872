import CellGrid
import FleetEngine
import MapCanvas
import Testing

@testable import ConsumerMap

@MainActor
@Suite struct `The picture of a trip` {
  private func picture(
    _ trip: Trip, stale: Bool = false, kind: DotGridKind = .braille
  ) throws -> String {
    let stage = MapStage()
    stage.show()
    stage.set(trip)
    let snapshot = stage.snapshot(at: 0, vehicleIsStale: stale)
    var frame = Frame(size: GridSize(columns: 49, rows: 18))
    MapRenderer().draw(
      snapshot.scene, camera: try #require(snapshot.camera), into: &frame, rect: frame.bounds,
      kind: kind)
    return frame.rows.joined(separator: "\n")
  }

  @Test func print() throws {
    for trip in [
      SampleRide.new, SampleRide.toPickup(.meters(east: -1_000, north: -600)), SampleRide.arrived,
      SampleRide.toStop(), SampleRide.atStop, SampleRide.riding, SampleRide.complete, SampleRide.trip(.canceled)
    ] {
      Swift.print("## \(trip.status)")
      Swift.print(try picture(trip))
    }
    Swift.print(try picture(SampleRide.toPickup(), stale: true, kind: .ascii))
  }
}
