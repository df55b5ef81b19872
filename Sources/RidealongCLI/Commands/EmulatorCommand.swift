internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages

/// `ridealong emulator`: a Fleet Engine of one's own.
enum EmulatorCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect([], for: "emulator")
    let settings = try LocalFleetEngine.Settings(arguments, wiring)
    let signals = SignalWatch()
    let engine = try await LocalFleetEngine.start(settings, wiring: wiring)
    if !settings.address.isLoopback { warn(settings) }
    do throws(CommandError) {
      try Console.print(whole: [readyLine(engine)])
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    await signals.wait()
    try await engine.stop()
    return signals.exitStatus ?? .success
  }

  /// The line that tells a script where everything is; its words come in pairs of a fixed order.
  static func readyLine(_ engine: LocalFleetEngine) -> String {
    var line =
      "ready \(engine.baseURL) provider \(engine.emulator.providerID) keys \(engine.keys.directory)"
    if let backend = engine.backendURL { line += " backend \(backend)" }
    if let admin = engine.adminURL { line += " admin \(admin)" }
    return line
  }

  /// Says what a server that other machines reach means.
  private static func warn(_ settings: LocalFleetEngine.Settings) {
    Console.note(
      settings.tls == nil
        ? "Listening beyond this machine, without encryption: whoever reaches it can call it."
        : "Listening beyond this machine: whoever reaches it can call it."
    )
    guard settings.backend != nil else { return }
    Console.note(
      "The provider's backend asks nobody who they are: whoever reaches it can book and cancel. It "
        + "hands out no tokens there; --no-backend leaves it out."
    )
  }
}
