internal import CellGrid

/// The widths of the columns of a list of trips; 0 for a column that is left out.
///
/// The most important columns come first and stay longest: the badge, the trip, the arrival.
struct TripListColumns: Equatable {
  /// The form of a ride's status.
  enum StatusForm: Equatable { case long, short, tiny, none }

  /// The spaces at both ends of a line.
  let margin: Int
  /// The spaces between two columns.
  let gap: Int
  /// The mark and the words of the badge; 1 for the mark alone.
  let badge: Int
  let id: Int
  let status: Int
  let statusForm: StatusForm
  /// The next estimate.
  let next: Int
  /// Whether the estimate names its place.
  let namesNext: Bool
  let dropoff: Int
  let vehicle: Int
  /// The age or the problem, if the badge is a mark alone.
  let state: Int

  /// The smallest width with room for all columns.
  static let wide = 100

  init(columns: Int, longestID: Int) {
    margin = columns >= 30 ? 1 : 0
    let room = columns - 2 * margin
    var (badge, status, next, dropoff, vehicle, state) = (1, 0, 0, 0, 0, 0)
    switch room {
    case Self.wide...:
      statusForm = .long
      (badge, status, next) = (20, 22, 26)
      if room >= 130 { (dropoff, vehicle) = (8, 18) }
    case 60...:
      statusForm = .short
      (badge, status, next) = (12, 16, 14)
    case 38...:
      statusForm = .tiny
      (status, next, state) = (11, 6, 6)
    default:
      statusForm = .none
      if room >= 24 { next = 6 }
      if room >= 12 { state = 6 }
    }
    gap = room >= 60 ? 2 : 1
    namesNext = statusForm == .long
    let others = [badge, status, next, dropoff, vehicle, state].filter { $0 > 0 }
    let left = max(0, room - others.reduce(0, +) - others.count * gap)
    // Unused width stays at the end, so that the columns do not move.
    id = next > 0 ? min(left, max(12, longestID)) : left
    (self.badge, self.status, self.next) = (badge, status, next)
    (self.dropoff, self.vehicle, self.state) = (dropoff, vehicle, state)
  }
}

/// The places of a list's parts at a size.
struct TripListLayout: Equatable {
  let size: GridSize

  var hasHeader: Bool { size.rows >= 3 }

  /// Whether the columns have titles.
  var hasTitles: Bool { size.rows >= 10 && size.columns >= 40 }

  /// Whether a row has a sentence about the selected trip.
  var hasMessage: Bool { size.rows >= 5 }

  var hasKeyBar: Bool { size.rows >= 8 && size.columns >= 20 }

  /// The rows of the list.
  var list: Rect {
    let top = (hasHeader ? 1 : 0) + (hasTitles ? 1 : 0)
    let bottom = (hasMessage ? 1 : 0) + (hasKeyBar ? 1 : 0)
    return Rect(column: 0, row: top, columns: size.columns, rows: max(0, size.rows - top - bottom))
  }

  /// The number of trips that fit.
  var listRows: Int { list.rows }
}
