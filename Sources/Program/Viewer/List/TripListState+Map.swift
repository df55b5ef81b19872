internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas

extension TripListState {
  private static let zooms = 2.0...15.0
  /// The smallest zoom when the camera begins to follow a vehicle.
  private static let followZoom = 14.0
  /// The part of the map in which a followed vehicle moves before the camera does.
  private static let calmPart = 0.5
  /// How much closer the camera could be before it moves closer to all vehicles.
  private static let slack = 0.75

  /// The vehicles of the listed trips that are not over, each once, with the lines of their trips.
  ///
  /// The selected trip comes first and is included even if it is over.
  var vehicles: [(line: Int, place: Coordinate)] {
    var known: Set<String> = []
    var vehicles: [(line: Int, place: Coordinate)] = []
    let selectedLine = selectedLine
    func add(_ line: Int) {
      // By index, because copying thousands of trips is slow.
      let index = order[line]
      guard line == selectedLine || trips[index].rank != .ended, let place = trips[index].location,
        trips[index].trip?.vehicleID.map({ known.insert($0).inserted }) ?? true
      else { return }
      vehicles.append((line, place))
    }
    if let selectedLine { add(selectedLine) }
    for line in order.indices where line != selectedLine { add(line) }
    return vehicles
  }

  private var mapBounds: Rect { parts.map.size.bounds }

  /// Chooses where the camera goes next; nil to leave it.
  mutating func nextCamera() -> Camera? {
    let size = parts.map.size
    guard size.columns > 0, size.rows > 0 else { return nil }
    let isResized = size != view.mapSize
    view.mapSize = size
    let aim: Camera?
    switch view.aim {
    case .free: return nil
    case .all: aim = cameraOnAll(isResized: isResized)
    case .selected: aim = cameraOnSelected(isResized: isResized)
    }
    guard let aim, aim != view.camera else { return nil }
    view.camera = aim
    return aim
  }

  private func cameraOnAll(isResized: Bool) -> Camera? {
    let places = vehicles.map(\.place)
    guard
      let ideal = CameraFit.camera(
        showing: places, in: mapBounds.size, padding: 0.08, zoomRange: Self.zooms)
    else { return nil }
    guard !isResized, let camera = view.camera, ideal.zoom - camera.zoom < Self.slack else {
      return ideal
    }
    let viewport = Viewport(camera: camera, rect: mapBounds)
    return places.allSatisfy { viewport.shows($0, inMiddle: 0.96) } ? nil : ideal
  }

  private mutating func cameraOnSelected(isResized: Bool) -> Camera? {
    guard let trip = selectedTrip, let place = trip.location else { return nil }
    let isNew = view.followed != trip.name
    let zoom = max(view.camera?.zoom ?? 0, view.followed == nil ? Self.followZoom : 0)
    view.followed = trip.name
    if !isNew, !isResized, let camera = view.camera,
      Viewport(camera: camera, rect: mapBounds).shows(place, inMiddle: Self.calmPart)
    {
      return nil
    }
    return Camera(center: place, zoom: zoom)
  }

  /// Follows the selected trip's vehicle, or shows all again.
  mutating func toggleFollowing(now: Duration) {
    guard view.aim != .selected else {
      fitAll()
      return say(ViewerText.showingAllVehicles, now: now)
    }
    (view.aim, view.followed) = (.selected, nil)
    say(selectedTrip.map { ViewerText.following($0.tripID) } ?? ViewerText.nothingToFit, now: now)
  }

  mutating func fitAll() {
    view.aim = .all
    view.mapSize = GridSize(columns: 0, rows: 0)
  }

  /// Zooms around a cell of the screen, or the middle; a followed vehicle stays followed.
  mutating func zoom(_ steps: Double, around point: GridPoint? = nil) -> [Command] {
    guard hasMap, let camera = view.camera ?? map?.camera else { return [] }
    let area = parts.map
    let cell = point.map {
      GridPoint(column: $0.column - area.minColumn, row: $0.row - area.minRow)
    }
    if view.aim != .selected || cell != nil { view.aim = .free }
    return look(camera.zoomed(by: steps, around: cell, in: mapBounds))
  }

  mutating func pan(columns: Int, rows: Int) -> [Command] {
    guard hasMap, let camera = view.camera ?? map?.camera else { return [] }
    view.aim = .free
    return look(camera.panned(byColumns: columns, rows: rows))
  }

  private mutating func look(_ camera: Camera) -> [Command] {
    view.camera = camera
    return [.look(camera)]
  }

