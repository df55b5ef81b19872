internal import CellGrid
internal import FleetEngine
internal import JSON
internal import RideRecordings
internal import Viewer

/// The findings of one trip, for people and for programs.
struct RideInspectionReport: Sendable {
  let name: String
  let inspection: RideInspection
  private let errors: [EstimateError]

  /// Creates the report of an inspection that is finished.
  init(_ name: String, _ inspection: RideInspection) {
    (self.name, self.inspection) = (name, inspection)
    errors = inspection.estimateErrors
  }

  /// The findings by kind, the most frequent kinds first.
  private var groups: [(kind: RideFinding.Kind, findings: [RideFinding])] {
    Dictionary(grouping: inspection.findings, by: \.kind)
      .map { ($0.key, $0.value) }
      .sorted { ($1.1.count, $0.0.rawValue) < ($0.1.count, $1.0.rawValue) }
  }

  // MARK: - Words

  private var summary: String {
    let status = inspection.status?.wireName ?? "no response"
    return
      "\(name)  \(status), \(ShownLength.time(inspection.duration)), \(inspection.polls) polls, "
      + "\(inspection.failures) failed"
  }

  /// The report of one of several rides, which has one line without findings.
  var linesAmongOthers: [SafeText] {
    inspection.findings.isEmpty ? [SafeText(summary + ", nothing found")] : lines
  }

  var lines: [SafeText] {
    var lines = [summary]
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
        ? ""
        : ", worst \(Shown.number(worst.value)) \(kind.unit) (limit \(Shown.number(worst.limit)))"
      let first = findings[0].time.inWholeSeconds
      lines.append("  \(count) × \(kind.rawValue)\(value), first at \(first)")
      let details = Set(findings.map(\.detail).filter { !$0.isEmpty }).sorted().prefix(5)
      let suffix = details.isEmpty ? "" : ": \(details.joined(separator: ", "))"
      lines.append("      \(kind.meaning)\(suffix).")
    }
    return (lines + estimateLines).map { SafeText($0) }
  }

  private var estimateLines: [String] {
    guard !errors.isEmpty else { return [] }
    let table = errors.map { error in
      let sign = error.error.rounded() < 0 ? "-" : "+"
      return "    \(Shown.lead(error.lead))  \(sign)\(Shown.number(abs(error.error.rounded()))) s"
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
      })
  }

  // MARK: - JSON

  var json: JSONLine {
    var report: JSONObject = [
      "v": .number(1), "type": .text("inspection"), "trip": .text(name),
      "polls": .number(Double(inspection.polls)), "failed": .number(Double(inspection.failures)),
    ]
    func add(_ name: String, _ time: Timestamp?) {
      if let time { report.append(name, .text(JSONRecord.time(time))) }
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
    report.append("counts", .counts(counts.map { ($0.key.rawValue, $0.value) }))
    report.append(
      "findings",
      .list(
        inspection.findings.map { finding in
          var object: JSONObject = [
            "kind": .text(finding.kind.rawValue), "time": .text(JSONRecord.time(finding.time)),
            "value": .number(finding.value), "limit": .number(finding.limit),
          ]
          if !finding.kind.unit.isEmpty { object.append("unit", .text(finding.kind.unit)) }
          if !finding.detail.isEmpty { object.append("detail", .text(finding.detail)) }
          return .object(object)
        }))
    report.append(
      "eta",
      .list(
        errors.map { .object(["lead": .number($0.lead), "error": .number($0.error.rounded())]) }))
    return JSONLine(report)
  }

  // MARK: - CSV

  /// One row for each ride.
  static let table = CSVTable<RideInspectionReport>(rideColumns + countColumns + errorColumns)

  private typealias Column = CSVTable<RideInspectionReport>.Column

  private static let rideColumns: [Column] = [
    Column("trip") { .text($0.name) }, Column("status") { .text($0.inspection.status?.wireName) },
    Column("start") { .time($0.inspection.start) }, Column("end") { .time($0.inspection.end) },
    Column("arrival") { .time($0.inspection.arrival) },
    Column("duration_s") { .number($0.inspection.duration.inSeconds.rounded()) },
    Column("polls") { .number($0.inspection.polls) },
    Column("failed") { .number($0.inspection.failures) },
  ]

  private static let countColumns: [Column] = RideFinding.Kind.allCases.map { kind in
    Column(kind.rawValue.replacing("-", with: "_")) { .number($0.inspection.counts[kind] ?? 0) }
  }

  private static let errorColumns: [Column] = RideInspection.leads.map { lead in
    Column("eta_error_\(Shown.minutes(lead))min_s") { report in
      .number(report.errors.first { $0.lead == lead }?.error.rounded())
    }
  }
}

/// The totals of several rides, for people and for programs.
struct RideInspectionTotalsReport {
  private let totals: RideInspectionTotals

  init(_ reports: [RideInspectionReport]) {
    totals = RideInspectionTotals(reports.lazy.map(\.inspection))
  }

  /// The rides by their last status, the most frequent first.
  private var statuses: [(name: String, rides: Int)] {
    totals.statuses.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  var lines: [SafeText] {
    let unanswered = totals.unanswered > 0 ? [("no response", totals.unanswered)] : []
    var lines = [
      "\(totals.rides) rides, \(totals.clean) without findings, \(totals.polls) polls, "
        + "\(totals.failures) failed",
      "  by last status: "
        + (statuses + unanswered).map { "\($0.1) \($0.0)" }.joined(separator: ", "),
    ]
    lines += totals.findings.map {
      "  \($0.count) × \($0.kind.rawValue) in \(Shown.rides($0.rides))"
    }
    if !totals.estimateErrors.isEmpty {
      lines.append("  ETA of the drop-off against the arrival")
      lines += totals.estimateErrors.map {
        "    \(Shown.lead($0.lead))  median error \(Shown.number($0.median.rounded())) s, "
          + "worst \(Shown.number($0.worst.rounded())) s, \(Shown.rides($0.rides))"
      }
    }
    return lines.map { SafeText($0) }
  }

  var json: JSONLine {
    let errors = totals.estimateErrors.map { errors -> JSONTree in
      .object([
        "lead": .number(errors.lead), "rides": .number(Double(errors.rides)),
        "median": .number(errors.median.rounded()), "worst": .number(errors.worst.rounded()),
      ])
    }
    let findings = totals.findings.sorted { $0.kind.rawValue < $1.kind.rawValue }
    return JSONLine([
      "v": .number(1), "type": .text("inspection_totals"), "rides": .number(Double(totals.rides)),
      "clean": .number(Double(totals.clean)), "polls": .number(Double(totals.polls)),
      "failed": .number(Double(totals.failures)), "statuses": .counts(statuses),
      "counts": .counts(findings.map { ($0.kind.rawValue, $0.count) }),
      "affected": .counts(findings.map { ($0.kind.rawValue, $0.rides) }), "eta": .list(errors),
    ])
  }
}

/// Numbers in reports.
private enum Shown {
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  static func minutes(_ lead: Double) -> String { number(lead / 60) }

  static func lead(_ lead: Double) -> String { "\(minutes(lead)) min before" }

  static func rides(_ count: Int) -> String { count == 1 ? "1 ride" : "\(count) rides" }
}

extension JSONTree {
  fileprivate static func counts(_ counts: [(String, Int)]) -> JSONTree {
    .object(JSONObject(counts.map { ($0.0, .number(Double($0.1))) }))
  }
}
