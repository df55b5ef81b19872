import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import HTTPMessages
import MapCanvas
import RidesharingConsumer
import VectorTiles

/// The map that is measured: tiles from a file, and a view of them.
struct MapWorld {
  static let size = GridSize(columns: 200, rows: 60)
  static let zoom = 14.0
  /// The dots of most terminals.
  static let dots = DotGridKind.quadrant

  /// The archive.
  let file: String
  /// The view's camera.
  let camera: Camera
  /// The first tile that the view shows.
  let tile: TileAddress

  init(file: String, center: Coordinate) async throws {
    self.file = file
    let source = try await TileSources.open(path: file)
    camera = Camera(center: center, zoom: Self.zoom)
    for address in Viewport.tiles(covering: camera, size: Self.size, zooms: 0...14)
    where try await source.body(of: address) != nil {
      tile = address
      return
    }
    throw Unexpected(description: "\(file) has no tile of zoom 14 around \(center).")
  }

  /// The view.
  var viewport: Viewport { viewport(zoom: Self.zoom) }

  /// The view at a zoom.
  func viewport(zoom: Double) -> Viewport {
    Viewport(
      camera: Camera(center: camera.center, zoom: zoom),
      rect: Rect(column: 0, row: 0, columns: Self.size.columns, rows: Self.size.rows),
      kind: Self.dots)
  }

  /// Moves the camera so that all of the view is drawn again: to one of two zooms slightly above the view's.
  @MainActor func redraw(_ stage: RideStage, side: Int) {
    stage.map.moveCamera(
      to: Camera(center: camera.center, zoom: camera.zoom + 0.002 + Double(side) * 0.001))
  }

  /// A place at a distance in cells from the middle of the view.
  func coordinate(right: Double, down: Double) -> Coordinate {
    let size = Self.size
    return viewport.coordinate(
      at: GridPoint(
        column: size.columns / 2 + Int(right * Double(size.columns)),
        row: size.rows / 2 + Int(down * Double(size.rows))))
  }
}

/// A server that is never called.
struct Silence: HTTPTransport, AccessTokenProvider {
  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    throw HTTPTransportError(.cancelled, detail: "Nothing is asked here.")
  }

  func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken { AccessToken("none", expiresAt: nil) }
}

/// A map with a trip whose responses are made by hand.
@MainActor final class RideStage {
  let map = MapView()
  private let session: JourneySharingSession
  private let service: TripService

  init(size: GridSize) {
    service = TripService(
      client: FleetEngineClient(transport: Silence(), tokens: Silence()), providerID: "p",
      clock: ServiceClock(ContinuousClock()) { Timestamp(seconds: 0) },
      random: SystemRandomNumberGenerator())
    session = JourneySharingSession(
      tripModel: service.tripModel(forTripName: "providers/p/trips/t"))
    map.resize(to: size)
    map.show(session)
    session.tripModel.unregisterSubscriber(session)
  }

  /// A ride to the end of a route.
  func set(
    route: [Coordinate], vehicle: Coordinate, speed: Double, heading: Int? = nil, at now: Duration
  ) {
    session.apply(
      Trip.with {
        $0.name = try? TripName(providerID: "p", tripID: "t")
        $0.status = .enrouteToDropoff
        $0.pickupPoint = route.first.map { TerminalLocation(point: $0) }
        $0.dropoffPoint = route.last.map { TerminalLocation(point: $0) }
        $0.remainingWaypoints = [TripWaypoint(tripID: "t", type: .dropoff)]
        $0.route = route
        $0.lastLocation = VehicleLocation(location: vehicle, heading: heading, speed: speed)
      },
      receivedAt: now
    )
  }

  /// The map at a moment, as a viewer draws it.
  func frame(at now: Duration) -> (frame: Frame, snapshot: MapSnapshot) {
    let snapshot = map.advance(to: now)
    var frame = Frame(size: map.size)
    if let camera = snapshot.camera {
      MapRenderer(attribution: snapshot.attribution).draw(
        snapshot.scene, over: snapshot.baseMap, camera: camera, into: &frame, rect: frame.bounds,
        kind: MapWorld.dots)
    }
    return (frame, snapshot)
  }

  /// Gives the map its tiles and waits until those of its view are there.
  func load(_ file: String) async throws {
    let source = try await TileSources.open(path: file)
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = TileStore(
      source: source, configuration: TileStore.Configuration(languages: ["it"]),
      clock: ContinuousClock()
    ) { continuation.yield() }
    map.baseMap = BaseMap(tiles: store, dots: MapWorld.dots)
    try await settle(changes)
  }

  private func settle(_ changes: AsyncStream<Void>) async throws {
    map.advance(to: .zero)
    guard let store = map.baseMap?.tiles else { return }
    if store.status.loading > 0 { for await _ in changes where store.status.loading == 0 { break } }
    guard store.status.failed == 0 else {
      throw Unexpected(
        description: "Tiles are missing: \(String(describing: store.status.lastError))")
    }
  }
}
