internal import CellGrid
internal import RideRecordings

extension Command {
  static let inspect = Command(
    name: "inspect", synopsis: "ridealong inspect FILE... [TRIP] [OPTIONS]",
    summary: "find out what is wrong in recorded rides",
    examples: [
      "ridealong inspect monday.ride",
      "ridealong inspect monday.ride --limit gap=120 --json | jq .counts",
      "ridealong inspect monday/*.ride", "ridealong inspect monday/ --csv > monday.csv",
    ],
    detail: [
      "It finds jumps of the ETA, gaps, old positions, errors, detours and more, and compares the ETA",
      "with the arrival. docs/inspect.md lists the kinds with their limits, and the columns of --csv. Of",
      "several rides, those without findings have one line, and totals follow. Exit status 8: something",
      "was found.",
      "",
    ] + RecordingArguments.detail, options: [.findingLimit, .json, .csv, .csvColumns],
    operands: .files, run: InspectCommand.run)
}

/// `ridealong inspect`: what is wrong in recorded rides.
enum InspectCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    let words = try RecordingArguments(arguments)
    let limits = try limits(arguments)
    try arguments.checkForms()
    let table = try RideInspectionReport.table.chosen(by: arguments)
    try arguments.checkCSVColumns()
    let reports = try await reports(words, limits)
    let totals = reports.count > 1 ? RideInspectionTotalsReport(reports) : nil
    if arguments.has(.csv) {
      try Console.print(table.header)
      for report in reports { try Console.print(table.line(report)) }
    } else if arguments.has(.json) {
      for report in reports { try Console.print(report.json) }
      if let totals { try Console.print(totals.json) }
    } else {
      for report in reports {
        try Console.print(totals == nil ? report.lines : report.linesAmongOthers)
      }
      if let totals { try Console.print([""] + totals.lines) }
    }
    return reports.allSatisfy(\.inspection.findings.isEmpty) ? .success : .findings
  }

  /// Inspects the trips that are wanted, in the order of their first polls.
  private static func reports(
    _ words: RecordingArguments, _ limits: [RideFinding.Kind: Double]
  ) async throws(CommandError) -> [RideInspectionReport] {
    var polls = try RecordingSource.polls(words.paths)
    var names: [String] = []
    var inspections: [String: RideInspection] = [:]
    var seen: Set<String> = []
    while let next = await polls.next() {
      if seen.insert(next.trip).inserted {
        names.append(next.trip)
        if words.selects(next.trip) {
          inspections[next.trip] = RideInspection(limits: limits, worldSpeed: next.worldSpeed)
        }
      }
      inspections[next.trip]?.add(next.poll)
    }
    guard !names.isEmpty else { throw RecordingSource.empty(words.paths, polls.problems) }
    for problem in polls.problems { Console.printError(SafeText(problem)) }
    try words.checkTrip(among: names)
    return names.compactMap { name in
      guard var inspection = inspections[name] else { return nil }
      inspection.finish()
      return RideInspectionReport(name, inspection)
    }
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
