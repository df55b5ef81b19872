internal import CellGrid
internal import VectorTiles

/// Finds the names that may be written on a map, and where.
struct BaseMapNames {
  /// How many names are looked at for each that there is room for.
  private static let choice = 6
  /// The most places that one piece of a line offers its name.
  private static let mostPlaces = 4

  private let viewport: Viewport
  private let style: BaseMapStyle
  /// How names of each class are written at this zoom; nil for those that are not.
  private let styles: [CellStyle?]

  init(viewport: Viewport, style: BaseMapStyle) {
    self.viewport = viewport
    self.style = style
    let zoom = viewport.camera.zoom
    styles = MapFeatureClass.allCases.map { featureClass in
      style.name(featureClass).flatMap { $0.zooms.contains(zoom) ? $0.style : nil }
    }
  }

  /// A tile's names, from the most important to the least, as far as they have been looked at.
  private struct Queue {
    var tile: Int
    /// The next name that may be in sight.
    var mark: Int
  }

  /// The names in sight, as many of the most important ones as may find room.
  func candidates(_ tiles: inout [TileNames], _ placed: [PlacedTile]) -> [LabelCandidate] {
    let most = LabelContest.budget(viewport.rect.size) * Self.choice
    var queues = tiles.indices.compactMap { tile in
      placed[tile].clip.isEmpty ? nil : next(in: tiles[tile], tile, from: 0, placed[tile])
    }
    var candidates: [LabelCandidate] = []
    candidates.reserveCapacity(most)
    // Of one rank from all tiles in turn, so that the names of one do not take all the room.
    while candidates.count < most,
      let first = queues.indices.min(by: { isFirst(queues[$0], queues[$1], tiles) })
    {
      let (tile, mark) = (queues[first].tile, queues[first].mark)
      if let candidate = candidate(mark, of: &tiles[tile], placed[tile]) {
        candidates.append(candidate)
      }
      if let next = next(in: tiles[tile], tile, from: mark + 1, placed[tile]) {
        queues[first] = next
      } else {
        queues.remove(at: first)
      }
    }
    return candidates
  }

  /// A street's name, which may be beside the line as well as on it; nil if it is out of sight or
  /// cannot be written.
  func candidate(
    of street: BaseMapStreet,
    _ tiles: inout [TileNames],
    _ placed: [PlacedTile]
  ) -> LabelCandidate? {
    let text = SafeText(street.name)
    guard !text.isEmpty, letters.contain(text) else { return nil }
    var places: [LabelCandidate.Place] = []
    for tile in tiles.indices where !placed[tile].clip.isEmpty {
      for mark in tiles[tile].marks(named: street.name) {
        let name = tiles[tile].name(of: mark)
        places += self.places(name, tiles[tile], placed[tile])
      }
    }
    // The ride itself is often on the line, so its name goes above or below.
    let moved = [0, -1, 1].flatMap { rows in places.map { $0.moved(rows: rows) } }
    guard let paint = style.name(street.featureClass), !moved.isEmpty else { return nil }
    var heavier = paint.style
    heavier.attributes.remove(.dim)
    return LabelCandidate(
      text: text,
      style: heavier,
      rank: .min,
      order: TileNames.order(street.name),
      places: moved
    )
  }

  /// The characters that names may hold.
  private var letters: MapLetters { viewport.kind.isASCII ? .ascii : style.letters }

  private func isFirst(_ one: Queue, _ other: Queue, _ tiles: [TileNames]) -> Bool {
    let (mark, otherMark) = (tiles[one.tile].marks[one.mark], tiles[other.tile].marks[other.mark])
    return (mark.rank, mark.label, one.tile) < (otherMark.rank, otherMark.label, other.tile)
  }

  /// The next name of a tile that may be in sight.
  private func next(
    in names: TileNames,
    _ tile: Int,
    from start: Int,
    _ placed: PlacedTile
  ) -> Queue? {
    var index = start
    while index < names.marks.count {
      let mark = names.marks[index]
      // Three points tell nearly always; a long street that is in sight between them only is
      // written in the next tile or a moment later.
      if styles[Int(mark.featureClass.rawValue)] != nil,
        isInSight(mark.first, placed) || isInSight(mark.last, placed)
          || isInSight(mark.middle, placed)
      {
        return Queue(tile: tile, mark: index)
      }
      index += 1
    }
    return nil
  }

  /// A name with its places; nil if it cannot be written or has none.
  private func candidate(
    _ index: Int,
    of names: inout TileNames,
    _ placed: PlacedTile
  ) -> LabelCandidate? {
    let mark = names.marks[index]
    guard let style = styles[Int(mark.featureClass.rawValue)] else { return nil }
    let name = names.name(of: index)
    guard !name.text.isEmpty, letters.contain(name.text) else { return nil }
    let places = places(name, names, placed)
    guard !places.isEmpty else { return nil }
    return LabelCandidate(
      text: name.text,
      style: style,
      rank: mark.rank,
      order: name.order,
      places: places
    )
  }

  private func isInSight(_ point: TilePoint, _ placed: PlacedTile) -> Bool {
    let (x, y) = (placed.placement.column(point.x), placed.placement.row(point.y))
    return x >= placed.clip.minX && y >= placed.clip.minY && x < placed.clip.maxX
      && y < placed.clip.maxY
  }

  /// Where a name may begin, best first.
  private func places(
    _ name: TileNames.Name,
    _ names: TileNames,
    _ placed: PlacedTile
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
    around point: TilePoint,
    width: Int,
    _ placed: PlacedTile
  ) -> LabelCandidate.Place {
    let (across, down) = (viewport.kind.dotsAcross, viewport.kind.dotsDown)
    let column = Int(placed.placement.column(point.x)) / across - width / 2
    let row = Int(placed.placement.row(point.y)) / down
    let origin = viewport.originDot
    return LabelCandidate.Place(
      cell: GridPoint(column: column, row: row),
      worldColumn: column + Int(origin.column) / across,
      worldRow: row + Int(origin.row) / down
    )
  }
}
