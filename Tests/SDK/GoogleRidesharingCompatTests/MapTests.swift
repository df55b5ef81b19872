import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import Geo
import GoogleRidesharingCompat
import HTTPMessages
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A map by the SDK's name` {
  private let clock = ManualClock()
  private let pickup = GMTSTerminalLocation(
    TerminalLocation(point: Coordinate(latitude: 48.2, longitude: 16.37)))
  private let dropoff = GMTSTerminalLocation(
    TerminalLocation(point: Coordinate(latitude: 48.21, longitude: 16.39)))

  @Test(arguments: [true, false])
  func `A map by the SDK's name without a size adopts the size of its superview`(
    isSizedBefore: Bool
  ) async {
    let map = isSizedBefore ? GMTCMapView(frame: .zero) : GMTCMapView()
    let delegate = MapListener()
    map.delegate = delegate
    let view = UIView(frame: isSizedBefore ? CGRect(x: 2, y: 1, width: 40, height: 12) : .zero)
    view.addSubview(map)
    if !isSizedBefore {
      await mainActorTurn()
      #expect(delegate.calls.isEmpty)
      view.frame = CGRect(x: 2, y: 1, width: 40, height: 12)
    }
    await delegate.hears(2)
    #expect(delegate.calls == ["mapViewDidInitialize", "mapViewDidInitializeCustomerState"])
    #expect(map.frame == CGRect(x: 0, y: 0, width: 40, height: 12))
    #expect(map.map.size == GridSize(columns: 40, rows: 12))
  }

  @Test
  func `A map by the SDK's name without a size begins once its frame is set, and begins once only`()
    async
  {
    let map = GMTCMapView()
    let delegate = MapListener()
    map.delegate = delegate
    map.frame = CGRect(x: 0, y: 0, width: 30, height: 10)
    await delegate.hears(2)
    map.frame = CGRect(x: 0, y: 0, width: 31, height: 10)
    await waitWhile(map.map.size.columns != 31)
    await mainActorTurn()
    #expect(delegate.calls == ["mapViewDidInitialize", "mapViewDidInitializeCustomerState"])
    #expect(map.map.size.columns == 31)
  }

  @Test func `A map by the SDK's name tells a delegate that is set late that it has begun`() async {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 30, height: 10))
    await waitWhile(map.map.size.columns != 30)
    let (late, later) = (MapListener(), MapListener())
    map.delegate = late
    map.delegate = later
    #expect(late.calls == ["mapViewDidInitialize", "mapViewDidInitializeCustomerState"])
    #expect(later.calls.isEmpty)
  }

  @Test
  func `A map by the SDK's name that fills a view keeps filling it, and keeps any other frame`() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    let filling = GMTCMapView(frame: view.bounds)
    let other = UIView(frame: CGRect(x: 3, y: 3, width: 10, height: 1))
    view.addSubview(filling)
    view.addSubview(other)
    view.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
    #expect(filling.frame == CGRect(x: 0, y: 0, width: 100, height: 30))
    #expect(other.frame == CGRect(x: 3, y: 3, width: 10, height: 1))
  }

  @Test func `A map by the SDK's name is never inside itself`() {
    let outer = UIView()
    let inner = UIView()
    outer.addSubview(inner)
    inner.addSubview(outer)
    outer.addSubview(outer)
    #expect(outer.superview == nil)
    #expect(inner.subviews.isEmpty)
    #expect(outer.subviews.count == 1)
  }

  @Test
  func `An SDK map shows the world until it has a place to frame, and can be moved meanwhile`() {
    let map = GMTCMapView(frame: .zero)
    map.map.resize(to: GridSize(columns: 80, rows: 24))
    map.setMinZoom(4, maxZoom: 18)
    let world = map.map.advance(to: .zero)
    #expect(world.camera == Camera(center: Coordinate(latitude: 0, longitude: 0), zoom: 2))
    #expect(map.camera.zoom == 4)
    map.map.zoom(by: 1)
    #expect(map.map.advance(to: .zero).camera?.zoom == 3)

    let other = GMTCMapView(frame: .zero)
    other.map.resize(to: GridSize(columns: 80, rows: 24))
    other.map.advance(to: .zero)
    other.pickupLocation = pickup
    // At once: nothing was shown from which the camera could move.
    let framed = other.map.advance(to: .zero)
    #expect(framed.camera?.center.meters(to: Coordinate(latitude: 48.2, longitude: 16.37)) ?? 9 < 1)
  }

  @Test func `An SDK map shows the surroundings of the own place in place of the world`() {
    let map = GMTCMapView(frame: .zero)
    map.map.resize(to: GridSize(columns: 80, rows: 24))
    map.map.advance(to: .zero)
    map.map.myLocation = Coordinate(latitude: 48.2, longitude: 16.37)
    map.map.showMyLocation()
    #expect(map.map.advance(to: .zero).camera?.zoom ?? 0 > 10)
  }

  @Test(arguments: [true, false])
  func `An SDK map notifies its delegate of a tapped marker, and moves if the tap is not handled`(
    isHandled: Bool
  ) async throws {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    let delegate = MapListener()
    delegate.isHandled = isHandled
    map.delegate = delegate
    map.pickupLocation = pickup
    map.dropoffLocation = dropoff
    await delegate.hears(2)
    let tap = try #require(tapMarker(map, .tripDropoffPoint))
    #expect(tap.isHandled == isHandled)
    let tapped = try #require(delegate.taps.first)
    #expect(delegate.taps.count == 1)
    #expect(tapped.map === map)
    #expect(tapped.type == .tripDropoffPoint)
    #expect(tapped.marker.position.latitude == 48.21)
    #expect(tapped.marker.position.longitude == 16.39)
  }

  @Test func `A map by the SDK's name reports taps on each kind of a trip's markers`() async throws
  {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    let delegate = MapListener()
    map.delegate = delegate
    let session = try await shownSession(on: map)
    for subject in map.map.advance(to: .zero).markerSubjects { map.map.choose(subject) }
    #expect(
      Set(delegate.taps.map(\.type)) == [
        .tripPickupPoint, .intermediateDestination, .tripDropoffPoint, .tripVehicle,
      ])
    #expect(session.hostMapView === map)
  }

  @Test func `An SDK map frames the ride with resetCamera and draws it again after it was cleared`()
    async throws
  {
    let map = GMTCMapView(frame: CGRect(x: 0, y: 0, width: 80, height: 24))
    let session = try await shownSession(on: map)
    let framed = try #require(map.map.advance(to: .zero).camera)
    map.map.pan(columns: 400, rows: 0)
    #expect(!map.isAllowCameraAutoUpdate)
    #expect(map.map.advance(to: .seconds(1)).camera != framed)
    map.isAllowCameraAutoUpdate = true
    map.resetCamera()
    map.map.advance(to: .seconds(2))
    #expect(map.map.advance(to: .seconds(10)).camera == framed)

    let markers = map.map.advance(to: .seconds(10)).scene.markers.count
    #expect(markers >= 4)
    map.map.clear()
    #expect(map.map.advance(to: .seconds(10)).scene.markers.isEmpty)
    map.redrawRidesharingOverlays()
    #expect(map.map.advance(to: .seconds(10)).scene.markers.count == markers)
    #expect(session.state == .active)
  }

  /// Taps a marker where it is drawn.
  private func tapMarker(_ map: GMTCMapView, _ type: CustomizableMarkerType) -> MarkerTap? {
    let snapshot = map.map.advance(to: .zero)
    guard let camera = snapshot.camera,
      let index = snapshot.markerSubjects.firstIndex(where: { $0.type == type })
    else { return nil }
    let rects = MapRenderer().markerRects(
      of: snapshot.scene, camera: camera, rect: Rect(column: 0, row: 0, columns: 80, rows: 24))
    return rects[index].flatMap { map.map.tap(at: $0.origin) }
  }

  /// Shows a trip with all its markers on a map.
  private func shownSession(on map: GMTCMapView) async throws -> GMTCJourneySharingSession {
    let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
      .json(
        #"""
        {"name": "providers/p/trips/t", "tripStatus": "ENROUTE_TO_PICKUP", "vehicleId": "car",
         "pickupPoint": {"point": {"latitude": 48.2, "longitude": 16.37}},
         "dropoffPoint": {"point": {"latitude": 48.21, "longitude": 16.39}},
         "intermediateDestinations": [{"point": {"latitude": 48.205, "longitude": 16.38}}],
         "lastLocation": {"location": {"latitude": 48.198, "longitude": 16.36},
           "updateTime": "1970-01-01T00:00:00Z"}}
        """#)
    }
    let clock = clock
    let service = GMTCTripService(
      TripService(
        client: FleetEngineClient(transport: transport, tokens: FixedTokens()), providerID: "p",
        clock: ServiceClock(clock) { Timestamp(seconds: 0) + clock.now.offset },
        random: SystemRandomNumberGenerator()))
    let model = service.tripModel(forTripName: "providers/p/trips/t")
    let session = GMTCJourneySharingSession(tripModel: model)
    map.show(session)
    await waitWhile(model.currentTrip == nil)
    try #require(model.currentTrip != nil)
    return session
  }
}

/// Records the calls of a map's delegate.
@MainActor private final class MapListener: GMTCMapViewDelegate {
  var isHandled = false
  private(set) var calls: [String] = []
  private(set) var taps: [(map: GMSMapView, marker: GMSMarker, type: GMTCMapViewMarkerType)] = []

  /// Waits for a number of calls.
  func hears(_ count: Int) async { await waitWhile(calls.count < count) }

  func mapViewDidInitialize(_ mapview: GMTCMapView) { calls.append("mapViewDidInitialize") }

  func mapViewDidInitializeCustomerState(_ mapview: GMTCMapView) {
    calls.append("mapViewDidInitializeCustomerState")
  }

  func mapView(
    _ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker,
    markerType: GMTCMapViewMarkerType
  ) -> Bool {
    taps.append((mapView, mapMarker, markerType))
    return isHandled
  }
}
