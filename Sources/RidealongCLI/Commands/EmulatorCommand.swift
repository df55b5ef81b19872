internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// `ridealong emulator`: a Fleet Engine on this machine.
enum EmulatorCommand {
  static func run(
    _ arguments: Arguments,
    _ clock: ServiceClock,
    _ environment: Environment
  ) async throws(CommandError) -> ExitStatus {
    try arguments.expect([], for: "emulator")
    let settings = try LocalFleetEngine.Settings(arguments)
    let signals = SignalWatch()
    let engine = try await LocalFleetEngine.start(
      settings,
      clock: clock,
      environment: environment
    )
    if !settings.address.isLoopback { warn(settings) }
    do throws(CommandError) {
      try Console.print(whole: [readyLine(engine)])
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    if isatty(STDERR_FILENO) != 0, let advice = EmulatorAdvice(engine, settings, arguments) {
      for line in advice.lines { Console.printError(line) }
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

  /// Warns that other machines reach the server.
  private static func warn(_ settings: LocalFleetEngine.Settings) {
    Console.printError(
      settings.tls == nil
        ? "Listening beyond this machine, without encryption: anyone who reaches it can call it."
        : "Listening beyond this machine: anyone who reaches it can call it."
    )
    guard settings.backend != nil else { return }
    Console.printError(
      "The provider's backend does not authenticate callers: anyone who reaches it can book and "
        + "cancel. It hands out no tokens; --no-backend turns it off."
    )
  }
}
