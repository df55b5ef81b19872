internal import FleetEngine

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
