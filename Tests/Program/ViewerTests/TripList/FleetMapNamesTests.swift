import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The names and trails on the map of a list of trips` {
  private static let milan = Coordinate(latitude: 45.464, longitude: 9.19)
  private static let sizes = [(40, 12), (80, 24), (120, 40), (160, 45), (200, 60)]

  private static func place(_ east: Double, _ north: Double = 0) -> Coordinate {
    milan.destination(bearing: 90, meters: east).destination(bearing: 0, meters: north)
  }

  private static func list(
    _ places: [Coordinate], columns: Int = 120, rows: Int = 40, glyphs: GlyphLevel = .full,
    id: (Int) -> String = { "car-\($0)" }
  ) -> SampleTripList {
    var list = SampleTripList(.empty, columns: columns, rows: rows, glyphs: glyphs)
    list.state.map = MapSnapshot(isAutoCamera: false)
    if columns < 60 { list.state.view.shown = .map }
    for (number, place) in places.enumerated() {
      var trip = SampleRide.toPickup
      trip.vehicleID = id(number)
      trip.lastLocation?.location = place
      list.add("ride-\(number)", trip, age: 2)
    }
    list.arrange()
    if let camera = list.state.nextCamera() { list.state.map?.camera = camera }
    return list
  }

  /// The cells of the map as text.
  private static func map(_ list: SampleTripList) -> String {
    let (frame, rect) = (list.frame, list.state.parts.map)
    var part = Frame(size: rect.size)
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        part[column, row] = frame[rect.minColumn + column, rect.minRow + row]
      }
    }
    return SampleView.text(part)
  }

  private static func scene(_ list: SampleTripList) throws -> MapScene {
    let markers = try #require(list.state.markers(list.settings))
    return list.canvas().scene(of: try #require(list.state.map), markers)
  }

  @Test(arguments: GlyphLevel.allCases)
  func `The map of a list of trips names each vehicle`(_ glyphs: GlyphLevel) {
    let list = Self.list(
      [Self.milan, Self.place(3_000), Self.place(1_000, 2_000)], glyphs: glyphs)
    for id in ["car-0", "car-1", "car-2"] { #expect(Self.map(list).contains(id)) }
  }

  @Test(arguments: sizes, [1, 6, 200])
  func `The names on the map of a list of trips touch no other text`(
    _ size: (columns: Int, rows: Int), count: Int
  ) throws {
    let places = (0..<count).map { Self.place(Double($0 * 37 % 4_000), Double($0 * 91 % 3_000)) }
    let list = Self.list(places, columns: size.columns, rows: size.rows)
    let area = list.state.parts.map
    guard area.columns > 0, let camera = list.state.map?.camera else { return }
    var scene = try Self.scene(list)
    // The name of the selected vehicle has a place in any case.
    scene.markers.indices.forEach { scene.markers[$0].name?.isRequired = false }
    let rects = MapRenderer().textRects(of: scene, camera: camera, rect: area)
    for (place, rect) in rects.enumerated() {
      #expect(rect.intersection(area) == rect)
      #expect(!rects[..<place].contains { $0.overlaps(rect) })
    }
  }

  @Test(arguments: sizes)
  func `The map of a list of trips always names the selected vehicle`(
    _ size: (columns: Int, rows: Int)
  ) {
    let places = (0..<200).map { Self.place(Double($0 * 37 % 4_000), Double($0 * 91 % 3_000)) }
    var list = Self.list(places, columns: size.columns, rows: size.rows)
    guard list.state.parts.map.rows > 1 else { return }
    for _ in 0..<20 {
      for _ in 0..<7 { list.press("j") }
      let id = list.state.selectedTrip?.trip?.vehicleID ?? ""
      // At the least its end.
      #expect(Self.map(list).contains(id.suffix(3)), "\(id):\n\(Self.map(list))")
    }
  }

  @Test func `A crowded map of a list of trips has fewer names than vehicles`() throws {
    let places = (0..<200).map { Self.place(Double($0 * 370 % 40_000), Double($0 * 910 % 30_000)) }
    let list = Self.list(places, columns: 80, rows: 24)
    let words = Self.map(list).split(whereSeparator: \.isWhitespace)
    let names = words.filter { $0.hasPrefix("car-") }
    #expect(!names.isEmpty && names.count < 30)
  }

  @Test func `A click on a vehicle's name selects its trip`() throws {
    var list = Self.list([Self.milan, Self.place(3_000, 500)])
    let camera = try #require(list.state.map?.camera)
    let viewport = Viewport(camera: camera, rect: list.state.parts.map)
    let cell = try #require(viewport.cell(of: Self.place(3_000, 500)))
    let row = Array(list.frame.rows[cell.row])
    let start = try #require(
      row.indices.last { String(row[$0...].prefix(5)) == "car-1" })
    #expect(list.click(row: cell.row, column: start + 2).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-1")
  }

  @Test(arguments: GlyphLevel.allCases)
  func `Hostile names on the map of a list of trips are cut and have no control characters`(
    _ glyphs: GlyphLevel
  ) {
    let list = Self.list([Self.milan, Self.place(2_000, 900)], glyphs: glyphs) { number in
      "\u{1B}[2J\u{202E}" + String(repeating: "車", count: 500) + "\u{7}\(number)"
    }
    let text = list.text
    let controls = text.unicodeScalars.filter { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" }
    #expect(controls.isEmpty)
    let map = Self.map(list)
    #expect(map.split(separator: "\n").allSatisfy { SafeText(String($0)).width <= 120 })
    let others = map.unicodeScalars.filter { !$0.isASCII }
    if glyphs == .ascii { #expect(others.isEmpty) }
  }

  /// A vehicle that has reported some places.
  private static func driven(_ count: Int) -> SampleTripList {
    var list = Self.list([milan, place(4_000, 3_000)])
    for step in 1..<count {
      list.change("ride-0") { $0.trip?.lastLocation?.location = place(Double(step) * 150) }
    }
    return list
  }

  @Test func `A vehicle's trail has a dozen places at most, and ends with its present one`() {
    let trail = Self.driven(40).state.trips[0].trail
    #expect(trail.count == 12)
    #expect(trail.last == Self.place(39 * 150))
    #expect(trail.first == Self.place(28 * 150))
    var list = Self.driven(5)
    #expect(list.state.trips[0].trail.count == 5)
    // The same place twice is one.
    list.change("ride-0") { $0.polling.totalUpdates += 1 }
    #expect(list.state.trips[0].trail.count == 5)
  }

  @Test func `A vehicle's trail begins again where its way is not known`() {
    var list = Self.driven(5)
    list.change("ride-0") { $0.trip?.lastLocation?.location = Self.place(90_000) }
    #expect(list.state.trips[0].trail == [Self.place(90_000)])
    list = Self.driven(5)
    list.change("ride-0") {
      $0.trip?.vehicleID = "car-9"
      $0.trip?.lastLocation?.location = Self.place(10)
    }
    #expect(list.state.trips[0].trail == [Self.place(10)])
  }

  @Test(arguments: [false, true])
  func `A vehicle's trail is dimmer where it is older`(_ hasExactColors: Bool) throws {
    var list = Self.driven(12)
    list.settings.hasExactColors = hasExactColors
    let lines = try Self.scene(list).polylines.filter { $0.zIndex == -1 }
    #expect(lines.count == 3)
    let ground = try #require(list.settings.palette.fill(.land))
    let contrasts = lines.map { $0.style.cellStyle.foreground.contrast(with: ground) }
    #expect(contrasts == contrasts.sorted(by: >) && Set(contrasts).count == 3)
    #expect(contrasts.allSatisfy { $0 > 1 })
  }

  @Test func `A vehicle has no trail without colors, and after its ride`() throws {
    var list = Self.driven(12)
    list.settings.theme = .mono
    #expect(try Self.scene(list).polylines.filter { $0.zIndex == -1 }.isEmpty)
    list.settings.theme = .auto
    list.change("ride-0") { $0.trip?.status = .complete }
    list.pass(ListedTrip.settlingTime)
    #expect(try Self.scene(list).polylines.filter { $0.zIndex == -1 }.isEmpty)
  }
}
