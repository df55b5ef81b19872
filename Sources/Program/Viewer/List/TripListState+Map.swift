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

  /// The part of the map that no card covers, from the map's top left; the map if that is too small.
  var freeMap: Rect {
    let parts = parts
    let map = parts.map
    let cards = [parts.listCard].compactMap(\.self) + parts.worstCards
    let left = cards.filter { $0.minColumn == map.minColumn }.map(\.maxColumn).max()
    let right = cards.filter { $0.maxColumn == map.maxColumn }.map(\.minColumn).min()
    let (start, end) = (left ?? map.minColumn, right ?? map.maxColumn)
    guard end - start >= map.columns / 4 else { return mapBounds }
    return Rect(column: start - map.minColumn, row: 0, columns: end - start, rows: map.rows)
  }

  /// A camera for the map's free part as one for the map, or the other way round.
  private func moved(_ camera: Camera, ontoMap isOntoMap: Bool) -> Camera {
    let free = freeMap
    let columns = mapBounds.columns / 2 - free.minColumn - free.columns / 2
    // Without a move, the camera stays exactly the same.
    return columns == 0
      ? camera : camera.panned(byColumns: isOntoMap ? columns : -columns, rows: 0)
  }

  /// The view of a camera in the map's free part.
  private func freeViewport(_ camera: Camera) -> Viewport {
    Viewport(camera: moved(camera, ontoMap: false), rect: freeMap.size.bounds)
  }

  private func cameraOnAll(isResized: Bool) -> Camera? {
    let places = vehicles.map(\.place)
    guard
      let fit = CameraFit.camera(
        showing: places, in: freeMap.size, padding: 0.08, zoomRange: Self.zooms)
    else { return nil }
    let ideal = moved(fit, ontoMap: true)
    guard !isResized, let camera = view.camera, ideal.zoom - camera.zoom < Self.slack else {
      return ideal
    }
    let viewport = freeViewport(camera)
    return places.allSatisfy { viewport.shows($0, inMiddle: 0.96) } ? nil : ideal
  }

  private mutating func cameraOnSelected(isResized: Bool) -> Camera? {
    guard let trip = selectedTrip, let place = trip.location else { return nil }
    let isNew = view.followed != trip.name
    let zoom = max(view.camera?.zoom ?? 0, view.followed == nil ? Self.followZoom : 0)
    view.followed = trip.name
    if !isNew, !isResized, let camera = view.camera,
      freeViewport(camera).shows(place, inMiddle: Self.calmPart)
    {
      return nil
    }
    return moved(Camera(center: place, zoom: zoom), ontoMap: true)
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

  /// Chooses the trip of a marker; one of several vehicles is zoomed, until they have markers of their own.
  mutating func clickMap(at point: GridPoint, at moment: InputMoment) -> [Command] {
    let screen = ScreenMoment(
      state: self, settings: moment.settings, now: moment.now, wall: moment.wall)
    guard let marker = screen.marker(at: point) else { return [] }
    let before = view.camera ?? map?.camera
    if marker.isShared {
      let commands = zoom(Self.clusterZoom, around: point)
      if view.camera != before { return commands }
    }
    return choose(marker.line, at: moment)
  }

  private static let clusterZoom = 2.0

  private mutating func look(_ camera: Camera) -> [Command] {
    view.camera = camera
    return [.look(camera)]
  }

  var hasMap: Bool { parts.map.columns > 0 && parts.map.rows > 0 }

  /// Shows parts of the screen, or the next ones that look different.
  mutating func show(_ shown: TripListView.Shown, now: Duration) -> [Command] {
    let before = parts
    var shown = shown
    for _ in TripListView.Shown.parts {
      guard parts(shown) == before else {
        view.shown = shown
        return resize(to: size)
      }
      shown = shown.next
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

/// The markers of a list's vehicles; those that would overlap, or are close in a crowd, share one with their number.
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
    let vehicles = state.vehicles.map { ($0.line, $0.place, viewport.cell(of: $0.place)) }
    hidden = vehicles.count { $0.2 == nil }
    let reach = vehicles.count - hidden > Self.crowd ? Self.clusterReach : (columns: 0, rows: 0)
    for (line, place, cell) in vehicles {
      let rank = state.trips[state.order[line]].rank
      if line == selectedLine {
        selected = Group(line: line, place: place, rank: rank)
        continue
      }
      guard let cell else { continue }
      let column = min(max(0, cell.column - area.minColumn - 1), area.columns - Self.columns)
      let row = cell.row - area.minRow
      let cells = (column..<column + Self.columns).map { row * area.columns + $0 }
      if let owner = cells.lazy.map({ owners[$0] }).first(where: { $0 >= 0 }) {
        groups[owner].count += 1
        groups[owner].rank = min(groups[owner].rank, rank)
        continue
      }
      for row in max(0, row - reach.rows)...min(area.rows - 1, row + reach.rows) {
        let first = max(0, column - reach.columns)
        let end = min(area.columns, column + Self.columns + reach.columns)
        for index in row * area.columns + first..<row * area.columns + end where owners[index] < 0 {
          owners[index] = groups.count
        }
      }
      groups.append(Group(line: line, place: place, rank: rank))
    }
    for group in groups { add(group, state, settings) }
    if let selected { add(selected, state, settings, isSelected: true) }
  }

  /// With more vehicles on the map, those that are near each other share a marker, too.
  private static let crowd = 50
  /// With more than ``crowd`` vehicles, a marker also stands for those within these cells of it.
  private static let clusterReach = (columns: 5, rows: 2)
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
