internal import CellGrid
internal import FleetEngine
internal import TrustLimits
internal import Viewer

/// What every drive of a vehicle needs from the command line.
struct DriveSetup: Sendable {
  let name: VehicleName
  /// Sends the updates, with tokens for the vehicle.
  let client: FleetEngineClient
  /// The time between two updates; nil for the Driver SDK's.
  let interval: Duration?
  let output: DriveOutput
  /// Whether a key starts a break if standard input is a terminal.
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
    (self.name, self.client, self.interval, self.signals) = (name, client, interval, signals)
    output = DriveOutput(
      isVerbose: arguments.has(.eachUpdate),
      isJSON: arguments.has(.json),
      log: network.log
    )
    takesKeys = arguments[.locations] != "-" && arguments[.tokenFile] != "-"
    offlineCommand = VehicleCommand.line(.offline, name, arguments)
    clock = network.clock
  }
}

/// The outputs of a drive: sentences on standard error, objects on standard output, and the log.
struct DriveOutput: Sendable {
  /// Whether each update is a line on standard error.
  var isVerbose = false
  /// Whether each update is an object on standard output.
  var isJSON = false
  var log: LogFile?

  /// Prints a sentence for people and logs it.
  func report(_ text: SafeText, _ level: LogLevel = .info) {
    Console.printError(text)
    log?.record(level, text.description)
  }
}

extension String {
  /// The text, cut to the length that docs/json.md promises.
  var cutForJSON: String {
    guard utf8.count > Limits.Text.bytes else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Limits.Text.bytes)))
  }
}
