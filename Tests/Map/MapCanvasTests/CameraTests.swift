import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `The camera` {
  private let milan = Coordinate(latitude: 45.4642, longitude: 9.19)
  private let size = GridSize(columns: 49, rows: 19)
  private var rect: Rect { Rect(column: 1, row: 2, columns: 49, rows: 19) }

  @Test(arguments: [
    (Double.nan, 0.0), (-.infinity, 0), (.infinity, 22), (-3, 0), (99, 22), (14.2, 14.2),
  ]) func `The camera has a zoom in range`(zoom: Double, clamped: Double) {
    #expect(Camera(center: milan, zoom: zoom).zoom == clamped)
  }

  @Test func `The camera looks at a place on the map`() {
    let nowhere = Camera(center: Coordinate(latitude: .nan, longitude: .infinity), zoom: 3)
    #expect(nowhere.center == Coordinate(latitude: 0, longitude: 0))
    let pole = Camera(center: Coordinate(latitude: 90, longitude: 540), zoom: 3)
    #expect(pole.center.latitude == WebMercator.maximumLatitude)
    #expect(pole.center.longitude == -180)
  }

  @Test func `The camera shows the world in 256 dots at zoom 0`() {
    let camera = Camera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
    #expect(abs(camera.metersPerDot - Earth.circumferenceInMeters / 256) < 1e-6)
  }

  @Test func `The camera pans by whole cells`() {
    let camera = Camera(center: milan, zoom: 14)
    let before = Viewport(camera: camera, rect: rect)
    let after = Viewport(camera: camera.panned(right: 0.125, down: -1, of: size), rect: rect)
    let place = before.dotPosition(of: milan)
    let moved = after.dotPosition(of: milan)
    #expect(abs((place?.x ?? 0) - (moved?.x ?? 0) - 12) < 1e-5)
    #expect(abs((moved?.y ?? 0) - (place?.y ?? 0) - 76) < 1e-5)
    #expect(camera.panned(right: 0.001, down: 0, of: size) == camera.panned(byColumns: 1, rows: 0))
    #expect(camera.panned(right: .nan, down: 0, of: size) == camera.panned(byColumns: 0, rows: 0))
  }

  @Test func `The camera zooms around a cell`() {
    let camera = Camera(center: milan, zoom: 14)
    let cell = GridPoint(column: 8, row: 17)
    let before = Viewport(camera: camera, rect: rect).coordinate(at: cell)
    let zoomed = camera.zoomed(by: 1.5, around: cell, in: rect)
    let after = Viewport(camera: zoomed, rect: rect).cell(of: before)
    #expect(zoomed.zoom == 15.5)
    #expect(abs((after?.column ?? 0) - 8) <= 1)
    #expect(abs((after?.row ?? 0) - 17) <= 1)
    #expect(camera.zoomed(by: 0.5, in: rect).center == camera.center)
    #expect(camera.zoomed(by: .nan, in: rect) == camera)
    #expect(camera.zoomed(by: 1, around: GridPoint(column: 99, row: 0), in: rect).center == milan)
  }

  @Test func `The camera fits coordinates with room around them`() throws {
    let places = [milan, Coordinate(latitude: 45.49, longitude: 9.21)]
    let camera = try #require(CameraFit.camera(showing: places, in: size))
    let viewport = Viewport(camera: camera, rect: rect)
    var nearestEdge = 1.0
    for place in places {
      let position = try #require(viewport.dotPosition(of: place))
      let (x, y) = (position.x / Double(viewport.dotColumns), position.y / Double(viewport.dotRows))
      nearestEdge = min(nearestEdge, x, y, 1 - x, 1 - y)
    }
    #expect((0.06...0.14).contains(nearestEdge))
  }

  @Test(arguments: [(80, 20), (80, 8), (30, 50), (12, 6), (200, 10), (20, 4)])
  func `The camera keeps markers at the edge of a small map whole and out of its last row`(
    columns: Int, rows: Int
  ) throws {
    let rect = Rect(column: 0, row: 0, columns: columns, rows: rows)
    for (north, east) in [(0.0, 900.0), (900, 0), (900, 900), (-900, 900), (70, 40_000)] {
      let far = milan.destination(bearing: 0, meters: north).destination(bearing: 90, meters: east)
      let places = [milan, far]
      let camera = try #require(CameraFit.camera(showing: places, in: rect.size, margins: .markers))
      let viewport = Viewport(camera: camera, rect: rect)
      for place in places {
        let cell = try #require(viewport.cell(of: place))
        #expect(cell.row < rows - 1)
        #expect((1..<columns - 1).contains(cell.column))
      }
    }
    let alone = CameraFit.camera(showing: [milan], in: rect.size, margins: .markers)
    #expect((alone?.center.meters(to: milan) ?? 1) < 0.01)
  }

  @Test func `The camera fits across the antimeridian`() throws {
    let places = [179.5, -179.5].map { Coordinate(latitude: 10, longitude: $0) }
    let camera = try #require(CameraFit.camera(showing: places, in: size))
    #expect(abs(camera.center.longitude) > 179.9)
    #expect(camera.zoom > 6)
  }

  @Test func `The camera fits a circle`() throws {
    let camera = try #require(CameraFit.camera(around: milan, radiusMeters: 250, in: size))
    #expect(camera.center == milan)
    #expect(abs(camera.metersPerDot * 76 - 500) < 0.01)
    for radius in [0, -1, Double.nan, .infinity] {
      let camera = CameraFit.camera(around: milan, radiusMeters: radius, in: size)
      #expect(camera.map { CameraFit.zoomRange.contains($0.zoom) } == true)
    }
  }

  @Test func `The camera does not move without a place or a map`() {
    #expect(CameraFit.camera(showing: [Coordinate](), in: size) == nil)
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(CameraFit.camera(showing: [invalid], in: size) == nil)
    #expect(CameraFit.camera(around: invalid, radiusMeters: 1, in: size) == nil)
    #expect(CameraFit.camera(showing: [milan], in: GridSize(columns: 0, rows: 4)) == nil)
    #expect(CameraFit.camera(showing: [milan], in: size)?.zoom == CameraFit.zoomRange.upperBound)
  }

  @Test func `The camera moves from one view to another`() {
    let start = Camera(center: milan, zoom: 13)
    let end = Camera(center: Coordinate(latitude: 45.47, longitude: 9.2), zoom: 15)
    let way = CameraTransition(from: start, to: end, duration: .milliseconds(400))
    #expect(way.camera(after: .zero) == start)
    #expect(way.camera(after: .seconds(-1)) == start)
    #expect(way.camera(after: .milliseconds(400)) == end)
    #expect(way.camera(after: .seconds(9)) == end)
    #expect(!way.isFinished(after: .milliseconds(399)))
    #expect(way.isFinished(after: .milliseconds(400)))
    let half = way.camera(after: .milliseconds(200))
    #expect(half.zoom == 14)
    #expect((milan.longitude...9.2).contains(half.center.longitude))
    // Most of the move happens while the view is still wide.
    #expect(half.center.longitude > 9.195)
  }

  @Test(arguments: [(Duration.milliseconds(400), true), (.zero, false), (.seconds(-1), false)])
  func `The camera jumps where motion is unwanted`(duration: Duration, isMotionReduced: Bool) {
    let end = Camera(center: milan, zoom: 15)
    let way = CameraTransition(
      from: Camera(center: milan, zoom: 3), to: end, duration: duration,
      isMotionReduced: isMotionReduced)
    #expect(way.isFinished(after: .zero))
    #expect(way.camera(after: .zero) == end)
  }

  @Test func `The camera moves the short way across the antimeridian`() {
    let way = CameraTransition(
      from: Camera(center: Coordinate(latitude: 0, longitude: 179), zoom: 8),
      to: Camera(center: Coordinate(latitude: 0, longitude: -179), zoom: 8), duration: .seconds(1))
    #expect(abs(way.camera(after: .milliseconds(500)).center.longitude) > 179.9)
  }
}

