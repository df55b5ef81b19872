internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// The positions of a file as it has them: pieces that follow each other, such as the segments of tracks.
struct RecordedTracks {
  private(set) var pieces: [[LocationFix]] = []
  var remarks = RecordingRemarks()

  /// The positions in the order of the pieces.
  var places: [Coordinate] { pieces.joined().map(\.place) }

  /// Begins a piece, to which points are appended.
  mutating func beginPiece() { if pieces.last?.isEmpty != true { pieces.append([]) } }

  /// Appends a point to the last piece, unless it is of another device; nil is one without a place.
  mutating func append(_ fix: LocationFix?, device: String? = nil) {
    remarks.points += 1
    guard let fix, fix.place.isValid else {
      remarks.placeless += 1
      return
    }
    guard remarks.uses(device) else { return }
    if pieces.isEmpty { pieces.append([]) }
    pieces[pieces.count - 1].append(fix)
  }

  /// Appends the point of some values.
  mutating func append(_ values: PositionValues) {
    var values = values
    append(values.fix(), device: values.device)
    remarks.unreadable += values.unreadable
  }

  /// Makes one drive of the pieces, the earliest first, and says what that leaves out or changes.
  ///
  /// Without two different times in the file no point has one. Points between two times get theirs from the way there,
  /// others without a time are left out. A pause is at most `longestPause`; nil does without times.
  func joined(longestPause: Duration?) -> (fixes: [LocationFix], remarks: RecordingRemarks) {
    var remarks = remarks
    var pieces = pieces.map { piece in
      piece.filter { $0.place.latitude != 0 || $0.place.longitude != 0 }
    }
    remarks.atZero = self.pieces.joined().count - pieces.joined().count
    let times = Set(pieces.joined().lazy.compactMap(\.time).prefix(100_000))
    guard let longestPause, times.count > 1 else {
      var fixes = Array(pieces.joined())
      // One place needs no way to it, and keeps its time.
      guard fixes.count > 1 else { return (fixes, remarks) }
      if times.count == 1, longestPause != nil { remarks.others.append("the only time ignored") }
      for index in fixes.indices { fixes[index].time = nil }
      return (fixes, remarks)
    }
    pieces = pieces.map { Self.timed(Self.forward($0, &remarks), &remarks) }
      .filter { !$0.isEmpty }
    // Sorting keeps the order of pieces that begin at the same time.
    pieces.sort { ($0[0].time ?? Self.never) < ($1[0].time ?? Self.never) }
    var clock = Clock(longestPause: longestPause)
    let fixes = pieces.flatMap { clock.fixes(of: $0, &remarks) }
    return (fixes, remarks)
  }

  /// Turns a piece whose newest point comes first.
  private static func forward(
    _ piece: [LocationFix], _ remarks: inout RecordingRemarks
  ) -> [LocationFix] {
    let times = piece.compactMap(\.time)
    let steps = zip(times, times.dropFirst())
    guard steps.count(where: { $0 > $1 }) > steps.count(where: { $0 < $1 }) else { return piece }
    remarks.reversed += 1
    return piece.reversed()
  }

  private static let never = Timestamp(seconds: .max / 4)

  /// Gives times to points between two that have one, and leaves out the others without a time.
  private static func timed(
    _ piece: [LocationFix], _ remarks: inout RecordingRemarks
  ) -> [LocationFix] {
    let known = piece.indices.filter { piece[$0].time != nil }
    remarks.timeless += piece.count - known.count
    guard let first = known.first else { return [] }
    var result = [piece[first]]
    for (start, end) in zip(known, known.dropFirst()) {
      if end - start > 1, let from = piece[start].time,
        let span = piece[start].time(to: piece[end]), span >= .zero
      {
        let between = piece[start...end]
        var way = [0.0]
        for (one, other) in zip(between, between.dropFirst()) {
          way.append((way.last ?? 0) + one.place.meters(to: other.place))
        }
        let whole = way.last ?? 0
        for index in start + 1..<end {
          let step = index - start
          let share = whole > 0 ? way[step] / whole : Double(step) / Double(end - start)
          var fix = piece[index]
          fix.time = from + span * share
          result.append(fix)
        }
        remarks.interpolated += end - start - 1
      }
      result.append(piece[end])
    }
    return result
  }

  /// Shifts the times of a recording, so that no pause is too long and no time is before the last one.
  private struct Clock {
    /// How many points later the right time has to be for one that is earlier to be out of order.
    private static let patience = 8

    let longestPause: Duration
    /// The addition to the recording's times.
    private var shift = Duration.zero
    private var last: Timestamp?

    init(longestPause: Duration) { self.longestPause = longestPause }

    mutating func fixes(
      of piece: [LocationFix],
      _ remarks: inout RecordingRemarks
    ) -> [LocationFix] {
      // Two tracks at one time are of two receivers, or copies.
      if let last, let first = piece.first?.time, first < last {
        remarks.parallel += 1
        return []
      }
      var result: [LocationFix] = []
      for (index, fix) in piece.enumerated() {
        guard let time = fix.time else { continue }
        if let last {
          let gap = time - last
          let rest = piece[(index + 1)...].prefix(Self.patience).lazy.compactMap(\.time)
          // One point ahead of those after it.
          if gap > .zero, let next = rest.first, next < time, next >= last {
            remarks.disordered += 1
            continue
          }
          if gap < .zero {
            if rest.contains(where: { $0 >= last }) {
              remarks.disordered += 1
              continue
            }
            remarks.clockSteps += 1
            shift += .seconds(1) - gap
          } else if gap > longestPause {
            remarks.pauses += 1
            remarks.longestPause = max(remarks.longestPause, gap)
            shift += longestPause - gap
          }
        }
        last = time
        var fix = fix
        fix.time = time + shift
        result.append(fix)
      }
      return result
    }
  }
}
