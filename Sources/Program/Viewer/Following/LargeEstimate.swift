internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The next estimate's time in digits of three rows.
struct LargeEstimate {
  static let rows = 3

  let kind: NextPlace.Kind
  let moment: Timestamp
  private let text: String

  /// The estimate of the next place; nil if the ride is over, or it is unknown or withdrawn.
  init?(_ facts: TripFacts) {
    let next = facts.trip.nextPlace
    let (kind, eta) =
      switch facts.stage {
      case .complete, .canceled, .waitingForVehicle: (next.kind, nil as Timestamp?)
      case .atPickup, .atStop: (NextPlace.Kind.dropoff, facts.trip.eta(at: .dropoff))
      default: (next.kind, next.eta)
      }
    guard let eta else { return nil }
    text = facts.clock(eta)
    guard text.allSatisfy({ Self.blocks[$0] != nil }) else { return nil }
    (self.kind, moment) = (kind, eta)
  }

  var width: Int { text.reduce(-1) { $0 + 1 + (Self.blocks[$1]?[0].count ?? 0) } }

  /// The three rows of the digits, of blocks or of ASCII characters.
  func rows(isASCII: Bool) -> [String] { Self.rows(of: text, isASCII: isASCII) }

  static func rows(of text: String, isASCII: Bool) -> [String] {
    let font = isASCII ? lines : blocks
    return (0..<rows).map { row in text.map { font[$0]?[row] ?? "" }.joined(separator: " ") }
  }

  private static let blocks: [Character: [String]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"],
    "3": ["▀▀█", " ▀█", "▀▀▀"], "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"],
    "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", "  █", "  ▀"], "8": ["█▀█", "█▀█", "▀▀▀"],
    "9": ["█▀█", "▀▀█", "▀▀▀"], ":": ["▄", "▄", " "], "~": [" ", "~", " "],
  ]
  private static let lines: [Character: [String]] = [
    "0": [" _ ", "| |", "|_|"], "1": ["   ", "  |", "  |"], "2": [" _ ", " _|", "|_ "],
    "3": [" _ ", " _|", " _|"], "4": ["   ", "|_|", "  |"], "5": [" _ ", "|_ ", " _|"],
    "6": [" _ ", "|_ ", "|_|"], "7": [" _ ", "  |", "  |"], "8": [" _ ", "|_|", "|_|"],
    "9": [" _ ", "|_|", " _|"], ":": [" ", ".", "."], "~": [" ", "~", " "],
  ]
}

extension Canvas where State == ViewState {
  /// Draws the digits, and next to them the place and the time left as far as there is room.
  mutating func draw(
    _ large: LargeEstimate,
    _ facts: TripFacts,
    column: Int,
    row: Int,
    width: Int
  ) {
    let isASCII = settings.glyphs == .narrow || settings.glyphs == .ascii
    for (index, text) in large.rows(isASCII: isASCII).enumerated() {
      write(text, column: column, row: row + index, width: large.width, style: CellStyle.bold)
    }
    let (start, room) = (column + large.width + 2, width - large.width - 2)
    let left = large.moment - facts.wall
    let times = Quantities.TimeLeftStyle.abbreviations.map {
      facts.doubt + Quantities.timeLeft(left, $0)
    }
    // A label that is too wide continues after its hyphen in a row of its own.
    let label = large.kind.label
    let hyphen = safe(label).width > room ? label.firstIndex(of: "-") : nil
    let labels = hyphen.map { [label[...$0], label[label.index(after: $0)...]] } ?? [label[...]]
    if labels.allSatisfy({ safe(String($0)).width <= room }) {
      for (index, text) in labels.enumerated() {
        write(String(text), column: start, row: row + index, width: room, style: palette[.quiet])
      }
    }
    let time = longest(of: times, room)
    guard safe(time).width <= room else { return }
    let style = isChanged(.estimate(large.kind)) ? CellStyle.bold : CellStyle.plain
    write(time, column: start, row: row + labels.count, width: room, style: style)
  }
}
