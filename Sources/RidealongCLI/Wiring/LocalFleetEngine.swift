internal import CellGrid
internal import FleetEngine
internal import FleetEmulator
internal import HTTPMessages

/// An emulator with its server and its keys, on this machine.
struct LocalFleetEngine: Sendable {
  let emulator: FleetEmulator
  let server: EmulatorServer
  let keys: EmulatorKeys
  /// The server's address.
  let baseURL: HTTPURL
  private let temporary: TemporaryDirectory?

  /// Starts an emulator.
  ///
  /// - Parameters:
  ///   - providerID: The provider that it serves.
  ///   - directory: Where it keeps trips, vehicles and keys; nil for a temporary directory of keys.
  ///   - address: Where it listens, host and port.
  ///   - speed: How many times faster than the clock the world runs.
  ///   - wiring: What it stands on.
  /// - Returns: The running emulator.
  /// - Throws: Why it does not run.
  static func start(
    providerID: String,
    directory: String?,
    address: (host: String, port: UInt16),
    speed: Double,
    wiring: Wiring
  ) async throws(CommandError) -> LocalFleetEngine {
    let temporary = directory == nil ? try TemporaryDirectory(environment: wiring.environment) : nil
    do {
      return try await start(
        providerID: providerID,
        directory: directory,
        temporary: temporary,
        address: address,
        speed: speed,
        wiring: wiring
      )
    } catch {
      Self.removeAfterFailure(temporary)
      throw error
    }
  }

  private static func start(
    providerID: String,
    directory: String?,
    temporary: TemporaryDirectory?,
    address: (host: String, port: UInt16),
    speed: Double,
    wiring: Wiring
  ) async throws(CommandError) -> LocalFleetEngine {
    do {
      if let directory { try PrivateFolder.make(directory) }
      let keys = try EmulatorKeys(
        directory: (directory ?? temporary?.path ?? "") + "/keys",
        providerID: providerID
      )
      let emulator = try FleetEmulator(
        EmulatorConfiguration(
          providerID: providerID,
          accounts: keys.accounts,
          directory: directory,
          speed: speed,
          provider: ProviderConfiguration(signers: keys.signers),
          now: wiring.clock.wallNow
        )
      )
      let isLoopback = HTTPURL(scheme: .http, host: address.host).isLoopback
      let server = EmulatorServer(
        emulator,
        address: address.host,
        port: address.port,
        allowsOtherHosts: !isLoopback
      )
      let baseURL = try server.start()
      return LocalFleetEngine(
        emulator: emulator,
        server: server,
        keys: keys,
        baseURL: baseURL,
        temporary: temporary
      )
    } catch let error as EmulatorError {
      throw CommandError(error.kind == .address ? .failure : .usage, "\(error)")
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }

  /// Ends the server and removes what was temporary, when another error is on its way already.
  func stopAfterFailure() async {
    await server.stop()
    Self.removeAfterFailure(temporary)
  }

  private static func removeAfterFailure(_ temporary: TemporaryDirectory?) {
    do throws(CommandError) {
      try temporary?.remove()
    } catch {
      Console.note(SafeText(error.message))
    }
  }

  /// Ends the server and removes what was temporary.
  ///
  /// - Throws: That the temporary keys could not be removed.
  func stop() async throws(CommandError) {
    await server.stop()
    try temporary?.remove()
  }
}
