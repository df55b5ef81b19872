internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import TerminalUI

/// `ridealong emulator`: a Fleet Engine of one's own.
enum EmulatorCommand {
  static func run(_ arguments: Arguments, _ wiring: Wiring) async throws(CommandError) -> ExitStatus
  {
    try arguments.expect([], for: "emulator")
    let address = try listenAddress(arguments[.listen] ?? "127.0.0.1:0")
    let speed = try wiring.speed(arguments)
    let provider = arguments[.provider] ?? EmulatorConfiguration.defaultProviderID
    do {
      _ = try TripName(providerID: provider, tripID: "trip")
    } catch {
      throw .usage("--provider \(provider) is not a provider's id.")
    }
    let watch = SignalWatch()
    let engine = try await LocalFleetEngine.start(
      providerID: provider,
      directory: arguments[.dataDirectory],
      address: address,
      speed: speed,
      wiring: wiring
    )
    if !engine.baseURL.isLoopback {
      Console.note("Listening beyond this machine: anyone who reaches it can call it.")
    }
    try Console.print(
      SafeText("ready \(engine.baseURL) provider \(provider) keys \(engine.keys.directory)")
    )
    await watch.run {}
    try await engine.stop()
    return .success
  }

  private static func listenAddress(
    _ text: String
  ) throws(CommandError) -> (host: String, port: UInt16) {
    do {
      let url = try HTTPURL(parsing: "http://" + text)
      guard url.path.isEmpty, url.query.isEmpty,
        let port = url.port.flatMap({ UInt16(exactly: $0) })
      else {
        throw CommandError.usage("--listen \(text) is not HOST:PORT, such as 127.0.0.1:8080.")
      }
      return (url.host, port)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .usage("--listen \(text) is not HOST:PORT, such as 127.0.0.1:8080.")
    }
  }
}
