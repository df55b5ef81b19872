internal import CellGrid
internal import VectorTiles

/// Finds the names that may be shown on a map, and their places.
struct BaseMapNames {
  /// The number of candidates for each name that there is room for.
  private static let choice = 6
  /// The most places that are tried for a name on one piece of a line.
  private static let mostPlaces = 4

  /// The number of pieces of a name that are used.
  private static let pieces = 3

  private let viewport: Viewport
  private let style: BaseMapStyle
  /// The style of each class's names at this zoom; nil for classes whose names are not shown.
  private let styles: [CellStyle?]

  init(viewport: Viewport, style: BaseMapStyle) {
    self.viewport = viewport
    self.style = style
    let zoom = viewport.camera.zoom
    styles = MapFeatureClass.allCases.map { featureClass in
      style.name(featureClass).flatMap { $0.zooms.contains(zoom) ? $0.style : nil }
    }
  }

  /// The next name of a tile that has not been considered.
  private typealias Head = (tile: Int, mark: Int)

  /// The most important names in sight, more than there is room for.
  func candidates(_ tiles: inout [TileNames], _ placed: [PlacedTile]) -> [LabelCandidate] {
    let most = LabelPlacer.budget(viewport.rect.size) * Self.choice
    var heads: [Head] = tiles.indices.compactMap { tile in
      guard !placed[tile].clip.isEmpty else { return nil }
      return nextMark(of: tiles[tile], from: 0, placed[tile]).map { (tile, $0) }
    }
    var candidates: [LabelCandidate] = []
    candidates.reserveCapacity(most)
    // By rank over all tiles, so that the names of one tile do not take all the room.
    var known: [UInt64: Int] = [:]
    var visited = 0
    while candidates.count < most, visited < most * Self.pieces,
      let first = heads.indices.min(by: { isBefore(heads[$0], heads[$1], tiles) })
    {
      let (tile, mark) = heads[first]
      visited += 1
      if let candidate = candidate(mark, of: &tiles[tile], placed[tile]) {
        // The pieces of a street are one name, which leaves room for others.
        if let index = known[candidate.order] {
          let room = max(0, Self.mostPlaces * Self.pieces - candidates[index].places.count)
          candidates[index].places += candidate.places.prefix(room)
        } else {
          known[candidate.order] = candidates.count
          candidates.append(candidate)
        }
      }
      if let next = nextMark(of: tiles[tile], from: mark + 1, placed[tile]) {
        heads[first].mark = next
      } else {
        heads.remove(at: first)
      }
    }
    return candidates
  }

  /// The name of a street, on the line or next to it; nil if it is out of sight or cannot be shown.
  func candidate(
    of street: BaseMapStreet, _ tiles: inout [TileNames], _ placed: [PlacedTile]
  ) -> LabelCandidate? {
    let text = SafeText(street.name)
    guard !text.isEmpty, letters.contain(text) else { return nil }
    var places: [LabelCandidate.Place] = []
    for tile in tiles.indices where !placed[tile].clip.isEmpty {
      for mark in tiles[tile].marks(named: street.name) {
        places += self.places(tiles[tile].name(of: mark), tiles[tile], placed[tile])
      }
    }
    // The ride is often on the line, so the name may go above or below.
    let moved = [0, -1, 1].flatMap { rows in places.map { $0.moved(rows: rows) } }
    guard let paint = style.name(street.featureClass), !moved.isEmpty else { return nil }
    var heavier = paint.style
    heavier.attributes.remove(.dim)
    return LabelCandidate(
      text: text, style: heavier, rank: .min, order: TileNames.order(street.name), places: moved)
  }

  private var letters: MapLetters { viewport.kind.isASCII ? .ascii : style.letters }

  private func isBefore(_ one: Head, _ other: Head, _ tiles: [TileNames]) -> Bool {
    let (mark, otherMark) = (tiles[one.tile].marks[one.mark], tiles[other.tile].marks[other.mark])
    return (mark.rank, mark.label, one.tile) < (otherMark.rank, otherMark.label, other.tile)
  }

  /// The index of a tile's next name that may be in sight.
  private func nextMark(of names: TileNames, from start: Int, _ placed: PlacedTile) -> Int? {
    var index = start
    while index < names.marks.count {
      let mark = names.marks[index]
      // Three points nearly always suffice; a long street that is in sight only between them gets its
      // name from the next tile, or after a small move.
      if styles[Int(mark.featureClass.rawValue)] != nil,
        isInSight(mark.first, placed) || isInSight(mark.last, placed)
          || isInSight(mark.middle, placed)
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// A name with its places; nil if it has none or cannot be shown.
  private func candidate(
    _ index: Int, of names: inout TileNames, _ placed: PlacedTile
  ) -> LabelCandidate? {
    let mark = names.marks[index]
    guard let style = styles[Int(mark.featureClass.rawValue)] else { return nil }
    let name = names.name(of: index)
    guard !name.text.isEmpty, letters.contain(name.text) else { return nil }
    let places = places(name, names, placed)
    guard !places.isEmpty else { return nil }
    return LabelCandidate(
      text: name.text, style: style, rank: mark.rank, order: name.order, places: places,
      isOfStream: mark.featureClass == .stream)
  }

  private func isInSight(_ point: TilePoint, _ placed: PlacedTile) -> Bool {
    let (x, y) = (placed.placement.column(point.x), placed.placement.row(point.y))
    return x >= placed.clip.minX && y >= placed.clip.minY && x < placed.clip.maxX
      && y < placed.clip.maxY
  }

  /// The places of a name's first character, best first.
  private func places(
    _ name: TileNames.Name, _ names: TileNames, _ placed: PlacedTile
  ) -> [LabelCandidate.Place] {
    var places: [LabelCandidate.Place] = []
    for index in name.anchors {
      let point = names.anchor(index)
      guard !name.isAlongLine || isInSight(point, placed) else { continue }
      places.append(place(around: point, width: name.text.width, placed))
      if places.count == Self.mostPlaces { break }
    }
    return places
  }

  private func place(
    around point: TilePoint, width: Int, _ placed: PlacedTile
  ) -> LabelCandidate.Place {
    let (across, down) = (viewport.kind.dotsAcross, viewport.kind.dotsDown)
    let column = Int(placed.placement.column(point.x)) / across - width / 2
    let row = Int(placed.placement.row(point.y)) / down
    let origin = viewport.originDot
    return LabelCandidate.Place(
      cell: GridPoint(column: column, row: row), worldColumn: column + Int(origin.column) / across,
      worldRow: row + Int(origin.row) / down)
  }
}
