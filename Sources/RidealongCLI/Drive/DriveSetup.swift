internal import CellGrid
internal import FleetEngine
internal import TrustLimits
internal import Viewer

/// What every drive of a vehicle needs from the command line.
struct DriveSetup: Sendable {
  let name: VehicleName
  /// Sends the updates, with tokens for the vehicle.
  let client: FleetEngineClient
  /// The time between two updates; the Driver SDK's if nil.
  let interval: Duration?
  let output: DriveOutput
  /// Whether a key takes breaks where standard input is a terminal.
  let takesKeys: Bool
  /// The command line that takes the vehicle offline.
  let offlineCommand: String
  let signals: SignalWatch
  let clock: ServiceClock

  init(
    _ name: VehicleName,
    _ client: FleetEngineClient,
    _ arguments: Arguments,
    _ network: Network,
    signals: SignalWatch,
    interval: Duration?
  ) {
    self.name = name
    self.client = client
    self.interval = interval
    self.signals = signals
    output = DriveOutput(arguments, network.log)
    takesKeys = arguments[.locations] != "-" && arguments[.tokenFile] != "-"
    offlineCommand = VehicleCommand.line(.offline, name, arguments)
    clock = network.clock
  }
}

/// Where a drive says what happens: sentences on standard error, objects on standard output, the log.
struct DriveOutput: Sendable {
  /// Whether each update has a line on standard error.
  let isVerbose: Bool
  /// Whether each update is an object on standard output.
  let isJSON: Bool
  /// The log; nil for none.
  let log: LogFile?

  init(_ arguments: Arguments, _ log: LogFile?) {
    isVerbose = arguments.has(.eachUpdate)
    isJSON = arguments.has(.json)
    self.log = log
  }

  init(isVerbose: Bool = false, isJSON: Bool = false, log: LogFile? = nil) {
    (self.isVerbose, self.isJSON, self.log) = (isVerbose, isJSON, log)
  }

  /// Prints a sentence for people and logs it.
  func report(_ text: SafeText, _ level: LogLevel = .info) {
    Console.printError(text)
    log?.record(level, text.description)
  }

  /// Prints an object on a line of its own.
  func print(_ record: some Encodable) throws(CommandError) {
    try Console.print(encoding: record)
  }
}

extension String {
  /// The text, cut to the length that docs/json.md promises.
  var cutForJSON: String {
    guard utf8.count > Limits.Text.bytes else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Limits.Text.bytes)))
  }
}
