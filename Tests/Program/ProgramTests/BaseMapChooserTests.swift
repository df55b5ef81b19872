import ConsumerMap
import CurlTransport
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import VectorTiles

@testable import RidealongCLI

/// Which base map a ride has when the user has configured none.
@MainActor @Suite(.limited) struct BaseMapChooserTests {
  /// A map's description without tiles.
  private struct EmptySource: TileSource {
    let metadata: TileSourceMetadata
    let cacheName: String? = "empty"
    func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? { nil }
  }

  private nonisolated static let inTown = [
    Coordinate(latitude: 45, longitude: -30), Coordinate(latitude: 45.002, longitude: -30.002),
  ]
  private nonisolated static let inFlorence = [
    Coordinate(latitude: 43.775, longitude: 11.25), Coordinate(latitude: 43.768, longitude: 11.262),
  ]

  private let folder = TestFolder()
  private let servers: ServerAccess
  private let mapView = MapView()

  init() {
    let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 1_800_000_000) }
    servers = ServerAccess(
      clock: clock, environment: Environment(variables: folder.environment),
      schedule: FleetSchedule(clock: clock))
  }

  private func chooser() -> BaseMapChooser {
    BaseMapChooser(servers, StateFile(in: folder.path + "/state/ridealong"))
  }

  /// Saves a map of an area.
  private func save(
    _ name: String, _ bounds: CoordinateBounds,
    layers: [String] = ["water", "roads", "earth", "landuse"]
  ) async throws {
    let source = EmptySource(metadata: TileSourceMetadata(name: name, layers: layers))
    try await TileExtract(of: source, in: bounds, maximumZoom: 4)
      .write(to: SavedMaps(servers.environment).path(name), sleep: { _ in }) { @Sendable _ in }
  }

  private func around(_ place: Coordinate, degrees: Double) -> CoordinateBounds {
    CoordinateBounds(
      south: place.latitude - degrees, west: place.longitude - degrees,
      north: place.latitude + degrees, east: place.longitude + degrees)
  }

  /// Makes a server's response known.
  private func receive(_ headers: TransportHeaders) async throws {
    let transport = servers.recognizing(
      ScriptedTransport { (_, _) throws(HTTPTransportError) in
        TransportResponse(status: 404, headers: headers)
      })
    _ = try await transport.send(
      TransportRequest(url: HTTPURL(parsing: "https://fleet.example/v1")))
  }

  @Test func `A ride in the demo's town on an emulator shows the town without a tip`() async throws
  {
    try await receive(["Server": "ridealong-emulator"])
    let chooser = chooser()
    #expect(await chooser.show(Self.inTown, on: mapView))
    #expect(mapView.baseMap != nil)
  }

  @Test func `A ride elsewhere on an emulator does not show the demo's town`() async throws {
    try await receive(["Server": "ridealong-emulator"])
    #expect(await !chooser().show(Self.inFlorence, on: mapView))
    #expect(await !chooser().show(Self.inTown + Self.inFlorence, on: mapView))
    #expect(mapView.baseMap == nil)
  }

  @Test(
    arguments: [
      [:], ["Server": "nginx"], ["Server": "ridealong-emulator.example"],
      ["Server": "my ridealong-emulator"], ["X-Server": "ridealong-emulator"],
    ] as [TransportHeaders]
  )
  func `A foreign server is not taken for an emulator`(headers: TransportHeaders) async throws {
    try await receive(["Server": "ridealong-emulator"])
    #expect(servers.emulatorSign.isEmulator)
    try await receive(headers)
    #expect(!servers.emulatorSign.isEmulator)
    #expect(await !chooser().show(Self.inTown, on: mapView))
    #expect(mapView.baseMap == nil)
  }

  @Test func `The emulator is recognized by any of its responses`() async throws {
    let emulator = try EmulatorProcess(in: folder)
    let transport = servers.recognizing(LibcurlTransport())
    for path in ["/v1/providers/demo-project/trips/t1", "/provider/vehicles", "/nothing"] {
      servers.emulatorSign.read([:])
      let url = try HTTPURL(parsing: emulator.endpoint + path)
      _ = try await transport.send(TransportRequest(url: url))
      #expect(servers.emulatorSign.isEmulator, "\(path)")
    }
  }

  @Test func `The smallest saved map that covers the whole ride is shown, on any server`()
    async throws
  {
    try await save("large", around(Self.inFlorence[0], degrees: 1))
    try await save("small", around(Self.inFlorence[0], degrees: 0.1))
    try await save("part", around(Self.inFlorence[0], degrees: 0.001))
    try await save("unknown", around(Self.inFlorence[0], degrees: 0.05), layers: [])
    let files = try await SavedMaps(servers.environment).all()
    #expect(files.map(\.name) == ["large", "part", "small", "unknown"])
    #expect(SavedMaps.best(of: files, covering: Self.inFlorence)?.name == "small")
    #expect(SavedMaps.best(of: files, covering: Self.inTown) == nil)
    let chooser = chooser()
    #expect(await chooser.show(Self.inFlorence, on: mapView))
    let tiles = try #require(mapView.baseMap?.tiles)
    // Within the same map nothing is opened again.
    #expect(await chooser.show([Self.inFlorence[1]], on: mapView))
    #expect(mapView.baseMap?.tiles === tiles)
  }

  @Test func `The tip about a base map is shown once for all runs`() async throws {
    let tip = try #require(await chooser().tip(for: Self.inFlorence))
    #expect(tip == "Base map: ridealong map get --around 43.772,11.256 --from URL")
    #expect(await chooser().tip(for: Self.inFlorence) == nil)
    let state = StateFile.read(folder.path + "/state/ridealong/state.json")
    #expect(state.tips == [.map])
    // Without a state the tip would come at every start.
    #expect(await BaseMapChooser(servers, nil).tip(for: Self.inFlorence) == nil)
  }

  @Test(arguments: [
    [Coordinate(latitude: 43, longitude: 11), Coordinate(latitude: 43.2, longitude: 11.3)],
    [Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.8)],
    [Coordinate(latitude: 48, longitude: 16)],
  ]) func `The command of the tip saves a map that covers the ride`(places: [Coordinate]) throws {
    let command = try #require(BaseMapChooser.command(for: places))
    let words = command.split(separator: " ").map(String.init)
    #expect(words.prefix(3) == ["ridealong", "map", "get"])
    let arguments = try Arguments(Array(words.dropFirst(2)), options: Command.map.options)
    let center = try #require(try arguments.coordinate(.around))
    let radius = try arguments.number(.radius)
    for place in places { #expect(center.meters(to: place) <= radius * 1_000) }
  }

  @Test func `The command of the tip has at most the largest radius`() throws {
    let places = [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 90)]
    #expect(try #require(BaseMapChooser.command(for: places)).contains("--radius 200 "))
    #expect(BaseMapChooser.command(for: []) == nil)
  }

  @Test(arguments: [
    ([], true), (["--basemap", "none"], false),
    (["--basemap", "https://maps.example/{z}/{x}/{y}.pbf"], false),
  ])
  func `A map is chosen only if none is configured`(words: [String], isChosen: Bool) async throws {
    let arguments = try Arguments(words, options: Command.follow.options)
    let screen = ScreenSetup(environment: servers.environment)
    let options = try await CommandContext(.follow, arguments, servers, screen).mapOptions()
    #expect((options.chooser != nil) == isChosen)
  }
}
