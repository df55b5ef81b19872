internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The time to the next place, or that of a ride that is over, in large digits with a few words next to them.
struct LargeEstimate {
  /// The shapes of the digits.
  enum Font {
    case blocks
    /// Cells in reverse, for terminals with colors and without block characters.
    case cells
    /// Lines of ASCII characters.
    case lines

    var rows: Int { self == .cells ? 5 : 3 }
  }

  /// A number in large digits, and the unit behind it.
  struct Part: Equatable {
    let digits: String
    let unit: String
  }

  /// The place to which the time is; nil for a ride that is over.
  let kind: NextPlace.Kind?
  let parts: [Part]
  /// The words next to the digits, from the first row on.
  let notes: [String]
  let font: Font

  /// The estimate of the next place, or the summary of a complete ride; nil if that is unknown or withdrawn.
  init?(_ facts: TripFacts, _ font: Font) {
    self.font = font
    if facts.stage == .complete {
      guard let time = RideSummary.time(facts.trip, seen: facts.ride.times),
        let parts = Self.parts(of: time, doubt: "")
      else { return nil }
      let distance = facts.rideDistance ?? ViewerText.rideTime
      (kind, self.parts) = (nil, parts)
      notes = ["\(facts.glyphs.done) \(distance)", facts.punctuality].compactMap { $0 }
      return
    }
    let next = facts.trip.nextPlace
    let (kind, eta) =
      switch facts.stage {
      case .complete, .canceled, .waitingForVehicle: (next.kind, nil as Timestamp?)
      case .atPickup, .atStop: (NextPlace.Kind.dropoff, facts.trip.eta(at: .dropoff))
      default: (next.kind, next.eta)
      }
    guard let eta, !facts.freshness.facts.isWithdrawn(eta),
      let parts = Self.parts(of: facts.freshness.facts.timeLeft(until: eta), doubt: facts.doubt)
    else { return nil }
    (self.kind, self.parts) = (kind, parts)
    notes = [kind.label, facts.clock(eta)]
  }

  var rows: Int { font.rows }

  var width: Int { parts.reduce(-1) { $0 + 1 + width(of: $1) } }

  /// The columns with the notes.
  var fullWidth: Int { width + 2 + (notes.map { SafeText($0).width }.max() ?? 0) }

  private func width(of part: Part) -> Int {
    let digits = part.digits.reduce(-1) { $0 + 1 + (font.glyphs[$1]?[0].count ?? 0) }
    return digits + (part.unit.isEmpty ? 0 : 1 + part.unit.count)
  }

  /// The numbers of a time: minutes below an hour, `<1` below one, then hours and minutes; nil from 100 hours on.
  static func parts(of time: Duration, doubt: String) -> [Part]? {
    let seconds = time.components.seconds
    guard seconds >= 60 else { return [Part(digits: doubt + "<1", unit: "min")] }
    let minutes = (seconds + 30) / 60
    guard let (hours, rest) = Quantities.hoursAndMinutes(minutes) else {
      return [Part(digits: "\(doubt)\(minutes)", unit: "min")]
    }
    guard hours < 100 else { return nil }
    return [
      Part(digits: "\(doubt)\(hours)", unit: "h"),
      Part(digits: Quantities.twoDigits(rest), unit: ""),
    ]
  }
}

extension LargeEstimate.Font {
  /// The rows of each character.
  var glyphs: [Character: [String]] {
    switch self {
    case .blocks: Self.blockGlyphs
    case .cells: Self.cellGlyphs
    case .lines: Self.lineGlyphs
    }
  }

  private static let blockGlyphs: [Character: [String]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"],
    "3": ["▀▀█", " ▀█", "▀▀▀"], "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"],
    "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", "  █", "  ▀"], "8": ["█▀█", "█▀█", "▀▀▀"],
    "9": ["█▀█", "▀▀█", "▀▀▀"], "<": [" ▄▀", "▀▄ ", "  ▀"], "~": [" ", "~", " "],
  ]
  private static let cellGlyphs: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
    "<": ["  #", " # ", "#  ", " # ", "  #"], "~": [" ", " ", "~", " ", " "],
  ]
  private static let lineGlyphs: [Character: [String]] = [
    "0": [" _ ", "| |", "|_|"], "1": ["   ", "  |", "  |"], "2": [" _ ", " _|", "|_ "],
    "3": [" _ ", " _|", " _|"], "4": ["   ", "|_|", "  |"], "5": [" _ ", "|_ ", " _|"],
    "6": [" _ ", "|_ ", "|_|"], "7": [" _ ", "  |", "  |"], "8": [" _ ", "|_|", "|_|"],
    "9": [" _ ", "|_|", " _|"], "<": [" /", "< ", " \\"],
    "~": [" ", "~", " "],
  ]
}

extension Canvas where State == ViewState {
  var isASCII: Bool { settings.glyphs == .narrow || settings.glyphs == .ascii }

  /// The digits that the terminal can show best.
  var largeFont: LargeEstimate.Font {
    guard isASCII else { return .blocks }
    return settings.appearance.colorDepth == .monochrome ? .lines : .cells
  }

  /// Draws the digits with their units, and next to them the notes as far as there is room.
  mutating func draw(_ large: LargeEstimate, column: Int, row: Int, width: Int) {
    var next = column
    for part in large.parts {
      for character in part.digits {
        guard let glyph = large.font.glyphs[character] else { continue }
        for (index, line) in glyph.enumerated() {
          drawDigitRow(line, large.font, column: next, row: row + index)
        }
        next += glyph[0].count + 1
      }
      let taken = write(part.unit, column: next, row: row + large.rows - 1, width: part.unit.count)
      next += taken > 0 ? taken + 1 : 0
    }
    next += 1
    let isChanged = large.kind.map { self.isChanged(.estimate($0)) } ?? false
    for (index, note) in large.notes.enumerated() {
      let columns = safe(note).width
      guard next + columns <= column + width else { continue }
      let isLabel = index == 0 && large.kind != nil
      let style = isLabel ? palette[.quiet] : isChanged ? CellStyle.bold : .plain
      write(note, column: next, row: row + index, width: columns, style: style)
    }
  }

  private mutating func drawDigitRow(
    _ line: String, _ font: LargeEstimate.Font, column: Int, row: Int
  ) {
    for (index, cell) in line.enumerated() where cell != " " {
      let isReversed = font == .cells && cell == "#"
      let style = isReversed ? CellStyle(attributes: [.bold, .reverse]) : CellStyle.bold
      write(
        isReversed ? " " : String(cell), column: column + index, row: row, width: 1, style: style)
    }
  }
}
