internal import FleetEngine
internal import TrustLimits

/// The calls of an export in the order of their times, each parsed when it is needed.
///
/// Finding the entries and their times takes a fraction of the time of parsing them.
package struct LogTimeline: Sendable {
  private let bytes: [UInt8]
  private let entries: [Entry]
  private var position = 0
  private let isTruncated: Bool
  /// The number of entries that the file has in neither the order of their times nor its reverse.
  package let unorderedEntries: Int
  /// The number of skipped broken entries.
  package private(set) var brokenEntries = 0
  /// Why the first broken entry was skipped, with its number in the file.
  package private(set) var firstBrokenReason: String?
  /// The number of skipped entries about other methods.
  package private(set) var otherEntries = 0
  /// The number of skipped entries about delivery vehicles and tasks.
  package private(set) var deliveryEntries = 0
  /// The number of skipped changes that the server refused.
  package private(set) var failedEntries = 0
  /// Whether restricted logging hid places so far.
  package private(set) var hidesPlaces = false

  private struct Entry {
    let number: Int
    let range: Range<Int>
    let time: Timestamp?
  }

  /// Finds the entries of a file's content; errors name the file.
  package init(json: [UInt8], file: String) throws(RouteSourceError) {
    let elements = try LogElements(json, file: file)
    bytes = json
    isTruncated = elements.isTruncated
    var entries: [Entry] = []
    entries.reserveCapacity(elements.ranges.count)
    for (index, (range, timestamp)) in zip(elements.ranges, elements.timestamps).enumerated() {
      let text = String(decoding: json[timestamp], as: UTF8.self)
      let time = timestamp.isEmpty ? nil : Timestamp(rfc3339: text)
      entries.append(Entry(number: index + 1, range: range, time: time))
    }
    let times = entries.lazy.compactMap(\.time)
    let steps = zip(times, times.dropFirst())
    let (earlier, later) = steps.reduce(into: (0, 0)) { counts, step in
      if step.1 < step.0 { counts.0 += 1 } else if step.1 > step.0 { counts.1 += 1 }
    }
    // Cloud Logging exports the newest entry first.
    if earlier > later { entries.reverse() }
    unorderedEntries = min(earlier, later)
    // The stable sort keeps the order of simultaneous calls; entries without a time are reported last.
    entries.sort { one, two in
      guard let time = one.time else { return false }
      return two.time.map { time < $0 } ?? true
    }
    self.entries = entries
    if isTruncated { countBroken("the file ends in the middle of entry \(entries.count + 1)") }
  }

  /// Reads the next call; nil after the last one.
  ///
  /// Entries that are not calls of trips or vehicles are counted and skipped.
  package mutating func next() -> LoggedExchange? {
    while position < entries.count {
      let entry = entries[position]
      position += 1
      do throws(LogEntry.Problem) {
        let exchange = try LoggedExchange(json: try LogElements.entry(entry.range, of: bytes))
        hidesPlaces = hidesPlaces || exchange.hidesPlaces
        return exchange
      } catch {
        switch error {
        case .otherKind: otherEntries += 1
        case .delivery: deliveryEntries += 1
        case .failedCall: failedEntries += 1
        case .broken(let problem): countBroken("entry \(entry.number) is left out: \(problem)")
        }
      }
    }
    return nil
  }

  private mutating func countBroken(_ reason: String) {
    brokenEntries += 1
    firstBrokenReason = firstBrokenReason ?? reason
  }
}

extension LogElements {
  /// Finds the entries of a file's content; throws if it is not a log, or too long.
  init(_ json: [UInt8], file: String) throws(RouteSourceError) {
    self.init(json)
    func failure(_ problem: RouteSourceError.Problem, _ sentence: String) -> RouteSourceError {
      RouteSourceError(file, problem, sentence)
    }
    guard startsLikeJSON else {
      throw failure(.notJSON, "is not JSON; export the log entries from Cloud Logging as JSON.")
    }
    guard isLog else {
      throw failure(
        .unexpectedContent,
        "holds no list of log entries; export the log entries from Cloud Logging as JSON."
      )
    }
    guard !isTooLong else {
      throw CloudLoggingExport.tooLarge(file, Limits.File.logEntries, "entries")
    }
  }
}
