import CellGrid
import ConsumerMap
import FleetEngine
import GoogleRidesharingConsumer
import MapCanvas
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `The listings that respond to a map` {
  @Test
  func `The listings of guide 000 are called when the map begins and when a marker is tapped`()
    async throws
  {
    let controller = Guide000.TapRecordingViewController()
    try await tapPickup(controller, controller)
    #expect(controller.initialized == 1)
    #expect(controller.tapped == [.tripPickupPoint])
  }

  @Test
  func `The listings of guide 001 are called when the map begins and when a marker is tapped`()
    async throws
  {
    let controller = Guide001.TapRecordingViewController()
    try await tapPickup(controller, controller)
    #expect(controller.initialized == 1)
    #expect(controller.tapped == [.tripPickupPoint])
  }

  @Test func `The listings of guides 000 and 001 show a map with the button for the own place`() {
    for controller in [Guide000.ViewController(), Guide001.ViewController()] as [UIViewController] {
      controller.loadViewIfNeeded()
      let maps = controller.view.subviews.compactMap { $0 as? GMTCMapView }
      #expect(maps.map(\.settings.myLocationButton) == [true])
      #expect(maps.first?.delegate === controller)
    }
  }

  /// Shows a pickup on a map and taps it.
  private func tapPickup(
    _ controller: RideViewController, _ delegate: GMTCMapViewDelegate
  ) async throws {
    let mapView = GMTCMapView()
    mapView.delegate = delegate
    controller.mapView = mapView
    controller.view.addSubview(mapView)
    mapView.pickupLocation = GMTSTerminalLocation(TerminalLocation(point: RideWorld.pickup))
    // Not the size of the only screen, which other tests change.
    let size = GridSize(columns: 80, rows: 24)
    mapView.map.resize(to: size)
    let snapshot = mapView.map.advance(to: .zero)
    let rects = MapRenderer().markerRects(
      of: snapshot.scene, camera: try #require(snapshot.camera),
      rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    let marker = try #require(rects.first ?? nil)
    let tap = try #require(mapView.map.tap(at: marker.origin))
    // The listings return false, so that the map does what it does by itself.
    #expect(!tap.isHandled)
  }
}

extension Guide000 {
  /// The guide's view controller, which records each call before it runs the guide's code.
  final class TapRecordingViewController: TappingViewController {
    private(set) var initialized = 0
    private(set) var tapped: [GMTCMapViewMarkerType] = []

    override func mapViewDidInitialize(_ mapview: GMTCMapView) {
      initialized += 1
      super.mapViewDidInitialize(mapview)
    }

    override func mapView(
      _ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker,
      markerType: GMTCMapViewMarkerType
    ) -> Bool {
      tapped.append(markerType)
      return super.mapView(mapView, didTapConsumerMarker: mapMarker, markerType: markerType)
    }
  }
}

extension Guide001 {
  /// The guide's view controller, which records each call before it runs the guide's code.
  final class TapRecordingViewController: TappingViewController {
    private(set) var initialized = 0
    private(set) var tapped: [GMTCMapViewMarkerType] = []

    override func mapViewDidInitialize(_ mapview: GMTCMapView) {
      initialized += 1
      super.mapViewDidInitialize(mapview)
    }

    override func mapView(
      _ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker,
      markerType: GMTCMapViewMarkerType
    ) -> Bool {
      tapped.append(markerType)
      return super.mapView(mapView, didTapConsumerMarker: mapMarker, markerType: markerType)
    }
  }
}
