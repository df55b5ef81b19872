import CellGrid
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import ConsumerMap

@MainActor @Suite(.limited) struct `An app's own marker or line on a map` {
  private final class Delegate: MapViewDelegate {
    var answer = false
    var tapped: [Int] = []
    var places: [Coordinate] = []
    var events: [String] = []

    func mapView(_ mapView: MapView, didTapOverlay id: Int) -> Bool {
      tapped.append(id)
      return answer
    }
    func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate) { places.append(coordinate) }
    func mapView(_ mapView: MapView, willMove isGesture: Bool) {
      events.append(isGesture ? "gesture" : "move")
    }
    func mapView(_ mapView: MapView, didChange camera: Camera) { events.append("change") }
    func mapView(_ mapView: MapView, idleAt camera: Camera) { events.append("idle") }
  }

  private let stage = MapStage()
  private let delegate = Delegate()
  private let middle = Coordinate.meters(east: 0, north: 0)
  private var map: MapView { stage.map }

  init() {
    stage.map.delegate = delegate
    stage.map.moveCamera(to: Camera(center: middle, zoom: 12))
  }

  private func marker(_ text: SafeText, at place: Coordinate, zIndex: Int = 0) -> MapOverlay {
    .marker(MapMarker(coordinate: place, glyph: .text(text), zIndex: zIndex), isTappable: true)
  }

  @Test func `An app's overlays are drawn by their keys, below a trip's markers`() {
    map.myLocation = .meters(east: 500, north: 500)
    map.overlays = [
      7: marker("(b)", at: middle), 3: marker("(a)", at: middle),
      1: .line(MapPolyline(coordinates: [middle, .meters(east: 900, north: 0)], rank: 5)),
    ]
    let snapshot = stage.snapshot(at: 0)
    #expect(snapshot.markerSubjects.map(\.overlayID) == [nil, 3, 7])
    #expect(snapshot.scene.markers.map(\.rank) == [0, -2, -2])
    #expect(snapshot.scene.polylines.map(\.rank) == [-2])
  }

  @Test func `An app's overlay calls the delegate on a tap with the tap's place`() throws {
    map.overlays = [4: marker("(a)", at: middle)]
    let cell = try #require(try stage.viewport(at: 0).cell(of: middle))
    #expect(map.tap(at: cell)?.subject.overlayID == 4)
    #expect(delegate.tapped == [4])
    #expect(map.tap(at: GridPoint(column: 0, row: 0)) == nil)
    #expect(delegate.places.count == 1)
    map.overlays[4] = .marker(MapMarker(coordinate: middle, glyph: .text("(a)")), isTappable: false)
    _ = stage.snapshot(at: 0)
    #expect(map.tap(at: cell) == nil)
    #expect(delegate.tapped == [4])
    #expect(delegate.places.count == 2)
  }

  @Test
  func `An app's overlay is removed by clearing the map, and not brought back with the trips`() {
    map.overlays = [4: marker("(a)", at: middle)]
    map.clear()
    map.redrawRidesharingOverlays()
    #expect(map.overlays.isEmpty)
    #expect(stage.snapshot(at: 0).scene.markers.isEmpty)
  }

  @Test func `An app's overlay keeps its style when the theme changes`() {
    let style = CellStyle(foreground: .rgb(red: 1, green: 2, blue: 3))
    map.overlays = [
      1: .line(
        MapPolyline(
          coordinates: [middle, .meters(east: 900, north: 0)], style: LineStyle(cellStyle: style))),
      2: .marker(
        MapMarker(coordinate: middle, glyph: .text("(a)"), style: style), isTappable: false),
    ]
    let snapshot = stage.snapshot(at: 0)
    map.appearance = Appearance(colorDepth: .monochrome)
    #expect(map.redrawn(snapshot).scene == snapshot.scene)
  }

  @Test func `An app's overlay requests a redraw with each change`() {
    var count = 0
    map.onChange = { count += 1 }
    map.overlays[1] = marker("(a)", at: middle)
    map.overlays[1] = nil
    #expect(count == 2)
  }

  @Test func `The camera's moves are reported from the first change until it rests`() {
    _ = stage.snapshot(at: 0)
    #expect(delegate.events == ["move", "change", "idle"])
    delegate.events = []
    _ = stage.snapshot(at: 1)
    #expect(delegate.events.isEmpty)
    map.animate(to: Camera(center: middle, zoom: 13))
    for tenth in 0...6 { _ = stage.snapshot(at: 1 + Double(tenth) / 10) }
    #expect(delegate.events.first == "move")
    #expect(delegate.events.last == "idle")
    #expect(delegate.events.filter { $0 == "change" }.count >= 4)
    #expect(delegate.events.filter { $0 == "idle" }.count == 1)
    delegate.events = []
    map.pan(columns: 3, rows: 0)
    _ = stage.snapshot(at: 2)
    #expect(delegate.events == ["gesture", "change", "idle"])
  }
}
