internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == TripListState {
  private static let selectedRow = CellStyle(attributes: [.bold, .reverse])

  mutating func drawTrip(_ trip: ListedTrip, row: Int, isSelected: Bool) {
    let freshness = trip.freshness(now: now, wall: wall)
    // One style for the whole row: colors that differ by cell are hard to read when reversed.
    func look(_ style: CellStyle) -> CellStyle { isSelected ? Self.selectedRow : style }
    if isSelected {
      frame.fill(parts.list.line(row), style: Self.selectedRow)
      if state.filter.query == nil { parkCursor(at: parts.list.line(row).origin) }
    }
    if trip.vehicle != nil {
      return drawVehicle(trip, row: row, style: look(trip.rank == .free ? .plain : palette[.quiet]))
    }
    let badge = look(badgeStyle(of: freshness))
    let plain = look(freshness.data == .ended ? palette[.quiet] : .plain)
    var column = parts.list.minColumn + columns.margin
    func put(_ text: String, _ width: Int, _ style: CellStyle) {
      write(text, column: column, row: row, width: width, style: style)
      if width > 0 { column += width + columns.gap }
    }
    drawBadge(freshness, column: column, row: row, style: badge)
    column += columns.badge > 0 ? columns.badge + columns.gap : 0
    let isBold = freshness.data == .actionNeeded
    let last = shortState(of: trip, freshness)
    // In the narrowest list the name gets every cell that the last word leaves.
    let idWidth =
      columns.next > 0 || columns.state == 0
      ? columns.id : max(0, columns.id + columns.state - safe(last).width)
    put(fittedID(trip.tripID, idWidth), idWidth, isBold ? look(CellStyle.bold) : plain)
    if let problem = problem(of: trip, freshness) {
      drawProblem(problem, column: column, row: row, style: badge)
    } else {
      put(status(of: trip), columns.status, plain)
      put(estimate(of: trip, freshness, width: columns.next), columns.next, plain)
      put(lateness(freshness), columns.late, plain)
      put(trip.trip.map { clock($0.eta(at: .dropoff), freshness) } ?? "", columns.dropoff, plain)
      let vehicle = trip.trip.map { $0.vehicleID ?? ViewerText.none }
      put(vehicle ?? "", columns.vehicle, plain)
      put(distanceLeft(of: trip), columns.distance, plain)
    }
    guard columns.state > 0 else { return }
    let end = parts.list.maxColumn - columns.margin
    writeTrailing(last, endColumn: end, row: row, width: columns.state, style: badge)
  }

  /// Draws the line of a vehicle without a trip.
  private mutating func drawVehicle(_ trip: ListedTrip, row: Int, style: CellStyle) {
    let isFree = trip.rank == .free
    let mark = isFree ? glyphs.waiting : glyphs.ended
    var column = parts.list.minColumn + columns.margin
    func put(_ forms: [String], _ width: Int) {
      write(longest(of: forms, width), column: column, row: row, width: width, style: style)
      if width > 0 { column += width + columns.gap }
    }
    let word = isFree ? "FREE" : "OFFLINE"
    put(columns.badge > 1 ? ["\(mark) \(word)", mark] : [mark], columns.badge)
    put([fittedID(trip.tripID, columns.id)], columns.id)
    put([ViewerText.vehicleStatus(trip.rank), word], columns.status)
    guard columns.state > 0 else { return }
    let end = parts.list.maxColumn - columns.margin
    let last = longest(of: [word, "OFF"], columns.state)
    writeTrailing(last, endColumn: end, row: row, width: columns.state, style: style)
  }

  private mutating func drawBadge(_ freshness: Freshness, column: Int, row: Int, style: CellStyle) {
    let mark = badgeMark(of: freshness)
    let forms = ["\(mark) \(freshness.words)", "\(mark) \(freshness.shortWords)"]
    let text = columns.badge > 1 ? longest(of: forms, columns.badge) : mark
    write(text, column: column, row: row, width: columns.badge, style: style)
  }

  /// The forms of the problem of a trip without usable data; nil without one.
  private func problem(of trip: ListedTrip, _ freshness: Freshness) -> [String]? {
    guard let error = trip.polling.lastError, trip.trip == nil || freshness.data == .actionNeeded
    else { return nil }
    let failure = failure(error, of: trip)
    return [failure.phrase.capitalized, failure.word]
  }

  private mutating func drawProblem(_ forms: [String], column: Int, row: Int, style: CellStyle) {
    let state = columns.state > 0 ? columns.state + columns.gap : 0
    let width = parts.list.maxColumn - columns.margin - state - column
    guard width > 0 else { return }
    let text = longest(of: forms, width)
    // In a narrow line the last column shows it.
    guard columns.status > 0 || safe(text).width <= width else { return }
    let whole = columns.status >= 16 ? forms[0] : text
    write(whole, column: column, row: row, width: width, style: style)
  }

  private func status(of trip: ListedTrip) -> String {
    guard let stage = trip.stage else { return "" }
    return switch columns.statusForm {
    case .long: ViewerText.heading(stage)
    case .short: ViewerText.shortHeading(stage)
    case .tiny: ViewerText.tinyHeading(stage)
    case .none: ""
    }
  }

  /// The longest form of the next estimate that fits, or the end of a ride that is over.
  private func estimate(of trip: ListedTrip, _ freshness: Freshness, width: Int) -> String {
    guard let ride = trip.trip, let stage = trip.stage, width > 0 else { return "" }
    if stage.isEnded { return RideSummary.ended(ride).map { settings.localTime.minutes($0) } ?? "" }
    let next = ride.nextPlace
    let clock = clock(next.eta, freshness)
    guard let eta = next.eta, clock != ViewerText.none else { return clock }
    let doubt = freshness.isDoubtful ? "~" : ""
    let left = freshness.facts.timeLeft(until: eta)
    let times = [Quantities.TimeLeftStyle.full, .narrow].map {
      "\(clock) \(doubt)\(Quantities.timeLeft(left, $0))"
    }
    let forms = columns.namesNext ? times.map { "\(next.label) \($0)" } : []
    return longest(of: forms + times + [clock], width)
  }

  /// The minutes by which the trip is later or earlier than first estimated.
  private func lateness(_ freshness: Freshness) -> String {
    guard columns.late > 0, freshness.isOffTime, let late = freshness.lateness else { return "" }
    // The same form in each row.
    return Quantities.change(late, columns.late >= 8 ? .full : .tiny)
  }

  private func distanceLeft(of trip: ListedTrip) -> String {
    guard let ride = trip.trip, !trip.isEnded, let meters = ride.remainingDistanceMeters
    else { return "" }
    return Quantities.distance(meters: meters, units: settings.units)
  }

  private func clock(_ moment: Timestamp?, _ freshness: Freshness) -> String {
    guard let moment, !freshness.facts.isWithdrawn(moment) else { return ViewerText.none }
    return (freshness.isDoubtful ? "~" : "") + settings.localTime.minutes(moment)
  }

  /// The age of current data, or a problem in one word.
  private func shortState(of trip: ListedTrip, _ freshness: Freshness) -> String {
    switch freshness.data {
    case .live:
      // Without a column for it, the arrival matters more than the age.
      guard columns.next == 0, let eta = trip.trip?.nextPlace.eta else {
        // A fleet's data is always new, unlike its vehicles' locations.
        let age = state.fleet == nil ? freshness.answerAge : freshness.locationAge
        return age.map { Quantities.age($0, isShort: true) } ?? ""
      }
      return settings.localTime.minutes(eta)
    case .actionNeeded: return "ACTION"
    case .stale: return "STALE"
    case .vehicleQuiet: return "QUIET"
    case .late: return "LATE"
    case .connecting: return glyphs.ellipsis
    case .ended: return "ENDED"
    case .paused, .past, .recorded: return ""
    }
  }
}

