internal import CellGrid
internal import ConsumerMap

/// Cells of the screen that a click means something at.
///
/// Drawing notes them where it draws, so that what is clicked is what is seen; of areas that overlap
/// the last one counts.
struct HitArea: Equatable {
  /// What a click there means.
  enum Target: Equatable {
    /// The same as a key.
    case key(KeyPress)
    /// A marker of the map, told of elsewhere.
    case marker(MarkerSubject)
    /// A line of the list that lies over the screen, from 0.
    case item(Int)
    /// Nothing, and nothing of what lies beneath.
    case cover
  }

  let rect: Rect
  let target: Target
}

extension Canvas {
  /// Notes what a click at some cells means.
  mutating func addHit(_ target: HitArea.Target, in rect: Rect) {
    guard rect.columns > 0, rect.rows > 0 else { return }
    hits.append(HitArea(rect: rect, target: target))
  }

  /// Notes that a click in a row does what an action's key does.
  mutating func addHit(_ action: Action, column: Int, row: Int, columns: Int) {
    guard let press = settings.keys.binding(of: action, in: .following)?.keys.first else { return }
    addHit(.key(press), column: column, row: row, columns: columns)
  }

  /// Notes what a click in a row means.
  mutating func addHit(_ target: HitArea.Target, column: Int, row: Int, columns: Int) {
    addHit(target, in: Rect(column: column, row: row, columns: columns, rows: 1))
  }
}
