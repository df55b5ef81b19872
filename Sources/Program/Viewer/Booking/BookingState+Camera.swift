internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension BookingState {
  private static let startZoom = 12.0
  private static let vehiclesZooms = 1.0...14.0
  private static let placesZooms = 1.0...17.0

  private var vehiclesCamera: Camera {
    fitCamera(sightings.map(\.place), zooms: Self.vehiclesZooms)
      ?? besideCard(Camera(center: Coordinate(latitude: 20, longitude: 0), zoom: 0))
  }

  /// The camera that shows places as large as possible; nil without places or without a map.
  func fitCamera(_ places: [Coordinate], zooms: ClosedRange<Double> = placesZooms) -> Camera? {
    guard hasMap else { return nil }
    return CameraFit.camera(
      showing: places, in: layout.uncoveredMap.size, padding: 0.15, zoomRange: zooms
    )
    .map(besideCard)
  }

  /// The camera that shows the same in the part of the map that no card covers.
  private func besideCard(_ camera: Camera) -> Camera {
    let covered = layout.coveredMap
    return camera.panned(byColumns: covered.columns / 2, rows: covered.rows / 2)
  }

  mutating func begin(now: Duration) -> [Command] {
    var commands: [Command] = [.readVehicles]
    if let request {
      step = .booking
      bookingSince = now
      commands.append(.book(request))
    }
    return commands + frame()
  }

  /// Shows the places of the step, for example after a change of the size.
  mutating func frame() -> [Command] {
    guard hasMap else { return [] }
    guard isChoosing else { return fitCamera(places).map { [.look($0)] } ?? [] }
    return home()
  }

  mutating func home() -> [Command] {
    if let start { return look(at: start, zoom: Self.startZoom) }
    // Only a given place can be chosen exactly.
    (cursor, pinned) = (middle, nil)
    return hasMap ? [.look(vehiclesCamera)] : []
  }

  mutating func look(at place: Coordinate, zoom: Double) -> [Command] {
    guard hasMap else { return [] }
    let camera = besideCard(Camera(center: place, zoom: zoom))
    pin(place, in: camera)
    return [.look(camera)]
  }

  /// Puts the cursor on a place, or in the middle if the place is not visible.
  mutating func pin(_ place: Coordinate, in camera: Camera) {
    let cell = viewport(camera).cell(of: place).flatMap { isFree($0) ? $0 : nil }
    (cursor, pinned) = (cell ?? middle, cell == nil ? nil : place)
  }

  /// Whether no card covers a cell of the map.
  private func isFree(_ cell: GridPoint) -> Bool {
    let size = layout.uncoveredMap.size
    return cell.column < size.columns && cell.row < size.rows
  }

  /// Shows the chosen places or, without any, the vehicles.
  mutating func fit(now: Duration) -> [Command] {
    let camera =
      places.isEmpty
      ? fitCamera(sightings.map(\.place), zooms: Self.vehiclesZooms) : fitCamera(places)
    guard let camera else { return hasMap ? notify(ViewerText.nothingToFit, now: now) : [] }
    isMoved = true
    guard isChoosing else { return [.glide(camera)] }
    pin(places.last ?? camera.center, in: camera)
    return [.look(camera)]
  }

  mutating func goToMyLocation(now: Duration) -> [Command] {
    guard let myLocation, hasMap else {
      return myLocation == nil ? notify(ViewerText.noMyLocation, now: now) : []
    }
    isMoved = true
    return look(at: myLocation, zoom: max(map?.camera?.zoom ?? 0, Self.startZoom))
  }

  /// Moves the cursor by cells; at the map's edge the map moves instead.
  mutating func moveCursor(columns: Int, rows: Int) -> [Command] {
    guard hasMap else { return [] }
    (isMoved, pinned) = (true, nil)
    let size = layout.uncoveredMap.size
    let across = Self.step(cursor.column, by: columns, count: size.columns, margin: 4)
    let down = Self.step(cursor.row, by: rows, count: size.rows, margin: 2)
    cursor = GridPoint(column: across.cell, row: down.cell)
    guard across.rest != 0 || down.rest != 0 else { return [] }
    return [.pan(columns: across.rest, rows: down.rest)]
  }

  func cell(at point: GridPoint) -> GridPoint {
    let area = layout.map
    return GridPoint(column: point.column - area.minColumn, row: point.row - area.minRow)
  }

  mutating func zoom(_ steps: Double, around cell: GridPoint) -> [Command] {
    guard hasMap, let camera = map?.camera else { return [] }
    let zoomed = camera.zoomed(by: steps, around: cell, in: viewport(camera).rect)
    if isChoosing, let place = cursorPlace { pin(place, in: zoomed) }
    isMoved = true
    return [.look(zoomed)]
  }

  var middle: GridPoint {
    let size = layout.uncoveredMap.size
    return GridPoint(column: size.columns / 2, row: size.rows / 2)
  }

  /// A cell after some steps inside a margin, and the steps left for the map.
  private static func step(
    _ cell: Int, by steps: Int, count: Int, margin: Int
  ) -> (cell: Int, rest: Int) {
    let margin = min(margin, (count - 1) / 2)
    let low = min(cell, margin)
    let high = max(cell, count - 1 - margin)
    let wanted = cell + steps
    let reached = max(low, min(high, wanted))
    return (reached, wanted - reached)
  }
}
