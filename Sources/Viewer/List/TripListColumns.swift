/// How wide the columns of a list of trips are; 0 for one that is left out.
///
/// What matters most comes first and stays longest: how true it is, which trip, when it arrives.
struct TripListColumns: Equatable {
  /// How the status of a ride is said.
  enum StatusForm: Equatable {
    case long
    case short
    case tiny
    case none
  }

  /// The blanks at both ends of a line.
  let margin: Int
  /// The blanks between two columns.
  let gap: Int
  /// The mark and the words of the badge; 1 for the mark alone.
  let badge: Int
  let id: Int
  let status: Int
  let statusForm: StatusForm
  /// The next estimate.
  let next: Int
  /// Whether the estimate says of what it is.
  let namesNext: Bool
  let dropoff: Int
  let vehicle: Int
  /// The age, or what is wrong, where the badge is a mark alone.
  let state: Int

  /// The width from which on there is room for all columns.
  static let wide = 100

  init(columns: Int, longestID: Int) {
    margin = columns >= 30 ? 1 : 0
    let room = columns - 2 * margin
    var (badge, status, next, dropoff, vehicle, state) = (1, 0, 0, 0, 0, 0)
    statusForm =
      switch room {
      case Self.wide...: .long
      case 60...: .short
      case 38...: .tiny
      default: .none
      }
    gap = room >= 60 ? 2 : 1
    switch room {
    case Self.wide...:
      (badge, status, next) = (20, 22, 26)
      if room >= 130 { (dropoff, vehicle) = (8, 18) }
    case 60...: (badge, status, next) = (12, 16, 14)
    case 38...: (status, next, state) = (11, 6, 6)
    case 24...: (next, state) = (6, 6)
    case 12...: state = 6
    default: break
    }
    namesNext = statusForm == .long
    let others = [badge, status, next, dropoff, vehicle, state].filter { $0 > 0 }
    let left = max(0, room - others.reduce(0, +) - others.count * gap)
    // What no id needs widens nothing else: the eye finds the columns where they were.
    id = next > 0 ? min(left, max(12, longestID)) : left
    (self.badge, self.status, self.next) = (badge, status, next)
    (self.dropoff, self.vehicle, self.state) = (dropoff, vehicle, state)
  }
}
