internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import RideRecordings
internal import RidesharingConsumer
internal import Viewer

extension Command {
  static let dump = Command(
    name: "dump", synopsis: "ridealong dump FILE... [TRIP] [OPTIONS]",
    summary: "print recordings as JSON or CSV, a line for each poll",
    examples: [
      "ridealong dump monday.ride | jq -c '[.time, .took, .body.tripStatus]'",
      "ridealong dump monday/ 42 --csv > polls.csv",
    ],
    detail: [
      "Each line has the poll's whole response, or with --csv what was known of the trip after it;",
      "docs/recordings.md describes both.",
      "",
    ] + RecordingArguments.detail, options: [.csv, .csvColumns], operands: .files,
    run: DumpCommand.run)
}

/// `ridealong dump`: the polls of recordings as lines of JSON or CSV.
enum DumpCommand {
  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    let words = try RecordingArguments(arguments)
    let table = try PollRow.table.chosen(by: arguments)
    try arguments.checkCSVColumns()
    let recording = try await RecordingSource.read(words.paths)
    for problem in recording.problems { Console.printError(SafeText(problem)) }
    try words.checkTrip(among: recording.tripNames)
    let wanted = Set(recording.tripNames.filter(words.selects))
    if arguments.has(.csv) {
      try await printTable(table, recording, wanted)
    } else {
      try printDocuments(recording, wanted)
    }
    return .success
  }

  private static func printDocuments(
    _ recording: RideRecording, _ wanted: Set<String>
  ) throws(CommandError) {
    var polls = PollReader(recording)
    while let (entry, document) = polls.next() {
      let trip = recording.tripNames[recording.entries[entry].trip]
      guard wanted.contains(trip) else { continue }
      try Console.print(JSONLine(escaping: document.line(trip: trip)))
    }
  }

  private static func printTable(
    _ table: CSVTable<PollRow>, _ recording: RideRecording, _ wanted: Set<String>
  ) async throws(CommandError) {
    var polls = RecordingPolls(recording)
    var rides: [String: PollLedger] = [:]
    try Console.print(table.header)
    while let next = await polls.next() {
      guard wanted.contains(next.trip) else { continue }
      let row = PollRow(next, after: &rides[next.trip, default: PollLedger()])
      try Console.print(table.line(row))
    }
    // Those of the file were printed before.
    for problem in polls.problems.dropFirst(recording.problems.count) {
      Console.printError(SafeText(problem))
    }
  }
}

/// A poll as a row of `dump --csv`.
struct PollRow: Sendable {
  private let trip: String
  private let poll: RecordedPoll
  private let error: FleetEngineError?
  private let locationTime: Timestamp?
  /// The members of a line of type `trip`, as after the poll; empty if it failed.
  private let members: JSONObject

  /// Creates the row of a poll that follows others of the trip.
  init(_ source: SourcePoll, after ledger: inout PollLedger) {
    (trip, poll) = (source.trip, source.poll)
    _ = ledger.replayStart(of: poll)
    let report = ledger.replayEnd(of: poll, keepsExchange: false)
    error = report.errors.first
    guard error == nil, let known = report.trip?.trip else {
      (locationTime, members) = (nil, [:])
      return
    }
    locationTime = known.locationTime
    members = TripJSONLines(tripName: trip, at: .init(now: poll.end, wall: poll.endTime))
      .members(of: known, report.status)
  }

  /// The members of a line of type `trip` that have a column, by their paths.
  private static let paths = [
    "status", "vehicle.id", "vehicle.lat", "vehicle.lon", "vehicle.heading", "vehicle.speed_mps",
    "next.kind", "next.index", "next.eta", "next_m", "pickup.eta", "dropoff.eta", "remaining_m",
    "picked_up", "dropped_off", "riders",
  ]

  /// One row for each poll.
  static let table = CSVTable<PollRow>(pollColumns + tripColumns)

  private typealias Column = CSVTable<PollRow>.Column

  private static let pollColumns: [Column] = [
    Column("trip") { .text($0.trip) }, Column("time") { .time($0.poll.time) },
    Column("start_s") { .number($0.poll.start.inMilliseconds) },
    Column("took_s") { .number($0.poll.duration.inMilliseconds) },
    Column("attempt") { .number($0.poll.attempt) },
    Column("http") { .number($0.poll.exchange?.status ?? $0.error?.httpStatus) },
    Column("code") { .text($0.error?.code.name) }, Column("bytes") { .number($0.poll.bodyBytes) },
    Column("location_time") { .time($0.locationTime) },
  ]

  private static let tripColumns: [Column] = paths.map { path in
    Column(path.replacing(".", with: "_")) { row in CSVCell(row.members.value(at: path)) }
  }
}

extension Duration {
  /// The seconds, to the millisecond.
  fileprivate var inMilliseconds: Double { (inSeconds * 1_000).rounded() / 1_000 }
}
