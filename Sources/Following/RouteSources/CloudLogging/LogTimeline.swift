internal import FleetEngine
internal import TrustLimits

/// A file with a log, whose entries were found.
package struct LogFile: Sendable {
  let name: String
  let bytes: [UInt8]
  fileprivate let found: LogElements

  /// Finds the entries of a file's content, which may be compressed; errors name the file.
  ///
  /// It may have up to `bytes` bytes and `entries` entries.
  package init(
    content: [UInt8], name: String, bytes limit: Int = Limits.File.logBytes,
    entries: Int = Limits.File.logEntries
  ) throws(RouteSourceError) {
    self.name = name
    try RouteSourceError.check(content, of: name, limit: limit)
    let inflated = try RouteSourceError.inflated(content, of: name, limit: limit)
    if let form = LogText.otherForm(inflated, file: name) { throw form }
    bytes = LogText.utf8(inflated)
    found = LogElements(bytes, room: entries)
    guard found.startsLikeJSON else {
      throw RouteSourceError(
        name, .notJSON, "is not JSON; export the log entries from Cloud Logging as JSON.")
    }
    guard found.isLog else {
      throw RouteSourceError(
        name, .unexpectedContent,
        "holds no list of log entries; export the log entries from Cloud Logging as JSON.")
    }
    guard !found.isTooLong else {
      throw RouteSourceError(
        name, .tooLarge, "holds more than \(entries) entries; export a shorter time.")
    }
  }

  /// Whether something in it has the time or the ID of an entry.
  var hasEntries: Bool { found.elements.contains { $0.time != nil || !$0.id.isEmpty } }

  package var size: (bytes: Int, entries: Int) { (bytes.count, found.elements.count) }
}

