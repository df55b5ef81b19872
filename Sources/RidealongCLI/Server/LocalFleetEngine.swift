internal import CellGrid
internal import FleetEngine
internal import FleetEmulator
internal import HTTPMessages

/// An emulator with its server and its keys, on this machine.
struct LocalFleetEngine: Sendable {
  let emulator: FleetEmulator
  let server: EmulatorServer
  let keys: EmulatorKeys
  private let admin: EmulatorServer?
  /// The server's address.
  let baseURL: HTTPURL
  /// The address of the provider's backend; nil without one.
  let backendURL: HTTPURL?
  /// The address of the admin endpoint; nil without one.
  let adminURL: HTTPURL?
  private let temporary: TemporaryDirectory?

  /// Starts an emulator.
  static func start(
    _ settings: Settings,
    clock: ServiceClock,
    environment: Environment
  ) async throws(CommandError) -> LocalFleetEngine {
    let temporary =
      settings.directory == nil && settings.keyDirectory == nil
      ? try TemporaryDirectory(environment: environment) : nil
    do {
      return try await start(settings, temporary, clock)
    } catch {
      Self.removeAfterFailure(temporary)
      throw error
    }
  }

  private static func start(
    _ settings: Settings,
    _ temporary: TemporaryDirectory?,
    _ clock: ServiceClock
  ) async throws(CommandError) -> LocalFleetEngine {
    do {
      var data: DataDirectory?
      if let directory = settings.directory {
        try UserFolder.make(directory)
        // DataDirectory locks it for this process before anything is read or created in it.
        data = try DataDirectory(directory)
      }
      let keys = try await keys(
        in: settings.keyDirectory ?? (settings.directory ?? temporary?.path ?? "") + "/keys",
        settings
      )
      let emulator = try FleetEmulator(
        EmulatorConfiguration(
          providerID: settings.providerID,
          accounts: keys.accounts,
          directory: data,
          speed: settings.speed,
          isStrict: settings.isStrict,
          quotas: settings.quotas,
          provider: settings.backend?.configuration(keys),
          now: clock.wallNow,
          monotonicNow: clock.monotonicNow
        )
      )
      try await emulator.setFaults(settings.faults)
      let server = EmulatorServer(
        emulator,
        address: settings.address.host,
        port: settings.address.port,
        allowsOtherHosts: !settings.address.isLoopback,
        tls: settings.tls,
        accessLog: settings.accessLog?.record
      )
      let baseURL = try server.start()
      let (admin, adminURL) = try await startAdmin(settings.admin, of: emulator, beside: server)
      return LocalFleetEngine(
        emulator: emulator,
        server: server,
        keys: keys,
        admin: admin,
        baseURL: baseURL,
        backendURL: settings.backend?.url(at: baseURL),
        adminURL: adminURL,
        temporary: temporary
      )
    } catch let error as EmulatorError {
      throw CommandError(error.kind == .address ? .failure : .usage, "\(error)")
    } catch let error as FaultScriptError {
      throw .usage("\(error)")
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }

  private static func keys(in directory: String, _ settings: Settings) async throws -> EmulatorKeys
  {
    guard let key = settings.sharedKey else {
      return try await EmulatorKeys.open(directory, providerID: settings.providerID)
    }
    return try EmulatorKeys(
      directory,
      providerID: settings.providerID,
      sharedKey: try await key.value
    )
  }

  /// Starts the admin endpoint; stops the server if that fails.
  private static func startAdmin(
    _ address: ListenAddress?,
    of emulator: FleetEmulator,
    beside server: EmulatorServer
  ) async throws(EmulatorError) -> (EmulatorServer?, HTTPURL?) {
    guard let address else { return (nil, nil) }
    let admin = EmulatorServer(administering: emulator, address: address.host, port: address.port)
    do {
      return (admin, try admin.start())
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Stops the server and reports a failure to clean up, because another error is thrown already.
  func stopAfterFailure() async {
    await admin?.stop()
    await server.stop()
    Self.removeAfterFailure(temporary)
  }

  private static func removeAfterFailure(_ temporary: TemporaryDirectory?) {
    do throws(CommandError) {
      try temporary?.remove()
    } catch {
      Console.printError(SafeText(error.message))
    }
  }

  /// Stops the server and removes the temporary directory.
  func stop() async throws(CommandError) {
    await admin?.stop()
    await server.stop()
    try temporary?.remove()
  }
}