/// The widths of the columns of a list of trips; 0 for a column that is left out.
///
/// The most important columns come first and stay longest: the badge, the trip, the arrival.
struct TripListColumns: Equatable {
  enum StatusForm: Equatable { case long, short, tiny, none }

  let margin: Int
  let gap: Int
  /// The mark and the words of the badge; 1 for the mark alone.
  let badge: Int
  let id: Int
  let status: Int
  let statusForm: StatusForm
  let next: Int
  /// Whether the estimate names its place.
  let namesNext: Bool
  /// How much later than first estimated.
  let late: Int
  let dropoff: Int
  let vehicle: Int
  /// The distance left.
  let distance: Int
  /// The age or the problem, if the badge is a mark alone.
  let state: Int

  private static let smallestID = 12
  /// The width to which an ID is cut for the vehicle, where that is possible.
  private static let cutID = 16
  private static let smallestVehicle = 7
  /// The fewest columns for the badge in words, without the vehicle and with it.
  private static let words = 60
  private static let wordsAndVehicle = 74

  init(columns: Int, longestID: Int, longestVehicle: Int = 0, showsLateness: Bool = true) {
    margin = columns >= 30 ? 1 : 0
    let room = columns - 2 * margin
    let gap = room >= 60 ? 2 : 1
    var form = StatusForm.none
    var (badge, status, next, dropoff, vehicle, distance, state) = (1, 0, 0, 0, 0, 0, 0)
    var late = 0
    // Words in the badge are worth less than the column of the vehicle.
    let words = longestVehicle > 0 ? Self.wordsAndVehicle : Self.words
    switch room {
    case words...: (form, badge, status, next) = (.short, 12, 16, 14)
    case 38...: (form, status, next, state) = (.tiny, 11, 6, 6)
    default:
      if room >= 24 { next = 6 }
      if room >= 12 { state = 6 }
    }
    let first = [badge, status, next, state].filter { $0 > 0 }
    let left = max(0, room - first.reduce(0, +) - first.count * gap)
    var id = next > 0 ? min(left, max(Self.smallestID, longestID)) : left
    if status > 0 {
      let wanted = max(8, min(18, longestVehicle))
      if longestVehicle > 0, left - id < gap + Self.smallestVehicle {
        let fewest = left >= Self.cutID + gap + Self.smallestVehicle ? Self.cutID : Self.smallestID
        id = min(id, max(fewest, left - gap - wanted))
      }
      var free = left - id
      // Long texts first, then more columns, as far as the whole ID leaves room for them.
      if form == .short, free >= 26 + (longestVehicle > 0 ? gap + wanted : 0) {
        (form, badge, status, next) = (.long, 20, 22, 26)
        free -= 26
      }
      func take(_ width: Int, _ fewest: Int) -> Int {
        let width = min(width, free - gap)
        guard width >= fewest else { return 0 }
        free -= width + gap
        return width
      }
      vehicle = take(wanted, Self.smallestVehicle)
      if showsLateness { late = take(8, 5) }
      distance = take(8, 8)
      if form != .tiny { dropoff = take(8, 8) }
      id += min(max(0, free), max(0, longestID - id))
    }
    (statusForm, namesNext) = (form, form == .long)
    // Unused width stays at the end, so that the columns do not move.
    (self.id, self.gap) = (id, gap)
    (self.badge, self.status, self.next, self.late) = (badge, status, next, late)
    (self.dropoff, self.vehicle, self.distance) = (dropoff, vehicle, distance)
    self.state = state
  }
}