@Suite(.limited) struct `The viewport` {
  @Test(arguments: DotGridKind.allCases, [0.0, 3.3, 14, 17.9, 22])
  func `The viewport projects to dots and back`(kind: DotGridKind, zoom: Double) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let center = Coordinate(
        latitude: .random(in: -80...80, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let viewport = Viewport(
        camera: Camera(center: center, zoom: zoom),
        rect: Rect(column: 3, row: 1, columns: 81, rows: 25), kind: kind)
      // Within the half world that is nearest, and on the world.
      let position = DotPosition(
        x: .random(in: 0..<Double(viewport.dotColumns), using: &random),
        y: .random(in: 0..<Double(viewport.dotRows), using: &random))
      let place = viewport.coordinate(at: position)
      let back = try #require(viewport.dotPosition(of: place))
      guard abs(place.latitude) < 85, zoom > 1 else { continue }
      #expect(abs(back.x - position.x) < 0.001)
      #expect(abs(back.y - position.y) < 0.001)
    }
  }

  @Test func `The viewport has the camera's center in its middle`() throws {
    let center = Coordinate(latitude: 45.4642, longitude: 9.19)
    let rect = Rect(column: 10, row: 5, columns: 41, rows: 21)
    let viewport = Viewport(camera: Camera(center: center, zoom: 14), rect: rect)
    let cell = try #require(viewport.cell(of: center))
    #expect(abs(cell.column - 30) <= 1)
    #expect(abs(cell.row - 15) <= 1)
    #expect(viewport.shows(center, inMiddle: 0.2))
    let corner = viewport.coordinate(at: GridPoint(column: 10, row: 5))
    #expect(viewport.cell(of: corner) == GridPoint(column: 10, row: 5))
    #expect(!viewport.shows(corner, inMiddle: 0.6))
    #expect(viewport.shows(corner, inMiddle: 1))
    #expect(viewport.cell(of: viewport.coordinate(at: GridPoint(column: 9, row: 5))) == nil)
    #expect(viewport.cell(of: Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(!viewport.shows(Coordinate(latitude: .nan, longitude: 0), inMiddle: 1))
  }
}
