internal import CellGrid
internal import FleetEngine
internal import JSON
internal import RideRecordings
internal import Viewer

/// `ridealong inspect`: what is wrong in a recorded ride.
enum InspectCommand {
  static func run(_ invocation: Invocation) async throws(CommandError) -> ExitStatus {
    let arguments = invocation.arguments
    guard let path = arguments.positionals.first else {
      throw .usage("ridealong inspect needs a recording's FILE.")
    }
    guard arguments.positionals.count <= 2 else {
      throw .usage("unexpected argument \(arguments.positionals[2]) of ridealong inspect.")
    }
    let limits = try limits(arguments)
    let source = try RecordingSource.polls(path)
    var polls = source.polls
    let wanted = arguments.positionals.dropFirst().first
    var rides: [(name: String, inspection: RideInspection)] = []
    var numbers: [String: Int] = [:]
    var isEmpty = true
    while let next = await polls.next() {
      isEmpty = false
      if let wanted, next.trip != wanted, !next.trip.hasSuffix("/" + wanted) { continue }
      let number = numbers[next.trip] ?? rides.count
      if number == rides.count {
        numbers[next.trip] = number
        rides.append((next.trip, RideInspection(limits: limits, worldSpeed: source.speed)))
      }
      rides[number].inspection.add(next.poll)
    }
    guard !isEmpty else { throw RecordingSource.empty(path, polls.problems) }
    for problem in polls.problems { Console.printError(SafeText(problem)) }
    if let wanted, rides.isEmpty {
      throw CommandError(.notFound, "The recording has no trip \(wanted).")
    }
    for index in rides.indices {
      rides[index].inspection.finish()
      let report = RideInspectionReport(rides[index].name, rides[index].inspection)
      if arguments.has(.json) {
        try Console.print(JSONLine(escaping: report.json))
      } else {
        try Console.print(report.lines)
      }
    }
    return rides.allSatisfy(\.inspection.findings.isEmpty) ? .success : .findings
  }

  /// The limits of `--limit KIND=VALUE`.
  private static func limits(
    _ arguments: Arguments
  ) throws(CommandError) -> [RideFinding.Kind: Double] {
    var limits: [RideFinding.Kind: Double] = [:]
    for text in arguments.all(.findingLimit) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard let kind = RideFinding.Kind(rawValue: parts[0]) else {
        throw .noChoice("--limit", parts[0], among: RideFinding.Kind.allCases.map(\.rawValue))
      }
      guard parts.count == 2, let value = Arguments.decimal(parts[1][...]), value >= 0 else {
        throw .usage("--limit \(text) needs a number, as in \(kind.rawValue)=120.")
      }
      limits[kind] = value
    }
    return limits
  }
}

/// The findings of one trip, for people and for programs.
private struct RideInspectionReport {
  let name: String
  let inspection: RideInspection

  init(_ name: String, _ inspection: RideInspection) {
    (self.name, self.inspection) = (name, inspection)
  }

  /// The findings by kind, the most frequent kinds first.
  private var groups: [(kind: RideFinding.Kind, findings: [RideFinding])] {
    Dictionary(grouping: inspection.findings, by: \.kind)
      .map { ($0.key, $0.value) }
      .sorted { ($1.1.count, $0.0.rawValue) < ($0.1.count, $1.0.rawValue) }
  }

  // MARK: - Words

  var lines: [SafeText] {
    let status = inspection.status?.wireName ?? "no response"
    var lines = [
      "\(name)  \(status), \(ShownLength.time(inspection.duration)), \(inspection.polls) polls, "
        + "\(inspection.failures) failed"
    ]
    if inspection.wasClockSetBack {
      let time = ShownLength.time(inspection.clockSetBack)
      lines.append("  the clock was set back by \(time) during the ride")
    }
    if groups.isEmpty { lines.append("  nothing found") }
    for (kind, findings) in groups {
      let count = inspection.counts[kind] ?? findings.count
      // The closest reports are the worst ones.
      let isLeastWorst = kind == .frequentReports
      let worst = findings.max { ($0.value < $1.value) != isLeastWorst } ?? findings[0]
      let value =
        kind.unit.isEmpty
        ? "" : ", worst \(number(worst.value)) \(kind.unit) (limit \(number(worst.limit)))"
      lines.append("  \(count) × \(kind.rawValue)\(value), first at \(findings[0].time)")
      let details = Set(findings.map(\.detail).filter { !$0.isEmpty }).sorted().prefix(5)
      let suffix = details.isEmpty ? "" : ": \(details.joined(separator: ", "))"
      lines.append("      \(kind.meaning)\(suffix).")
    }
    return (lines + estimateLines).map { SafeText($0) }
  }

  private var estimateLines: [String] {
    let errors = inspection.estimateErrors
    guard !errors.isEmpty else { return [] }
    let table = errors.map { error in
      let minutes = error.lead / 60
      return "    \(number(minutes)) min before  \(signed(error.error)) s"
    }
    return ["  ETA of the drop-off against the arrival  \(sparkline)"] + table
  }

  /// The error of the ETA over the ride, low where it was right.
  private var sparkline: String {
    guard let arrival = inspection.arrival else { return "" }
    let errors = inspection.estimates.map { abs(($0.estimate - arrival).inSeconds) }
    guard let most = errors.max(), errors.count > 1 else { return "" }
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let count = min(40, errors.count)
    return String(
      (0..<count).map { index in
        let error = errors[index * errors.count / count]
        return bars[most > 0 ? Int((error / most * 7).rounded()) : 0]
      }
    )
  }

  private func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  private func signed(_ value: Double) -> String {
    (value < 0 ? "-" : "+") + number(abs(value.rounded()))
  }

  // MARK: - JSON

  var json: String {
    var report: JSONObject = [
      "v": .number(1), "type": .text("inspection"), "trip": .text(name),
      "polls": .number(Double(inspection.polls)), "failed": .number(Double(inspection.failures)),
    ]
    func add(_ name: String, _ time: Timestamp?) {
      if let time { report.append(name, .text(time.description)) }
    }
    if let status = inspection.status { report.append("status", .text(status.wireName)) }
    add("start", inspection.start)
    add("end", inspection.end)
    add("arrival", inspection.arrival)
    report.append("duration", .number(inspection.duration.inSeconds.rounded()))
    if inspection.wasClockSetBack {
      report.append("clockSetBack", .number(inspection.clockSetBack.inSeconds.rounded()))
    }
    let counts = inspection.counts.sorted { $0.key.rawValue < $1.key.rawValue }
    report.append(
      "counts",
      .object(JSONObject(counts.map { ($0.key.rawValue, .number(Double($0.value))) }))
    )
    report.append(
      "findings",
      .list(
        inspection.findings.map { finding in
          var object: JSONObject = [
            "kind": .text(finding.kind.rawValue), "time": .text(finding.time.description),
            "value": .number(finding.value), "limit": .number(finding.limit),
          ]
          if !finding.kind.unit.isEmpty { object.append("unit", .text(finding.kind.unit)) }
          if !finding.detail.isEmpty { object.append("detail", .text(finding.detail)) }
          return .object(object)
        }
      )
    )
    report.append(
      "eta",
      .list(
        inspection.estimateErrors.map {
          .object(["lead": .number($0.lead), "error": .number($0.error.rounded())])
        }
      )
    )
    var writer = JSONWriter()
    writer.write(.object(report), sortsMembers: false)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
