import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

/// Lines of the ride that come back, grow with the zoom, or appear at one.
@Suite(.limited) struct `The lines of a ride` {
  /// The rows of a way to the right that comes back some dots below, with a part of it that has traffic.
  private func wayBack(
    below: Double, role: LineRole = .activeRoute(nil), traffic: [(Double, Double)] = [],
    kind: DotGridKind = .quadrant
  ) -> [String] {
    let size = GridSize(columns: 30, rows: 4)
    let style = LineStyle(width: 3)
    let way: [(Double, Double)] = [(2, 4), (55, 4), (55, 4 + below), (2, 4 + below)]
    var lines = [MapPictures.line(way, in: size, style: style)]
    lines[0].role = role
    if !traffic.isEmpty {
      lines.append(MapPictures.line(traffic, in: size, style: style))
      lines[1].role = .activeRoute(.slow)
    }
    let renderer = MapRenderer(showsScaleBar: false)
    return MapPictures.frame(MapScene(polylines: lines), size: size, kind: kind, by: renderer).rows
  }

  @Test func `A route that comes back next to itself is two lines, the first of them whole`() {
    #expect(
      wayBack(below: 4) == [
        " ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  ",
        " ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▜█████▌ ",
        " ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘ ",
        "                              ",
      ])
    #expect(
      wayBack(below: 4, role: .overlay) == [
        " ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  ",
        " ███████████████████████████▌ ",
        " ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘ ",
        "                              ",
      ])
    #expect(
      wayBack(below: 0) == [
        " ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  ",
        " ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  ",
        "                              ",
        "                              ",
      ])
    #expect(
      wayBack(below: 4, kind: .braille) == [
        " ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀  ",
        " ⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣛⣿⡇ ",
        " ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠁ ",
        "                              ",
      ])
  }

  @Test func `Traffic on the way back keeps the gap between two passes`() {
    let way = wayBack(below: 4)
    #expect(wayBack(below: 4, traffic: [(10, 8), (40, 8)]) == way)
    #expect(wayBack(below: 4, traffic: [(10, 4), (40, 4)]) == way)
  }

  @Test func `A route with a sharp bend has no gap in it`() {
    let bend: [(Double, Double)] = [(2, 15), (30, 0), (58, 15)]
    var line = MapPictures.line(
      bend, in: GridSize(columns: 30, rows: 4), style: LineStyle(width: 3))
    func rows() -> [String] {
      MapPictures.frame(
        MapScene(polylines: [line]), size: GridSize(columns: 30, rows: 4), kind: .quadrant
      ).rows
    }
    let merged = rows()
    line.role = .activeRoute(nil)
    #expect(rows() == merged)
  }

  @Test func `A line grows with the zoom from 15 on, and its bends have no notches`() {
    var style = LineStyle(width: 3)
    #expect(style.width(atZoom: 18) == 3)
    style.growsWithZoom = true
    #expect(style.width(atZoom: 12) == 3 && style.width(atZoom: 15) == 3)
    #expect(abs(style.width(atZoom: 17) - 6.9) < 0.1)
    #expect(style.width(atZoom: 22) == 16 && style.width(atZoom: .nan) == 3)
    let size = GridSize(columns: 12, rows: 6)
    let camera = Camera(center: MapPictures.camera.center, zoom: 17)
    let line = MapPolyline(
      coordinates: [(-40.0, 0.0), (0, 0), (0, -40)].map {
        camera.center.destination(bearing: 90, meters: $0.0).destination(bearing: 180, meters: $0.1)
      },
      style: style
    )
    let scene = MapScene(polylines: [line])
    #expect(
      MapPictures.frame(scene, size: size, kind: .quadrant, camera: camera).rows == [
        "    ▐███    ",
        "    ▐███    ",
        "████████    ",
        "▀▀▀▀▀▀▀▘    ",
        "            ",
        "            ",
      ]
    )
  }

  @Test func `Dots of reports are drawn from the zoom that their style has`() {
    var style = LineStyle(width: 2)
    style.showsPoints = true
    let size = GridSize(columns: 12, rows: 4)
    func rows() -> [String] {
      let line = MapPictures.line([(4, 4), (20, 12)], in: size, style: style)
      let scene = MapScene(polylines: [line])
      return MapPictures.frame(scene, size: size, kind: .braille).rows
    }
    #expect(rows().joined().contains("⠛"))
    style.minimumZoom = 14.5
    #expect(!rows().joined().contains { $0 != " " })
  }
}
