internal import CellGrid
internal import VectorTiles

/// Finds the names that may be written on a map, and where.
struct BaseMapNames {
  /// How many names are looked at for each that there is room for.
  private static let choice = 6

  let viewport: Viewport
  let style: BaseMapStyle

  /// A name that is in sight, before its text is made safe.
  private struct Found {
    var rank: Int
    var tile: Int
    var label: Int
  }

  /// The names in sight, as many of the most important ones as may find room.
  func candidates(_ tiles: [BaseMapTile], _ placed: [PlacedTile]) -> [LabelCandidate] {
    let most = LabelContest.budget(viewport.rect.size) * Self.choice
    var found: [Found] = []
    for (index, item) in tiles.enumerated() where !placed[index].clip.isEmpty {
      for (label, name) in item.tile.labels.enumerated() {
        guard let paint = style.name(name.featureClass), paint.zooms.contains(viewport.camera.zoom),
          isNear(name, item.tile, placed[index])
        else { continue }
        found.append(Found(rank: name.rank, tile: index, label: label))
      }
    }
    // Of one rank from all tiles in turn, so that the names of one do not take all the room.
    found.sort { ($0.rank, $0.label, $0.tile) < ($1.rank, $1.label, $1.tile) }
    var candidates: [LabelCandidate] = []
    for item in found {
      guard candidates.count < most else { break }
      let tile = tiles[item.tile].tile
      let label = tile.labels[item.label]
      guard let paint = style.name(label.featureClass) else { continue }
      let text = SafeText(label.name)
      guard !text.isEmpty, letters.contain(text) else { continue }
      let places = places(label, width: text.width, tile, placed[item.tile])
      guard !places.isEmpty else { continue }
      candidates.append(
        LabelCandidate(
          text: text,
          style: paint.style,
          rank: label.rank,
          order: Self.order(label.name),
          places: places
        )
      )
    }
    return candidates
  }

  /// The characters that names may hold.
  private var letters: MapLetters { viewport.kind.isASCII ? .ascii : style.letters }

  /// A street's name, whose place is beside the line as well as on it.
  ///
  /// - Parameters:
  ///   - street: The street.
  ///   - tiles: The tiles in sight.
  ///   - placed: Where they lie.
  /// - Returns: The name before all others; nil where it is not in sight or cannot be written.
  func candidate(
    of street: BaseMapStreet,
    _ tiles: [BaseMapTile],
    _ placed: [PlacedTile]
  ) -> LabelCandidate? {
    let text = SafeText(street.name)
    guard !text.isEmpty, letters.contain(text) else { return nil }
    var places: [LabelCandidate.Place] = []
    for (index, item) in tiles.enumerated() where !placed[index].clip.isEmpty {
      for label in item.tile.labels where label.name == street.name {
        places += self.places(label, width: text.width, item.tile, placed[index])
      }
    }
    // The ride itself often lies on the line, so that its name stands above or below.
    let moved = [0, -1, 1].flatMap { rows in places.map { $0.moved(rows: rows) } }
    guard let paint = style.name(street.featureClass), !moved.isEmpty else { return nil }
    var heavier = paint.style
    heavier.attributes.remove(.dim)
    return LabelCandidate(
      text: text,
      style: heavier,
      rank: .min,
      order: Self.order(street.name),
      places: moved
    )
  }

  /// Whether a name may be in sight, cheaply.
  private func isNear(_ label: TileLabel, _ tile: DecodedTile, _ placed: PlacedTile) -> Bool {
    switch label.placement {
    case .point(let point): return isInSight(point, placed)
    case .line(let range):
      let points = tile.labelPoints[range]
      guard let first = points.first, let last = points.last else { return false }
      // Three points tell nearly always; a long street that is in sight between them only is
      // written in the next tile or a moment later.
      return isInSight(first, placed) || isInSight(last, placed)
        || isInSight(points[points.startIndex + points.count / 2], placed)
    }
  }

  private func isInSight(_ point: TilePoint, _ placed: PlacedTile) -> Bool {
    let (x, y) = (placed.placement.column(point.x), placed.placement.row(point.y))
    return x >= placed.clip.minX && y >= placed.clip.minY && x < placed.clip.maxX
      && y < placed.clip.maxY
  }

  /// Where a name may begin, best first.
  private func places(
    _ label: TileLabel,
    width: Int,
    _ tile: DecodedTile,
    _ placed: PlacedTile
  ) -> [LabelCandidate.Place] {
    switch label.placement {
    case .point(let point): return [place(around: point, width: width, placed)]
    case .line(let range):
      return anchors(tile.labelPoints[range], placed).map {
        place(around: $0, width: width, placed)
      }
    }
  }

  /// Points of a line that names may stand at, the middle of its flattest long stretch first: they
  /// depend on the line and not on what is in sight, so that names stay while the map moves.
  private func anchors(_ line: ArraySlice<TilePoint>, _ placed: PlacedTile) -> [TilePoint] {
    guard line.count > 1 else { return Array(line) }
    var pieces: [(point: TilePoint, weight: Int)] = []
    for (start, end) in zip(line, line.dropFirst()) {
      let (dx, dy) = (Int(end.x) - Int(start.x), Int(end.y) - Int(start.y))
      let middle = TilePoint(
        x: Int16(truncatingIfNeeded: Int(start.x) + dx / 2),
        y: Int16(truncatingIfNeeded: Int(start.y) + dy / 2)
      )
      guard isInSight(middle, placed) else { continue }
      pieces.append((middle, 2 * abs(dx) - abs(dy)))
    }
    pieces.sort { $0.weight > $1.weight }
    return pieces.prefix(4).map(\.point)
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

  /// A number of a name's own, the same on each machine.
  private static func order(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
