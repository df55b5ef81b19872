internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import HTTPMessages
internal import RideRecordings
internal import TerminalUI
internal import TrustLimits
internal import Viewer

extension Command {
  static let replay = Command(
    name: "replay", synopsis: "ridealong replay FILE [TRIP] [OPTIONS]",
    summary: "show a recorded ride at any of its moments",
    examples: [
      "ridealong replay monday.ride", "ridealong replay monday.ride --at 21:07",
      "ridealong replay monday.ride --at 21:07 --until 21:12 --export svg > ride.svg",
    ],
    detail: [
      "The screen of a live ride, at the first moment of the recording. Space plays and pauses, < and >",
      "go to the update before and after, [ and ] ten seconds, { and } a minute, v and V to the next and",
      "the previous problem, ( and ) change the speed, :goto 21:07 or :goto 40% goes to a moment. The",
      "line of the time can be clicked and dragged. All keys of a live ride work too.",
      "",
      "--export prints instead, without a terminal: the screen of the moment --at as text or SVG, the ride",
      "from --at until --until as an SVG picture that moves, or the traveled path as GeoJSON or GPX.",
      "",
      "--record of follow, book and demo makes a recording; docs/recordings.md describes the format.",
      "FILE may also be an export of fleetengine.googleapis.com logs, as JSON, or a directory of",
      "recordings and exports; docs/exports.md describes what is shown of a log.",
    ],
    options: [.replayStart, .replayEnd, .compare, .export, .size, .caFile] + Option.map
      + Option.configuration, operands: .files, configurable: .all, screen: .usual,
    run: ReplayCommand.run)
}

/// `ridealong replay`: the viewer for a recorded ride.
enum ReplayCommand {
  @MainActor static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let arguments = context.arguments
    try arguments.expect(["a FILE"], optional: 1)
    let path = arguments.positionals[0]
    let name = arguments.positionals.dropFirst().first
    if let format: RideExport.Format = try arguments.choice(.export) {
      let recording = try await RecordingSource.read([path])
      for problem in recording.problems { Console.printError(SafeText(problem)) }
      let trip = try trip(name, of: recording, isWhole: true)
      let export = RideExport(
        context: context, recording: recording, trip: trip,
        compared: try await compared(arguments, path, recording.tripNames[trip]), format: format)
      try await export.run()
      return .success
    }
    try arguments.refuse([.replayEnd, .size], "belongs to --export")
    var source = try RecordingSource.open([path])
    let (recording, number) = try await start(&source, path, name)
    recording.showServer(to: context.servers.emulatorSign)
    let compared = try await compared(arguments, path, recording.tripNames[number])
    let map = try await context.mapOptions()
    let capabilities = await context.screen.capabilities(map)
    guard capabilities.outputIsTerminal, capabilities.canShowScreen else {
      throw .usage(
        "ridealong replay needs a terminal; --export prints a moment, ridealong inspect what is wrong, and "
          + "ridealong dump the polls.")
    }
    var setup = try context.rideSetup(
      map, capabilities, backend: recording.firstExchange?.url.authority ?? path,
      credentials: "a recording")
    setup.settings.speed = recording.speed
    let cursesScreen = try await setup.screen.open(
      capabilities, setup.settings, after: ["replay", path])
    let mapView = setup.map.makeMap()
    var services = setup.screen.recordingServices()
    services.use(setup.map, on: mapView)
    services.reload = setup.screen.reload(setup.capabilities, like: setup.settings)
    let program = ViewerProgram(
      recording: recording, trip: number, compared: compared, mapView: mapView,
      screen: cursesScreen, clock: setup.outputs.clock, settings: setup.settings, services: services
    )
    if let start = arguments[.replayStart] {
      guard program.seek(to: start) else { throw .noMoment(.replayStart, start) }
    }
    setup.onSignal { program.stop() }
    let growth = grow(source, in: program)
    let ending = await program.run()
    growth.cancel()
    let problems = await growth.value
    return try await setup.close(cursesScreen, isInterrupted: ending == .interrupted) {
      for problem in problems { Console.printError(SafeText(problem)) }
    }
  }

  /// The polls that are read before the screen is shown, at least.
  private static let firstPolls = 500

  /// Reads as much as the first picture needs, and returns it with the number of the trip.
  ///
  /// What is read whole is described on standard error.
  private static func start(
    _ source: inout RecordingSource, _ path: String, _ name: String?
  ) async throws(CommandError) -> (RideRecording, trip: Int) {
    if case .growing(var growing) = source {
      await growing.grow(by: firstPolls)
      if !growing.isComplete, let name, find(name, in: growing.recording) == nil {
        // A trip at the end of a large export is found after seconds.
        Console.printError("Looking for \(SafeText(name)) in \(SafeText(path)).")
      }
      while !growing.isComplete, find(name, in: growing.recording) == nil {
        await growing.grow(byAtLeast: firstPolls)
      }
      let recording = try RecordingSource.checked(growing, [path])
      source = growing.isComplete ? .whole(recording) : .growing(growing)
    }
    switch source {
    case .growing(let growing):
      return (growing.recording, try trip(name, of: growing.recording, isWhole: false))
    case .whole(let recording):
      for problem in recording.problems { Console.printError(SafeText(problem)) }
      return (recording, try trip(name, of: recording, isWhole: true))
    }
  }

  /// The ride of `--compare`: of the same trip, or another trip of the same file; else the first.
  private static func compared(
    _ arguments: Arguments, _ path: String, _ name: String
  ) async throws(CommandError) -> ComparedRide.Source? {
    guard let file = arguments[.compare] else { return nil }
    let recording = try await RecordingSource.read([file])
    for problem in recording.problems { Console.printError(SafeText(problem)) }
    let names = recording.tripNames
    let number = names.firstIndex { (file == path) == ($0 != name) }
    return ComparedRide.Source(recording, trip: number ?? 0)
  }

  /// Reads the rest while the ride is shown; the task returns sentences for after the screen.
  @MainActor private static func grow(
    _ source: RecordingSource, in program: ViewerProgram
  ) -> Task<[String], Never> {
    Task { @concurrent in
      guard case .growing(var growing) = source else {
        if case .whole(let recording) = source, let problem = recording.problems.first {
          await program.extend(recording, saying: problem)
        }
        return []
      }
      while !Task.isCancelled, !growing.isComplete {
        await growing.grow(byAtLeast: 2 * firstPolls)
        await program.extend(growing.recording)
      }
      let problems = growing.problems
      let names = growing.recording.tripNames
      await program.extend(growing.recording, saying: problems.first ?? tripsSentence(names))
      return problems + [tripsSentence(names)].compactMap(\.self)
    }
  }

  /// The number of the named trip, by its full name or its ID; without a name, the first.
  private static func trip(
    _ name: String?, of recording: RideRecording, isWhole: Bool
  ) throws(CommandError) -> Int {
    let names = recording.tripNames
    if name == nil, isWhole, let sentence = tripsSentence(names) {
      Console.printError(SafeText(sentence))
    }
    guard let found = find(name, in: recording) else {
      throw NamedTrip(name ?? "").notFound(among: names)
    }
    return found
  }

  private static func find(_ name: String?, in recording: RideRecording) -> Int? {
    guard let name else { return 0 }
    return recording.tripNames.firstIndex(where: NamedTrip(name).matches)
  }

  private static func tripsSentence(_ names: [String]) -> String? {
    names.count > 1 ? "The recording has \(names.count) trips: \(NamedTrip.list(names))." : nil
  }
}
