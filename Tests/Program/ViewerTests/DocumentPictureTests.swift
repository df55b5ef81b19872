import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import MapCanvas
import ProviderBackend
import RidesharingConsumer
import RouteSources
import TestSupport
import Testing
import VectorTiles

@testable import Viewer

/// The pictures of docs/pictures whose screens show no recorded ride; see scripts/make-pictures.
@MainActor @Suite(.limited) struct `The pictures of the documents` {
  private static let size = GridSize(columns: 120, rows: 32)
  private static let settings = ViewerSettings(
    localTime: LocalTime(utcOffsetSeconds: 0), backend: "127.0.0.1:8080")

  private let clock = ServiceClock(ManualClock()) { SampleRide.wall }
  private let map = MapView()
  private let screen = TestScreen(size: Self.size)

  /// Lays the demo's town under the map.
  private func town() async throws -> TileStore {
    let tiles = TileStore(source: try await MapScreen.demoCity(), clock: ManualClock())
    map.isReducedMotion = true
    map.baseMap = BaseMap(tiles: tiles)
    return tiles
  }

  /// Draws until a condition is met, all tiles are there, and nothing changes any more.
  private func frame(
    _ tiles: TileStore, until isReady: () -> Bool = { true }, _ draw: () -> Frame
  ) async -> Frame {
    func isWaiting() -> Bool {
      _ = draw()
      return tiles.status.loading > 0 || !isReady()
    }
    var frames: (old: Frame?, new: Frame) = (nil, draw())
    while frames.old != frames.new, !Task.isCancelled {
      await waitWhile(isWaiting())
      // Names that were placed while some tiles were missing stay.
      map.baseMap = BaseMap(tiles: tiles)
      frames = (frames.new, draw())
    }
    return frames.new
  }

  private func expect(_ frame: Frame, named name: String) throws {
    let actual = frame.document(.svg)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/pictures/\(name).svg").standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    }
    let committed = try? String(contentsOf: file, encoding: .utf8)
    #expect(committed == actual, "docs/pictures/\(name).svg; RECORD_SNAPSHOTS=1 draws it again")
  }

  @Test func `The picture of the booking screen is what the program draws`() async throws {
    let ride = try #require(MapScreen.demoRide).toDropoff.path
    let tiles = try await town()
    let program = BookingProgram(
      backend: ProviderClient(
        endpoint: HTTPURL(scheme: .http, host: "127.0.0.1"),
        transport: ScriptedTransport { _, _ in .json("{}") }
      ),
      mapView: map,
      screen: screen,
      clock: clock, settings: Self.settings)
    await program.apply(.input(.resize(Self.size)))
    let cars = stride(from: 0, to: ride.count, by: ride.count / 4).map { place in
      SightedVehicle(
        place: ride[place].destination(bearing: Double(place * 70), meters: 500),
        heading: Double(place * 40))
    }
    await program.apply(.news(.vehicles(.success(cars))))
    (program.state.pickup, program.state.dropoff) = (ride.first, ride.last)
    program.state.step = .preview
    await program.apply(.input(.key(.character("f"), [])))
    let frame = await frame(
      tiles, until: { program.state.places.allSatisfy { program.state.streets[$0] != nil } }
    ) { program.picture().frame }
    try expect(frame, named: "booking")
  }

  @Test func `The picture of the list of trips is what the program draws`() async throws {
    let ride = try #require(MapScreen.demoRide).toDropoff.path
    let tiles = try await town()
    let program = TripListProgram(
      scheduler: TripScheduler(
        service: TripService(empty: clock), clock: clock, random: SystemRandomNumberGenerator()),
      mapView: map, screen: screen, clock: clock, settings: Self.settings)
    var list = SampleTripList(.mixed, columns: Self.size.columns, rows: Self.size.rows)
    list.now = .zero
    for (number, trip) in list.state.trips.enumerated() where trip.trip?.lastLocation != nil {
      list.state.change(trip.name) {
        let place = ride[number * 37 % ride.count]
        $0.trip?.vehicleID = "car-\(number)"
        $0.trip?.lastLocation?.location = place.destination(bearing: 40, meters: 150)
        $0.polling.lastAnswerAt = .zero - .seconds(number)
      }
    }
    program.state = list.state
    program.showMap()
    try expect(await frame(tiles) { program.picture().frame }, named: "fleet")
  }
}
