import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The map of a list of trips` {
  private static let name = "providers/demo-project/trips/"
  private static let milan = Coordinate(latitude: 45.464, longitude: 9.19)

  /// A list with a map and a vehicle for each place.
  private static func list(
    _ places: [Coordinate?], columns: Int = 120, rows: Int = 40
  ) -> SampleTripList {
    var list = SampleTripList(.empty, columns: columns, rows: rows)
    list.state.map = MapSnapshot(isAutoCamera: false)
    for (number, place) in places.enumerated() {
      var trip = SampleRide.toPickup
      trip.vehicleID = "car-\(number)"
      trip.lastLocation?.location = place
      list.add("ride-\(number)", trip, age: 2)
    }
    list.arrange()
    look(&list)
    return list
  }

  /// Lets the map follow the list's camera, as the program does.
  @discardableResult private static func look(_ list: inout SampleTripList) -> Camera? {
    let camera = list.state.nextCamera()
    if let camera { list.state.map?.camera = camera }
    return camera
  }

  private static func place(_ east: Double, _ north: Double = 0) -> Coordinate {
    milan.destination(bearing: 90, meters: east).destination(bearing: 0, meters: north)
  }

  private static func shows(_ list: SampleTripList, _ place: Coordinate) -> Bool {
    guard let camera = list.state.map?.camera else { return false }
    return Viewport(camera: camera, rect: list.state.parts.map).cell(of: place) != nil
  }

  @Test func `The map of a list of trips is next to the list, below it or on a page of its own`() {
    func parts(_ columns: Int, _ rows: Int, _ shown: TripListView.Shown = .both) -> TripListLayout {
      TripListLayout(
        size: GridSize(columns: columns, rows: rows), shown: shown, hasMap: true, trips: 50)
    }
    let wide = parts(120, 40)
    #expect(wide.list.maxColumn < wide.map.minColumn)
    #expect(wide.map.maxColumn == 120 && wide.map.columns > 60)
    let narrow = parts(80, 24)
    #expect(narrow.list.maxRow < narrow.map.minRow)
    #expect(narrow.map.columns == 80 && narrow.map.rows > narrow.list.rows)
    #expect(parts(50, 30).map.rows > 10)
    #expect(parts(80, 18).map.columns == 0)
    #expect(parts(80, 18, .map).list.rows == 0)
    #expect(parts(80, 18, .map).map.rows > 10)
    #expect(parts(120, 40, .list).list.columns == 120)
    #expect(parts(16, 5, .map).map.columns == 0)
  }

  @Test func `The map of a list of trips takes the rows that few trips leave`() {
    let few = Self.list([Self.milan], columns: 80, rows: 30).state.parts
    let many = Self.list((0..<40).map { Self.place(Double($0)) }, columns: 80, rows: 30).state.parts
    #expect(few.map.rows > many.map.rows)
    #expect(many.list.rows > 5)
  }

  @Test func `The z key shows the list, the map or both, and says where there is no room`() {
    var list = Self.list([Self.milan])
    list.press("z")
    #expect(list.state.parts.list.rows == 0)
    list.press("z")
    #expect(list.state.parts.map.columns == 0)
    list.press("z")
    #expect(list.state.parts.isBeside)
    var small = Self.list([Self.milan], columns: 16, rows: 6)
    small.press("z")
    #expect(small.state.notice?.text == ViewerText.noMapHere)
    var flat = Self.list([Self.milan], columns: 80, rows: 18)
    flat.press("z")
    #expect(flat.state.parts.list.rows == 0)
    flat.press("z")
    #expect(flat.state.parts.map.rows == 0)
  }

  @Test func `The camera of a list of trips frames all vehicles, also in two cities`() {
    let naples = Coordinate(latitude: 40.85, longitude: 14.27)
    var list = Self.list([Self.milan, Self.place(2_000), naples, nil])
    #expect(Self.shows(list, Self.milan) && Self.shows(list, naples))
    // A vehicle that stays in view moves no camera.
    list.change("ride-0") { $0.trip?.lastLocation?.location = Self.place(500) }
    #expect(Self.look(&list) == nil)
    let palermo = Coordinate(latitude: 38.11, longitude: 13.36)
    list.change("ride-0") { $0.trip?.lastLocation?.location = palermo }
    #expect(Self.look(&list) != nil)
    #expect(Self.shows(list, palermo))
    // Vehicles that come much closer together are shown larger.
    list.change("ride-2") { $0.trip?.lastLocation?.location = palermo }
    list.change("ride-1") { $0.trip?.lastLocation?.location = palermo }
    let zoom = list.state.view.camera?.zoom ?? 0
    #expect(Self.look(&list)?.zoom ?? 0 > zoom + 1)
  }

  @Test func `The map of a list of trips without locations says so`() {
    let list = Self.list([nil, nil])
    #expect(list.state.map?.camera == nil)
    #expect(list.text.contains(ViewerText.noLocations))
    #expect(Self.list([]).text.contains(ViewerText.noLocations))
  }

  @Test func `The a key makes the camera follow the selected trip, and show all again`() {
    var list = Self.list([Self.milan, Self.place(3_000), nil])
    list.press("a")
    #expect(Self.look(&list)?.center == Self.milan)
    #expect(!Self.shows(list, Self.place(3_000)))
    list.press("j")
    #expect(Self.look(&list)?.center == Self.place(3_000))
    // A vehicle is followed when it leaves the middle, with the zoom that the user has set.
    list.change("ride-1") { $0.trip?.lastLocation?.location = Self.place(3_010) }
    #expect(Self.look(&list) == nil)
    list.press("+")
    let zoom = list.state.view.camera?.zoom
    list.change("ride-1") { $0.trip?.lastLocation?.location = Self.place(6_000) }
    #expect(Self.look(&list)?.center == Self.place(6_000))
    #expect(list.state.view.camera?.zoom == zoom)
    // A trip without a location leaves the map where it is.
    list.press("j")
    #expect(Self.look(&list) == nil)
    list.press("a")
    Self.look(&list)
    #expect(Self.shows(list, Self.milan) && Self.shows(list, Self.place(6_000)))
  }

  @Test func `A map of a list that the user moves stays until f shows all vehicles`() {
    var list = Self.list([Self.milan, Self.place(3_000)])
    let home = list.state.view.camera
    guard case .look(let camera) = list.press("L").first else {
      Issue.record("The map does not move.")
      return
    }
    list.state.map?.camera = camera
    list.change("ride-1") { $0.trip?.lastLocation?.location = Self.place(90_000) }
    #expect(Self.look(&list) == nil)
    #expect(list.text.contains(ViewerText.free))
    list.change("ride-1") { $0.trip?.lastLocation?.location = Self.place(3_000) }
    list.press("f")
    Self.look(&list)
    #expect(list.state.view.camera == home)
    let area = list.state.parts.map
    let point = GridPoint(column: area.minColumn + 3, row: area.minRow + 3)
    list.apply(.mouse(MouseEvent(.wheelUp, at: point)))
    #expect(list.state.view.aim == .free)
    #expect(list.state.view.camera?.zoom ?? 0 > home?.zoom ?? 0)
    // The wheel over the list moves in the list.
    list.apply(.mouse(MouseEvent(.wheelDown, at: GridPoint(column: 3, row: 5))))
    #expect(list.state.selectedLine == 1)
  }

  @Test func `Vehicles of a list that would overlap share a marker with their number`() {
    var list = Self.list([Self.milan, Self.place(10), Self.place(20), Self.place(3_000)])
    list.press("G")
    let markers = list.state.markers(list.settings)
    #expect(markers?.markers.count == 2)
    #expect(markers?.markers.first?.glyph == .vehicles(3))
    #expect(markers?.lines == [0, 3])
    #expect(list.text.contains(" 3 "))
    // The selected vehicle has a marker of its own, above the others.
    list.press(.home)
    list.press("j")
    let shown = list.state.markers(list.settings)
    #expect(shown?.markers.first?.glyph == .vehicles(2))
    #expect(shown?.markers.last?.zIndex == .max)
    #expect(shown?.lines == [0, 3, 1])
  }

  @Test func `A list of trips of one vehicle has one marker, and none for trips that are over`() {
    var list = Self.list([Self.milan, Self.place(2_000)])
    list.change("ride-1") { $0.trip?.vehicleID = "car-0" }
    #expect(list.state.vehicles.map(\.line) == [0])
    list.change("ride-0") { $0.trip = SampleRide.complete }
    list.pass(ListedTrip.settlingTime)
    #expect(list.listed == ["ride-1", "ride-0"])
    list.press("k")
    #expect(list.state.vehicles.map(\.line) == [0])
  }

  @Test func `A filter of a list of trips narrows its map too`() {
    var list = Self.list([Self.milan, Self.place(9_000)])
    list.press("/")
    list.type("ride-1")
    Self.look(&list)
    #expect(list.state.vehicles.count == 1)
    #expect(!Self.shows(list, Self.milan))
  }

  @Test func `A click on a vehicle of a list selects its trip, and another opens it`() throws {
    var list = Self.list([Self.milan, Self.place(3_000, 500)])
    let camera = try #require(list.state.map?.camera)
    let viewport = Viewport(camera: camera, rect: list.state.parts.map)
    let cell = try #require(viewport.cell(of: Self.place(3_000, 500)))
    #expect(list.click(row: cell.row, column: cell.column).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-1")
    #expect(list.click(row: cell.row, column: cell.column) == [.open(Self.name + "ride-1")])
    // Elsewhere a click selects nothing.
    #expect(list.click(row: cell.row + 4, column: cell.column).isEmpty)
    #expect(list.state.selectedTrip?.tripID == "ride-1")
  }

  @Test func `The map of a list follows a resized window`() {
    var list = Self.list([Self.milan, Self.place(4_000, 4_000)])
    list.apply(.resize(GridSize(columns: 60, rows: 24)))
    #expect(Self.look(&list) != nil)
    #expect(Self.shows(list, Self.milan) && Self.shows(list, Self.place(4_000, 4_000)))
  }

  @Test func `A list of five hundred vehicles has markers that do not overlap`() throws {
    let places = (0..<500).map { Self.place(Double($0 * 37 % 4_000), Double($0 * 91 % 3_000)) }
    let list = Self.list(places)
    let markers = try #require(list.state.markers(list.settings))
    #expect(markers.hidden == 0)
    #expect(markers.markers.count < 500)
    let counts = markers.markers.map { marker in
      if case .vehicles(let count) = marker.glyph { count } else { 1 }
    }
    #expect(counts.reduce(0, +) == 500)
  }

  @Test func `Keys of the map have no effect in a list without a map`() {
    var list = SampleTripList(.mixed)
    for key: Character in ["z", "w", "a", "f", "+", "-", "H", "L"] {
      #expect(list.press(key).isEmpty)
    }
    #expect(list.state.view == TripListView())
  }
}
