import CellGrid
import FleetEngine
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

/// Pictures of the map of an 80 × 24 screen, with rows without trailing blanks.
@MainActor @Suite(.limited) struct `The picture of a trip` {
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
    return frame.rows.map { row in
      String(row.prefix(row.count - row.reversed().prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }

  @Test(arguments: [(nil, 0), (4.0, 0), (60.0, 1), (9_000.0, 0), (.nan, 0)] as [(Double?, Int)])
  func `The map draws a circle around a vehicle whose location is inaccurate`(
    accuracy: Double?, circles: Int
  ) throws {
    let stage = MapStage()
    stage.show()
    stage.set(SampleRide.toPickup())
    let before = stage.snapshot(at: 0).scene.polylines
    var trip = SampleRide.toPickup()
    trip.lastLocation?.latlngAccuracy = accuracy
    stage.set(trip)
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.scene.polylines.count - before.count == circles)
    guard circles == 1, let vehicle = snapshot.vehicle, let meters = accuracy else { return }
    let circle = try #require(snapshot.scene.polylines.first { !before.contains($0) })
    let camera = Camera(center: vehicle, zoom: 15)
    var frame = Frame(size: GridSize(columns: 40, rows: 20))
    MapRenderer(showsScaleBar: false).draw(
      MapScene(polylines: [circle]), camera: camera, into: &frame, rect: frame.bounds)
    let columns = (0..<40).filter { column in (0..<20).contains { frame[column, $0].base != " " } }
    let width = Double((columns.last ?? 0) - (columns.first ?? 0)) * 2 * camera.metersPerDot
    #expect(abs(width - 2 * meters) < 4 * 2 * camera.metersPerDot)
  }

  @Test func `The map shows only the places of a trip without a vehicle`() throws {
    let expected = """





                                                 D







          P                   1



      ├─────────┤ 500 m
      """
    let found = try picture(SampleRide.new)
    #expect(found == expected)
  }

  @Test func `The map shows the route to the pickup`() throws {
    let expected = """


                                                    D↗

                              P ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛
                              ⣿⡇                    1→
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ⣿⡇
                              ↑


      ├──────┤ 200 m
      """
    let found = try picture(SampleRide.toPickup(.meters(east: -1_000, north: -600)))
    #expect(found == expected)
  }

  @Test func `The picture of a trip shows the surroundings of the pickup`() throws {
    let expected = """




                                                    D→




                              P ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛1→⠛
                              ↑






      ├──────┤ 100 m
      """
    let found = try picture(SampleRide.arrived)
    #expect(found == expected)
  }

  @Test func `The map shows the route to a stop and beyond`() throws {
    let expected = """





                                            D
                                            ⣿
                                            ⣿
                                            ⣿
                                            ⣿
                                            ⣿
                ⢀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣿
            P   → ⠛⠛⠛⠛⠛⠛⠛⠛⠛ 1 ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉




      ├───────┤ 500 m
      """
    let found = try picture(SampleRide.toStop())
    #expect(found == expected)
  }

  @Test func `The picture of a trip shows the surroundings of a stop`() throws {
    let expected = """
                                                    D↗








                              →  1 ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛







      ├──────┤ 100 m
      """
    let found = try picture(SampleRide.atStop)
    #expect(found == expected)
  }

  @Test func `The map shows the route to the drop-off`() throws {
    let expected = """




                                     D
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                                    ⢸⣿
                        ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸⣿
           1            → ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠋


      ├────┤ 200 m
      """
    let found = try picture(SampleRide.riding)
    #expect(found == expected)
  }

  @Test func `The picture of a trip shows the places of a complete trip`() throws {
    let expected = """





                                                 D







          P                   1



      ├─────────┤ 500 m
      """
    let found = try picture(SampleRide.complete)
    #expect(found == expected)
  }

  @Test func `The picture of a trip shows the places of a canceled trip`() throws {
    let expected = """





                                                 D







          P                   1



      ├─────────┤ 500 m
      """
    let found = try picture(SampleRide.trip(.canceled))
    #expect(found == expected)
  }

  @Test func `The picture of a trip has no arrow for an old position, and in ASCII`() throws {
    let expected = """

                                                    D>

                              P =================== 1 =
                              #
                              #
                              #
                              #
                              #
                              #
                              #
                              #
                              #
                              ?



      |----------| 500 m
      """
    let found = try picture(SampleRide.toPickup(), stale: true, kind: .ascii)
    #expect(found == expected)
  }

  @Test func `The picture of a trip has the colors of the palette`() throws {
    let stage = MapStage()
    stage.show()
    stage.set(SampleRide.toPickup())
    let scene = stage.snapshot(at: 0).scene
    #expect(scene.markers.map(\.style.foreground) == [231, 231, 231, 16].map { .indexed($0) })
    #expect(scene.markers.map(\.style.background) == [29, 127, 160, 220].map { .indexed($0) })
    #expect(scene.markers.allSatisfy { $0.style.attributes == .bold })
    #expect(scene.markers.map(\.edgeHint) == ["P", "1", "D", "V"])
    #expect(scene.polylines.map(\.style.cellStyle.foreground) == [.indexed(117), .indexed(74)])
    #expect(scene.polylines.map(\.style.cellStyle.attributes) == [[], []])
    #expect(scene.polylines.map(\.style.dash) == [nil, nil])
  }

  @Test func `The picture of a trip has dashes where no route is known`() throws {
    let stage = MapStage()
    stage.show()
    stage.set(SampleRide.trip(.enrouteToDropoff, vehicle: .meters(east: 500, north: 0)))
    let scene = stage.snapshot(at: 0).scene
    #expect(scene.polylines.count == 1)
    #expect(scene.polylines.first?.style.dash == LineStyle.Dash(drawn: 2, gap: 2))
    #expect(scene.polylines.first?.path.count == 2)
  }

  @Test func `The picture of a trip names no place at the edge that the vehicle has left`() throws {
    let stage = MapStage()
    stage.show()
    stage.set(SampleRide.riding)
    #expect(stage.snapshot(at: 0).scene.markers.map(\.edgeHint) == [nil, nil, "D", "V"])
  }
}
