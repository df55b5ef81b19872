import CellGrid
import ConsumerMap
import DemoAssets
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import RouteSources
import TestSupport
import VectorTiles

@testable import Viewer

extension TripService {
  /// A service of a server whose trips have no data.
  convenience init(empty clock: ServiceClock) {
    self.init(
      client: FleetEngineClient(
        transport: ScriptedTransport { _, _ in .json("{}") }, tokens: FixedTokens()),
      providerID: "p", clock: clock, random: SystemRandomNumberGenerator())
  }
}

/// A map of its own, with tiles from a file and perhaps a ride, drawn as the viewer draws it.
@MainActor struct MapScreen {
  /// The ride of the demo, through its own town.
  static let demoRide: DemoRide? = try? DemoRide(
    json: Array(
      UnsafeBufferPointer(start: ridealong_demo_ride_bytes(), count: ridealong_demo_ride_size())))

  private let map = MapView()
  private let session: JourneySharingSession
  private let service: TripService
  private let clock = ManualClock()

  init() {
    service = TripService(empty: ServiceClock(clock) { Timestamp(seconds: 0) })
    session = JourneySharingSession(
      tripModel: service.tripModel(forTripName: "providers/p/trips/t"))
    map.isReducedMotion = true
  }

  /// The map of the demo's town.
  static func demoCity() async throws -> PMTilesArchive {
    try await PMTilesArchive(named: "town", byteCount: ridealong_demo_city_size()) { range in
      let all = UnsafeBufferPointer(
        start: ridealong_demo_city_bytes(), count: ridealong_demo_city_size())
      return Array(all[range])
    }
  }

  /// Shows a ride along a way that is partly driven.
  func ride(along way: [Coordinate], driven share: Double) {
    let line = Polyline(way)
    map.show(session)
    session.tripModel.unregisterSubscriber(session)
    // Twice, so that there is a part that was seen driven.
    for share in [0, share] { report(line, at: share * line.lengthInMeters) }
  }

  private func report(_ line: Polyline, at meters: Double) {
    let (way, vehicle) = (line.coordinates, line.position(atMeters: meters)?.coordinate)
    let heading = line.bearing(atMeters: meters).map { Int($0) }
    session.apply(
      Trip.with {
        $0.name = try? TripName(providerID: "p", tripID: "t")
        $0.status = .enrouteToDropoff
        $0.pickupPoint = way.first.map { TerminalLocation(point: $0) }
        $0.dropoffPoint = way.last.map { TerminalLocation(point: $0) }
        $0.remainingWaypoints = [TripWaypoint(tripID: "t", type: .dropoff)]
        $0.route = way
        $0.lastLocation = vehicle.map { VehicleLocation(location: $0, heading: heading, speed: 0) }
      },
      receivedAt: .zero
    )
  }

  /// Draws the map as it is once all of its tiles are there.
  ///
  /// - Parameters:
  ///   - source: Where the tiles are.
  ///   - camera: What the map looks at.
  ///   - size: Its size in cells.
  ///   - glyphs: The characters.
  /// - Returns: The cells, and the names that are written.
  func frame(
    of source: some TileSource, camera: Camera, size: GridSize, glyphs: GlyphLevel
  ) async -> (frame: Frame, names: [PlacedLabel]) {
    let settings = ViewerSettings(glyphs: glyphs)
    let store = TileStore(source: source, clock: clock)
    var style = BaseMapStyle.dark
    style.letters = glyphs.mapLetters
    map.resize(to: size)
    let baseMap = BaseMap(tiles: store, style: style, dots: settings.dotGrid)
    map.baseMap = baseMap
    map.moveCamera(to: camera)
    map.advance(to: .zero)
    await waitWhile(store.status.loading > 0)
    // Again, because names that were placed while some tiles were missing stay.
    map.baseMap = baseMap
    let snapshot = map.advance(to: .zero)
    var frame = Frame(size: size)
    MapRenderer(attribution: snapshot.attribution, usesASCIISymbols: settings.dotGrid.isASCII).draw(
      snapshot.scene, over: snapshot.baseMap, camera: camera, into: &frame, rect: frame.bounds,
      kind: settings.dotGrid)
    return (frame, snapshot.baseMap?.names ?? [])
  }
}
