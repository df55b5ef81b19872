internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
    let signals = SignalWatch()
    let engine = try await LocalFleetEngine.start(
      providerID: provider,
      directory: arguments[.dataDirectory],
      address: address,
      speed: speed,
      wiring: wiring
    )
    if !engine.baseURL.isLoopback {
      Console.note(
        "Listening beyond this machine, without encryption: whoever reaches it can call it."
      )
    }
    do throws(CommandError) {
      try Console.print(
        SafeText("ready \(engine.baseURL) provider \(provider) keys \(engine.keys.directory)")
      )
    } catch {
      await engine.stopAfterFailure()
      throw error
    }
    await signals.wait()
    try await engine.stop()
    return signals.exitStatus ?? .success
  }

  private static func listenAddress(
    _ text: String
  ) throws(CommandError) -> (host: String, port: UInt16) {
    do {
      let url = try HTTPURL(parsing: "http://" + text)
      let host = url.host == "localhost" ? "127.0.0.1" : url.host
      if url.path.isEmpty, url.query.isEmpty, isNumeric(host),
        let port = url.port.flatMap({ UInt16(exactly: $0) })
      {
        return (host, port)
      }
    } catch {
      // Said below, as for all that is no such address.
    }
    throw .usage(
      "--listen \(text) is not a numeric ADDRESS:PORT, such as 127.0.0.1:8080 or [::1]:8080."
    )
  }

  private static func isNumeric(_ host: String) -> Bool {
    var address = in6_addr()
    return [AF_INET, AF_INET6].contains { unsafe inet_pton($0, host, &address) == 1 }
  }
}