  var hasMap: Bool { parts.map.columns > 0 && parts.map.rows > 0 }

  /// Shows the next combination of list and map that looks different.
  mutating func showNextParts(now: Duration) -> [Command] {
    let before = parts
    var next = view
    for _ in TripListView.Shown.allCases {
      next.shown = next.shown.next
      guard parts(next.shown) == before else {
        view = next
        return resize(to: size)
      }
    }
    return notify(ViewerText.noMapHere, now: now)
  }

  var isCardOpen: Bool { isCardShown || filter.query != nil }
  func isMapShown(at point: GridPoint) -> Bool { parts.map.contains(point) && !isCardShown }

  mutating func dragMap(columns: Int, rows: Int) -> [Command] { pan(columns: columns, rows: rows) }

  /// The markers on the map; nil without a camera.
  func markers(_ settings: ViewerSettings) -> FleetMarkers? {
    guard hasMap, let camera = map?.camera else { return nil }
    let viewport = Viewport(camera: camera, rect: parts.map, kind: settings.dotGrid)
    return FleetMarkers(of: self, in: viewport, settings)
  }
}

/// The markers of a list's vehicles; vehicles that would overlap share one with their number.
struct FleetMarkers: Equatable {
  private struct Group {
    let line: Int
    let place: Coordinate
    var rank: ListedTrip.Rank
    var count = 1
  }

  private(set) var markers: [MapMarker] = []
  /// The line of each marker's trip, the first one's of a group.
  private(set) var lines: [Int] = []
  /// The vehicles outside of the map.
  private(set) var hidden = 0

  init(of state: TripListState, in viewport: Viewport, _ settings: ViewerSettings) {
    let area = viewport.rect
    guard area.columns >= Self.columns, area.rows > 0 else { return }
    var groups: [Group] = []
    // The group that covers each cell.
    var owners = [Int](repeating: -1, count: area.columns * area.rows)
    let selectedLine = state.selectedLine
    var selected: Group?
    for (line, place) in state.vehicles {
      let rank = state.trips[state.order[line]].rank
      let cell = viewport.cell(of: place)
      if cell == nil { hidden += 1 }
      if line == selectedLine {
        selected = Group(line: line, place: place, rank: rank)
        continue
      }
      guard let cell else { continue }
      let column = min(max(0, cell.column - area.minColumn - 1), area.columns - Self.columns)
      let start = (cell.row - area.minRow) * area.columns + column
      let cells = start..<start + Self.columns
      if let owner = owners[cells].first(where: { $0 >= 0 }) {
        groups[owner].count += 1
        groups[owner].rank = min(groups[owner].rank, rank)
      } else {
        for index in cells { owners[index] = groups.count }
        groups.append(Group(line: line, place: place, rank: rank))
      }
    }
    for group in groups { add(group, state, settings) }
    if let selected { add(selected, state, settings, isSelected: true) }
  }

  /// The width of a marker.
  private static let columns = 3

  private mutating func add(
    _ group: Group, _ state: TripListState, _ settings: ViewerSettings, isSelected: Bool = false
  ) {
    let trip = state.trips[state.order[group.line]]
    let isOld = group.rank.needsAttention && group.rank != .late
    // A vehicle does not move for a trip that is over.
    let heading =
      group.rank == .ended ? nil : trip.vehicle?.heading ?? trip.trip?.lastLocation?.heading
    let glyph: MarkerGlyph =
      group.count > 1
      ? .vehicles(group.count) : .vehicle(heading: heading.map(Double.init), isOld: isOld)
    markers.append(
      MapMarker(
        coordinate: group.place, glyph: glyph,
        style: isSelected ? settings.palette.selectedMarker : settings.palette.marker(group.rank),
        zIndex: isSelected ? .max : 0, rank: -group.rank.rawValue, edgeHint: isSelected ? "V" : nil)
    )
    lines.append(group.line)
  }
}

extension ColorTable {
  fileprivate func marker(_ rank: ListedTrip.Rank) -> CellStyle {
    var style: CellStyle =
      switch rank {
      case .actionNeeded: self[.failure]
      case .stale, .vehicleQuiet, .late, .connecting: self[.warning]
      case .live: self[.good]
      case .free: .plain
      case .ended: self[.quiet]
      }
    // Without colors, only the selected marker is reversed.
    if style.foreground != .standard { style.attributes.insert(.reverse) }
    return style
  }

  fileprivate var selectedMarker: CellStyle {
    var style = self[.vehicle]
    style.attributes.insert(.underline)
    return style
  }
}
