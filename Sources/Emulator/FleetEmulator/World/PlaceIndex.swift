internal import Geo

/// An index of the vehicles by place, so that a search reads only those near a point.
struct PlaceIndex: Sendable {
  /// A square of 1/200 degree, which is 556 m from north to south.
  private struct Cell: Hashable {
    static let perDegree = 200.0
    static let columns = 360 * 200

    let row: Int
    let column: Int
  }

  /// The vehicles of one cell.
  struct Area {
    /// A lower bound of the distance to any place of the cell, in meters.
    let nearest: Double
    let ids: Set<String>
  }

  private var cells: [Cell: Set<String>] = [:]

  /// Moves a vehicle from its old place to a new one; a place is nil where it has none.
  mutating func move(_ id: String, from old: Coordinate?, to new: Coordinate?) {
    let (former, cell) = (old.flatMap(Self.cell), new.flatMap(Self.cell))
    guard former != cell else { return }
    if let former {
      cells[former]?.remove(id)
      if cells[former]?.isEmpty == true { cells[former] = nil }
    }
    if let cell { cells[cell, default: []].insert(id) }
  }

  /// The areas that hold all vehicles within a distance in meters, and perhaps others, nearest first.
  func areas(near place: Coordinate, within meters: Double) -> [Area] {
    guard let center = Self.cell(place) else { return [] }
    var areas: [Area] = []
    func add(_ cell: Cell, _ ids: Set<String>) {
      let nearest = Self.meters(place, center, cell)
      if nearest <= meters { areas.append(Area(nearest: nearest, ids: ids)) }
    }
    let angle = meters / Earth.radiusInMeters
    // A circle around a pole has all longitudes.
    let cosine = Maths.cos(Maths.radians(place.latitude))
    let width = Maths.sin(angle) < cosine ? Maths.asin(Maths.sin(angle) / cosine) : .pi
    let rows = Int(Maths.degrees(angle) * Cell.perDegree) + 1
    let columns = Int(Maths.degrees(width) * Cell.perDegree) + 1
    if 2 * columns >= Cell.columns || (2 * rows + 1) * (2 * columns + 1) > cells.count {
      for (cell, ids) in cells { add(cell, ids) }
    } else {
      for row in center.row - rows...center.row + rows {
        for column in center.column - columns...center.column + columns {
          let cell = Cell(row: row, column: (column + Cell.columns) % Cell.columns)
          if let ids = cells[cell] { add(cell, ids) }
        }
      }
    }
    return areas.sorted { $0.nearest < $1.nearest }
  }

  private static func cell(_ place: Coordinate) -> Cell? {
    guard place.isValid else { return nil }
    let column = Int(((place.longitude + 180) * Cell.perDegree).rounded(.down))
    return Cell(
      row: Int((place.latitude * Cell.perDegree).rounded(.down)), column: column % Cell.columns)
  }

  /// A lower bound of the distance to a cell: that to its parallels, or to its meridians if larger.
  private static func meters(_ place: Coordinate, _ own: Cell, _ cell: Cell) -> Double {
    let south = Double(cell.row) / Cell.perDegree
    let north = Double(cell.row + 1) / Cell.perDegree
    let vertical = Maths.radians(max(0, south - place.latitude, place.latitude - north))
    let turns = [cell.column, cell.column + 1].map { column in
      let edge = Double(column) / Cell.perDegree - 180
      return Maths.radians(abs((place.longitude - edge).remainder(dividingBy: 360)))
    }
    let turn = own.column == cell.column ? 0 : min(turns[0], turns[1])
    let latitude = Maths.radians(abs(place.latitude))
    // Beyond a quarter of the globe the way leads over the pole.
    let horizontal =
      turn < .pi / 2
      ? Maths.asin(Maths.cos(latitude) * Maths.sin(turn)) : .pi / 2 - latitude
    // Rounding must not make it longer.
    return max(vertical, horizontal) * Earth.radiusInMeters * (1 - 1e-9)
  }
}