/// The calls of one or more exports in the order of their times, each parsed when it is needed.
///
/// Entries of several exports count once. Restricted-use entries are joined to the default entries of
/// their calls, in whichever files these are. See docs/exports.md.
package struct LogTimeline: Sendable {
  private let parser: Parser
  private var position = 0
  private var summary: LogSummary
  /// The entries that were parsed ahead, last first, and those that are being parsed.
  private var ready: [Outcome] = []
  private var pending: [Task<[Outcome], Never>] = []
  private var pendingStart = 0
  private var pendingEnd = 0

  private struct Entry {
    let element: LogElement
    var restricted: LogElement?
  }

  private typealias Outcome = Result<LoggedExchange, LogProblem>

  /// The files and entries that an exchange is parsed from, shared by the tasks that parse ahead.
  private struct Parser: Sendable {
    let files: [LogFile]
    let entries: [Entry]
    let readsResponses: Bool

    func outcome(of index: Int) -> Outcome {
      let entry = entries[index]
      let restricted = entry.restricted.map { (files[Int($0.file)].bytes, $0.range) }
      return Outcome { () throws(LogProblem) in
        try LoggedExchange(
          LogSource(
            log: files[Int(entry.element.file)].bytes, range: entry.element.range,
            time: entry.element.time,
            restricted: restricted
          ),
          readsResponse: readsResponses
        )
      }
    }
  }

  private var entries: [Entry] { parser.entries }
  private var files: [LogFile] { parser.files }

  /// Merges files; without `readsResponses` only requests are parsed, and responses of reads.
  package init(_ files: [LogFile], skipped: [String] = [], readsResponses: Bool = true) {
    var summary = LogSummary(skipped)
    var defaults: [LogElement] = []
    var restricted: [LogElement] = []
    defaults.reserveCapacity(files.reduce(0) { $0 + $1.found.elements.count })
    for (index, file) in files.enumerated() {
      var elements = file.found.elements
      for number in elements.indices { elements[number].file = UInt16(index) }
      if elements.contains(where: \.isRestricted) {
        restricted += elements.filter(\.isRestricted)
        elements.removeAll(where: \.isRestricted)
      }
      let times = elements.lazy.compactMap(\.time)
      let (earlier, later) = zip(times, times.dropFirst()).reduce(into: (0, 0)) { counts, step in
        if step.1 < step.0 { counts.0 += 1 } else if step.1 > step.0 { counts.1 += 1 }
      }
      // Cloud Logging exports the newest entry first.
      if earlier > later { elements.reverse() }
      summary.unorderedEntries += min(earlier, later)
      defaults += elements
      if file.found.isTruncated {
        let number = file.found.elements.count + 1
        summary.countBroken(
          "the file ends in the middle of entry \(number)\(Self.suffix(of: index, in: files))",
          file: UInt16(index), number: UInt32(number))
      }
    }
    let count = defaults.count + restricted.count
    defaults = distinct(defaults)
    restricted = distinct(restricted)
    summary.repeatedEntries = count - defaults.count - restricted.count
    let entries = joined(defaults, restricted)
    summary.partialEntries = restricted.count - entries.count { $0.restricted != nil }
    self.summary = summary
    parser = Parser(files: files, entries: entries, readsResponses: readsResponses)

    /// Sorts entries by time and keeps one of each.
    func distinct(_ elements: [LogElement]) -> [LogElement] {
      // The stable sort keeps the order of simultaneous calls; entries without a time are reported last.
      var sorted = elements
      sorted.sort { one, two in
        guard let time = one.time else { return false }
        return two.time.map { time < $0 } ?? true
      }
      var result: [LogElement] = []
      result.reserveCapacity(sorted.count)
      var seen: [ArraySlice<UInt8>: Int] = [:]
      for (index, element) in sorted.enumerated() {
        guard let time = element.time else {
          result.append(element)
          continue
        }
        // BigQuery has whole microseconds.
        let isFirst = index == 0 || sorted[index - 1].time?.isInSameMicrosecond(as: time) != true
        let isLast =
          index + 1 == sorted.count || sorted[index + 1].time?.isInSameMicrosecond(as: time) != true
        if isFirst { seen = [:] }
        // Of two copies the larger one counts: the other may lack what its restricted entry has.
        if !(isFirst && isLast), let number = seen[identity(of: element)] {
          if element.range.count > result[number].range.count { result[number] = element }
          continue
        }
        if !(isFirst && isLast) { seen[identity(of: element)] = result.count }
        result.append(element)
      }
      return result
    }

    /// The ID of an entry; an entry of Fleet Archive has none, and is its own.
    func identity(of element: LogElement) -> ArraySlice<UInt8> {
      let range = element.id.isEmpty ? element.range : element.id.ofIndices
      return files[Int(element.file)].bytes[range]
    }

    func joined(_ defaults: [LogElement], _ restricted: [LogElement]) -> [Entry] {
      guard !restricted.isEmpty else { return defaults.map { Entry(element: $0) } }
      var parts: [ArraySlice<UInt8>: LogElement] = [:]
      for part in restricted where !part.parent.isEmpty {
        parts[files[Int(part.file)].bytes[part.parent.ofIndices]] = part
      }
      return defaults.map { element in
        guard !element.id.isEmpty else { return Entry(element: element) }
        return Entry(element: element, restricted: parts.removeValue(forKey: identity(of: element)))
      }
    }
  }

  /// Finds the entries of a file's content; errors name the file.
  package init(json: [UInt8], file: String, readsResponses: Bool = true) throws(RouteSourceError) {
    self.init([try LogFile(content: json, name: file)], readsResponses: readsResponses)
  }

  /// Names a file, one of several, after the number of an entry.
  private static func suffix(of index: Int, in files: [LogFile]) -> String {
    files.count > 1 ? " of \(files[index].name)" : ""
  }

  // MARK: - Reading

  /// Returns the next call; nil after the last one.
  ///
  /// Entries that are not calls of trips or vehicles are counted and skipped.
  package mutating func next() -> LoggedExchange? {
    while position < entries.count {
      if let exchange = take(ready.popLast() ?? parser.outcome(of: position)) { return exchange }
    }
    return nil
  }

  /// Goes past the entry at the position, whose outcome is given.
  private mutating func take(_ outcome: Outcome) -> LoggedExchange? {
    let element = entries[position].element
    position += 1
    do throws(LogProblem) {
      let exchange = try outcome.get()
      summary.add(exchange)
      return exchange
    } catch {
      summary.add(error, of: element, Self.suffix(of: Int(element.file), in: files))
      return nil
    }
  }

  /// Returns the next call as ``next()`` does, from entries that are parsed ahead in other tasks.
  package mutating func nextAhead() async -> LoggedExchange? {
    while position < entries.count {
      if ready.isEmpty { await parseAhead() }
      if let exchange = take(ready.removeLast()) { return exchange }
    }
    return nil
  }

  private mutating func parseAhead() async {
    if pending.isEmpty || pendingStart != position { startParsing(from: position) }
    let (tasks, end) = (pending, pendingEnd)
    startParsing(from: end)
    var outcomes: [Outcome] = []
    for task in tasks { outcomes += await task.value }
    ready = outcomes.reversed()
  }

  /// The most bytes and entries of a part that is parsed ahead, which bounds the memory.
  private static let part = (bytes: 256 * 1_024, entries: 256)

  private mutating func startParsing(from start: Int) {
    pending = []
    (pendingStart, pendingEnd) = (start, start)
    for _ in 0..<2 where pendingEnd < entries.count {
      let first = pendingEnd
      var bytes = 0
      while pendingEnd < entries.count, pendingEnd - first < Self.part.entries,
        bytes < Self.part.bytes
      {
        bytes += entries[pendingEnd].element.range.count
        pendingEnd += 1
      }
      let range = first..<pendingEnd
      // Not the timeline, whose summary would be copied when it changes.
      pending.append(Task { [parser] in range.map(parser.outcome) })
    }
  }

  // MARK: - Problems

  /// Whether restricted logging hid places so far.
  package var hidesPlaces: Bool { summary.hidesPlaces }

  /// Sentences about what is left out or missing so far.
  package var problems: [String] { summary.sentences }
}

extension Timestamp {
  /// Whether two times are in the same microsecond.
  fileprivate func isInSameMicrosecond(as other: Timestamp) -> Bool {
    seconds == other.seconds && nanoseconds / 1_000 == other.nanoseconds / 1_000
  }
}
