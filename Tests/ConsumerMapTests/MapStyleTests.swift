import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import Testing

@testable import ConsumerMap

@MainActor
@Suite struct `The map's styles` {
  @Test func `reset to the usual ones`() {
    let coordinator = MapStyleCoordinator()
    for type in PolylineType.allCases {
      let usual = coordinator.polylineStyleOptions(with: type)
      #expect(usual == .standard(for: type))
      var other = usual
      other.isVisible = false
      coordinator.setPolylineStyleOptions(other, polylineType: type)
      #expect(coordinator.polylineStyleOptions(with: type) == other)
      coordinator.setPolylineStyleOptions(nil, polylineType: type)
      #expect(coordinator.polylineStyleOptions(with: type) == usual)
    }
    for type in CustomizableMarkerType.allCases {
      let usual = coordinator.markerStyleOptions(with: type)
      coordinator.setMarkerStyleOptions(MarkerStyleOptions(icon: "(X)"), markerType: type)
      #expect(coordinator.markerStyleOptions(with: type).icon == "(X)")
      coordinator.setMarkerStyleOptions(nil, markerType: type)
      #expect(coordinator.markerStyleOptions(with: type) == usual)
    }
  }

  @Test(arguments: [-1, -0.5, Double.nan])
  func `take a width that is none for 2`(width: Double) {
    var options = PolylineStyleOptions(strokeWidth: width)
    #expect(options.strokeWidth == 2)
    options.strokeWidth = 3
    options.strokeWidth = width
    #expect(options.strokeWidth == 2)
  }

  @Test func `color traffic only when it is shown`() {
    var options = PolylineStyleOptions(strokeColor: .indexed(9))
    #expect(options.trafficColor(for: .trafficJam) == .indexed(9))
    options.isTrafficEnabled = true
    #expect(options.trafficColor(for: .trafficJam) == .indexed(166))
    #expect(options.trafficColor(for: .slow) == .indexed(221))
    options.setTrafficColor(for: .slow, color: .indexed(3))
    #expect(options.trafficColor(for: .slow) == .indexed(3))
    options.setTrafficColor(for: .slow, color: nil)
    #expect(options.trafficColor(for: .slow) == .indexed(221))
  }

  @Test func `reach the picture`() throws {
    let stage = MapStage()
    stage.show()
    var trip = SampleRide.toPickup(.meters(east: -1_000, north: -450))
    trip.currentRouteSegmentTraffic = TrafficPolyline(
      path: [SampleRide.depot, .meters(east: -1_000, north: -300), SampleRide.pickup],
      intervals: [
        SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .slow),
        SpeedReadingInterval(startIndex: 1, endIndex: 2, speed: .normal),
        SpeedReadingInterval(startIndex: 1, endIndex: 9, speed: .trafficJam),
      ]
    )
    stage.set(trip)
    let plain = stage.snapshot(at: 0).scene
    #expect(plain.polylines.count == 2)
    #expect(plain.polylines.map(\.style.width) == [2, 1])
    let styles = stage.map.consumerMapStyleCoordinator
    var active = styles.polylineStyleOptions(with: .activeRoute)
    active.isTrafficEnabled = true
    styles.setPolylineStyleOptions(active, polylineType: .activeRoute)
    let slow = try #require(stage.snapshot(at: 0).scene.polylines.first { $0.zIndex == 11 })
    #expect(slow.style.cellStyle.foreground == .indexed(221))
    #expect(slow.path.count == 2)
    active.isVisible = false
    styles.setPolylineStyleOptions(active, polylineType: .activeRoute)
    #expect(stage.snapshot(at: 0).scene.polylines.map(\.style.width) == [1])
    styles.setMarkerStyleOptions(
      MarkerStyleOptions(icon: "*", isVisible: true),
      markerType: .tripPickupPoint
    )
    styles.setMarkerStyleOptions(MarkerStyleOptions(isVisible: false), markerType: .tripVehicle)
    let markers = stage.snapshot(at: 0).scene.markers
    #expect(markers.map(\.glyph) == [.text("*"), .text("(1)"), .text("(D)")])
  }
}
