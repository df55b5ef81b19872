internal import CellGrid
internal import FleetEngine

/// Where to go in the time of a ride.
enum Seek: Equatable {
  /// A part of the whole time, from 0 to 1.
  case share(Double)
  /// A time of the day, in seconds since midnight, local time.
  case timeOfDay(Int)

  /// Parses `21:07`, `21:07:30` or `40%`; nil for anything else.
  init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .share(percent / 100)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 || parts.first == $0 ? Int($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count,
      (0..<24).contains(numbers[0]), numbers.dropFirst().allSatisfy({ (0..<60).contains($0) })
    else { return nil }
    self = .timeOfDay(numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
  }
}

/// The times of a ride whose past is shown, for its line on the screen.
struct Timeline: Equatable {
  /// Something that happened, on the recording's clock.
  struct Mark: Equatable {
    let time: Duration
    let kind: LoggedEvent.Kind

    var isProblem: Bool { kind == .failure || kind == .gap || kind == .estimate }
  }

  /// The fewest rows of a screen that has a line for it.
  static let minimumRows = 8
  static let rates = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  /// The first and the last moment, on the recording's clock.
  var span: ClosedRange<Duration>
  var position: Duration
  /// The first and the last moment and the position, on the wall clock.
  var wall: (start: Timestamp, end: Timestamp, position: Timestamp)
  var marks: [Mark]
  var isPlaying: Bool
  var rate: Double
  /// Whether the ride goes on meanwhile, so that the present can be shown again.
  var hasPresent: Bool

  static func == (one: Self, other: Self) -> Bool {
    one.span == other.span && one.position == other.position && one.wall == other.wall
      && one.marks == other.marks && one.isPlaying == other.isPlaying && one.rate == other.rate
      && one.hasPresent == other.hasPresent
  }

  /// The place of a moment, from 0 to 1.
  func share(of time: Duration) -> Double {
    let length = span.upperBound - span.lowerBound
    guard length > .zero else { return 1 }
    return max(0, min(1, (time - span.lowerBound) / length))
  }
}

/// The columns of the line of the time.
struct TimelineBar {
  /// Whether the line is between the times of its ends.
  let hasTimes: Bool
  let start: Int
  let columns: Int

  init(columns: Int) {
    hasTimes = columns >= 60
    start = hasTimes ? 7 : 1
    // The end has the state, the time and the speed of the moment.
    self.columns = max(1, columns - start - (hasTimes ? 25 : 16))
  }

  func column(of share: Double) -> Int { start + Int((share * Double(columns - 1)).rounded()) }

  /// The share of a column; the nearest one for a column before or behind the line.
  func share(of column: Int) -> Double? {
    guard columns > 1 else { return nil }
    return max(0, min(1, Double(column - start) / Double(columns - 1)))
  }
}
