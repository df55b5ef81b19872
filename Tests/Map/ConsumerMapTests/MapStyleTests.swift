import CellGrid
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `The map's styles` {
  private static let red = Color.rgb(red: 255, green: 0, blue: 0)

  @Test func `The map's styles default to the SDK's values`() {
    let coordinator = MapStyleCoordinator()
    for type in PolylineType.allCases {
      let options = coordinator.polylineStyleOptions(with: type)
      #expect(options.strokeWidth == 2)
      #expect(options.strokeColor == .rgb(red: 0, green: 0, blue: 255))
      #expect(options.isVisible)
      #expect(options.zIndex == 10)
      #expect(!options.isGeodesic)
      #expect(!options.isTrafficEnabled)
    }
    for type in CustomizableMarkerType.allCases {
      let options = coordinator.markerStyleOptions(with: type)
      #expect(options.groundAnchor == UnitPoint(x: 0.5, y: 0.5))
      #expect(options.isVisible)
      #expect(options.icon == nil)
      #expect(options.iconView == nil)
      #expect(options.zIndex == 0)
      #expect(!options.isFlat)
    }
  }

  @Test func `The map's styles are kept for each type and reset by nil`() {
    let coordinator = MapStyleCoordinator()
    var line = PolylineStyleOptions()
    line.strokeWidth = 2
    line.zIndex = -3
    coordinator.setPolylineStyleOptions(line, polylineType: .remainingRoute)
    #expect(coordinator.polylineStyleOptions(with: .remainingRoute) == line)
    #expect(coordinator.polylineStyleOptions(with: .activeRoute) == PolylineStyleOptions())
    coordinator.setPolylineStyleOptions(nil, polylineType: .remainingRoute)
    #expect(coordinator.polylineStyleOptions(with: .remainingRoute) == PolylineStyleOptions())

    var marker = MarkerStyleOptions()
    marker.icon = "(X)"
    coordinator.setMarkerStyleOptions(marker, markerType: .tripPickupPoint)
    #expect(coordinator.markerStyleOptions(with: .tripPickupPoint) == marker)
    #expect(coordinator.markerStyleOptions(with: .tripVehicle) == MarkerStyleOptions())
    coordinator.setMarkerStyleOptions(nil, markerType: .tripPickupPoint)
    #expect(coordinator.markerStyleOptions(with: .tripPickupPoint) == MarkerStyleOptions())
  }

  @Test func `The map's styles report each change once`() {
    let coordinator = MapStyleCoordinator()
    var changes = 0
    coordinator.onChange = { changes += 1 }
    var line = PolylineStyleOptions()
    line.zIndex = 4
    coordinator.setPolylineStyleOptions(line, polylineType: .activeRoute)
    coordinator.setPolylineStyleOptions(line, polylineType: .activeRoute)
    coordinator.setMarkerStyleOptions(nil, markerType: .tripVehicle)
    #expect(changes == 1)
    coordinator.setPolylineStyleOptions(nil, polylineType: .activeRoute)
    #expect(changes == 2)
  }

  @Test(arguments: [-1, -0.5, Double.nan, -Double.infinity])
  func `The map's styles reset an invalid width`(width: Double) {
    var options = PolylineStyleOptions()
    options.strokeWidth = 3
    #expect(options.strokeWidth == 3)
    options.strokeWidth = width
    #expect(options.strokeWidth == 2)
    #expect(options == PolylineStyleOptions())
  }

  @Test func `The map's styles reset a color by nil`() {
    var options = PolylineStyleOptions()
    options.setStrokeColor(Self.red)
    #expect(options.strokeColor == Self.red)
    options.setStrokeColor(nil)
    #expect(options == PolylineStyleOptions())
  }

  @Test func `The map's styles color traffic only when it is shown`() {
    var options = PolylineStyleOptions()
    options.strokeColor = .indexed(9)
    options.setTrafficColor(for: .slow, color: .indexed(3))
    #expect(options.trafficColor(for: .slow) == PolylineStyleOptions.defaultStrokeColor)
    #expect(options.trafficColor(for: .trafficJam) == PolylineStyleOptions.defaultStrokeColor)
    options.isTrafficEnabled = true
    #expect(options.trafficColor(for: .slow) == .indexed(3))
    #expect(options.trafficColor(for: .normal) == .rgb(red: 44, green: 153, blue: 255))
    #expect(options.trafficColor(for: .trafficJam) == Self.red)
    #expect(options.trafficColor(for: .unknown("")) == .rgb(red: 128, green: 128, blue: 128))
    options.setTrafficColor(for: .unknown("NEW_ONE"), color: .indexed(4))
    #expect(options.trafficColor(for: .unknown("ANOTHER")) == .indexed(4))
    options.setTrafficColor(for: .slow, color: nil)
    #expect(options.trafficColor(for: .slow) == .rgb(red: 255, green: 255, blue: 0))
  }

  @Test func `The map's styles cut an icon that is too long`() {
    var options = MarkerStyleOptions()
    options.icon = SafeText(String(repeating: "x", count: 300))
    #expect(options.icon?.width == IconView.maximumColumns)
  }
}

@Suite(.limited) struct `The traffic ahead` {
  private static let path = (0...4).map { Coordinate.meters(east: 100 * Double($0), north: 0) }

  private func pieces(
    _ intervals: [(Int, Int, SpeedReading)], from vehicle: Coordinate? = nil
  ) -> [(points: Int, speed: SpeedReading)] {
    var traffic = TrafficAhead(
      TrafficPolyline(
        path: Self.path,
        intervals: intervals.map { SpeedReadingInterval(startIndex: $0, endIndex: $1, speed: $2) }))
    let first = traffic.pieces(from: vehicle, isGeodesic: false) { $0 != .normal }
    let again = traffic.pieces(from: vehicle, isGeodesic: false) { $0 != .normal }
    #expect(first.map(\.path) == again.map(\.path))
    return first.map { ($0.path.count, $0.speed) }
  }

  @Test func `The traffic ahead is cut at the vehicle and at the speeds`() {
    let all: [(Int, Int, SpeedReading)] = [(0, 2, .slow), (2, 3, .normal), (3, 4, .trafficJam)]
    #expect(pieces(all).map(\.points) == [3, 2])
    #expect(pieces(all).map(\.speed) == [.slow, .trafficJam])
    let vehicle = Coordinate.meters(east: 150, north: 5)
    #expect(pieces(all, from: vehicle).map(\.points) == [2, 2])
    #expect(pieces(all, from: .meters(east: 320, north: 5)).map(\.speed) == [.trafficJam])
  }

  @Test func `The traffic ahead is no longer than its path, whatever the server says`() {
    let wild: [(Int, Int, SpeedReading)] =
      [(0, 9, .slow), (-1, 2, .slow), (3, 1, .slow)]
      + Array(repeating: (0, 4, .trafficJam), count: 500)
    #expect(pieces(wild).map(\.points) == [5])
  }

  @Test func `The traffic ahead is empty for a path with a gap`() {
    var traffic = TrafficAhead(
      TrafficPolyline(
        path: Self.path + [Coordinate(latitude: .nan, longitude: 0)],
        intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 4, speed: .slow)]))
    #expect(traffic.pieces(from: nil, isGeodesic: false) { _ in true }.isEmpty)
    var none = TrafficAhead()
    #expect(none.pieces(from: nil, isGeodesic: false) { _ in true }.isEmpty)
  }
}
