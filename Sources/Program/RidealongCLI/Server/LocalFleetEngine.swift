internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import Synchronization
internal import TrustLimits

/// An emulator with its server and its keys, on this machine.
struct LocalFleetEngine: Sendable {
  let emulator: EmulatedFleetEngine
  let server: LocalServer
  let keys: EmulatorKeys
  private let admin: LocalServer?
  private let grpc: GRPC?
  let baseURL: HTTPURL
  let backendURL: HTTPURL?
  let adminURL: HTTPURL?
  private let temporary: TemporaryDirectory?

  static func start(
    _ settings: Settings, clock: ServiceClock, environment: Environment
  ) async throws(CommandError) -> LocalFleetEngine {
    let temporary =
      settings.directory == nil && settings.keyDirectory == nil
      ? try TemporaryDirectory(environment: environment) : nil
    do { return try await start(settings, temporary, clock) } catch {
      Self.removeAfterFailure(temporary)
      throw CommandError(wrapping: error)
    }
  }

  private static func start(
    _ settings: Settings, _ temporary: TemporaryDirectory?, _ clock: ServiceClock
  ) async throws -> LocalFleetEngine {
    var data: DataDirectory?
    if let directory = settings.directory {
      try UserFolder.make(directory)
      // DataDirectory locks it for this process before anything is read or created in it.
      data = try DataDirectory(directory)
    }
    let keys = try await keys(
      in: settings.keyDirectory ?? (settings.directory ?? temporary?.path ?? "") + "/keys", settings
    )
    let emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: settings.providerID, accounts: keys.accounts,
        accessTokenKey: keys.accessTokenKey, directory: data, speed: settings.speed,
        isStrict: settings.isStrict, quotas: settings.quotas,
        provider: settings.backend?.configuration(keys), now: clock.wallNow,
        monotonicNow: clock.monotonicNow))
    try await emulator.setFaults(settings.faults)
    let server = LocalServer(
      emulator, address: settings.address.host, port: settings.address.port,
      allowsOtherHosts: !settings.address.isLoopback, tls: settings.tls,
      accessLog: settings.accessLog?.record, onRefusal: RefusalNotice(clock).say)
    let admin = settings.admin.map { address in
      LocalServer(administering: emulator, address: address.host, port: address.port)
    }
    let baseURL = try server.start()
    let adminURL: HTTPURL?
    let grpc: GRPC?
    do {
      adminURL = try admin?.start()
      grpc = try settings.grpc.map { try GRPC(emulator, keys, settings, at: $0, clock) }
    } catch {
      await admin?.stop()
      await server.stop()
      throw error
    }
    if settings.namesTokenEndpoint {
      do throws(EmulatorError) {
        try keys.name(tokenEndpointOf: EmulatorAdvice.reachable(baseURL) ?? baseURL)
      } catch {
        // The emulator can serve without it.
        Console.printError(SafeText("The key files do not name the token endpoint: \(error)"))
      }
    }
    return LocalFleetEngine(
      emulator: emulator, server: server, keys: keys, admin: admin, grpc: grpc, baseURL: baseURL,
      backendURL: settings.backend?.url(at: baseURL), adminURL: adminURL, temporary: temporary)
  }

  private static func keys(in directory: String, _ settings: Settings) async throws -> EmulatorKeys
  {
    guard let key = settings.sharedKey else {
      return try await EmulatorKeys.open(directory, providerID: settings.providerID)
    }
    return try EmulatorKeys(
      directory, providerID: settings.providerID, sharedKey: try await key.value)
  }

  /// Stops the server and reports a failure to clean up, because another error is thrown already.
  func stopAfterFailure() async {
    await stopServers()
    Self.removeAfterFailure(temporary)
  }

  private static func removeAfterFailure(_ temporary: TemporaryDirectory?) {
    do throws(CommandError) { try temporary?.remove() } catch {
      Console.printError(SafeText(error.message))
    }
  }

  /// Stops the server and removes the temporary directory.
  func stop() async throws(CommandError) {
    await stopServers()
    try temporary?.remove()
  }

  private func stopServers() async {
    await admin?.stop()
    // Together, because each gives its running requests the same time.
    async let grpcEnd: Void? = grpc?.server.stop()
    await server.stop()
    await grpcEnd
  }

  var grpcURL: HTTPURL? { grpc?.url }

  /// The certificates that clients of gRPC have to trust, in PEM.
  var rootsFile: String? { grpc?.rootsFile }
}

extension LocalFleetEngine {
  /// The server of gRPC, which has a certificate for localhost unless it is given another.
  private struct GRPC: Sendable {
    let server: GRPCServer
    let url: HTTPURL
    let rootsFile: String

    init(
      _ emulator: EmulatedFleetEngine, _ keys: EmulatorKeys, _ settings: Settings,
      at address: ListenAddress, _ clock: ServiceClock
    ) throws {
      let identity: TLSIdentity
      if let tls = settings.tls {
        (identity, rootsFile) = (tls, settings.certificateFile ?? "")
      } else {
        (identity, rootsFile) = try keys.localIdentity(now: clock.wallNow())
      }
      server = GRPCServer(
        emulator, address: address.host, port: address.port, allowsOtherHosts: !address.isLoopback,
        tls: identity, accessLog: settings.accessLog?.record, onRefusal: RefusalNotice(clock).say)
      url = try server.start()
    }
  }

  struct Backend: Sendable {
    /// The path below which it is served; empty for the root.
    var prefix = ProviderConfiguration.defaultPrefix
    var allowedOrigins: Set<String> = []

    func configuration(_ keys: EmulatorKeys) -> ProviderConfiguration {
      ProviderConfiguration(prefix: prefix, signers: keys.signers, allowedOrigins: allowedOrigins)
    }

    func url(at server: HTTPURL) -> HTTPURL {
      var url = server
      url.path = prefix
      return url
    }
  }

  struct Settings: Sendable {
    var providerID = EmulatorConfiguration.defaultProviderID
    /// The directory of trips, vehicles and keys; nil to keep only keys, in a temporary directory.
    var directory: String?
    /// The directory of the key files; nil for `keys` in the other directory.
    var keyDirectory: String?
    /// Whether the key files name the token endpoint, from which other programs get access tokens.
    var namesTokenEndpoint = true
    /// A key for all roles; nil for one key for each role.
    var sharedKey: Task<EmulatorKeys.SharedKey, any Error>?
    var address = ListenAddress.anyOfLoopback
    var speed = 1.0
    /// Whether statuses must come in the order of the sample apps.
    var isStrict = false
    var quotas: EmulatorQuotas?
    /// The script of faults at the start.
    var faults = FaultScript()
    var backend: Backend? = Backend()
    var admin: ListenAddress?
    /// The address for gRPC; nil to serve REST only.
    var grpc: ListenAddress?
    var tls: TLSIdentity?
    var certificateFile: String?
    var accessLog: AccessLogFile?
  }
}

extension LocalFleetEngine.Settings {
  init(_ arguments: Arguments) throws(CommandError) {
    if let text = arguments[.listen] { address = try ListenAddress(text, for: .listen) }
    speed = try arguments.number(.speed)
    directory = arguments[.dataDirectory]
    keyDirectory = arguments[.keyDirectory]
    for directory in [directory, keyDirectory].compactMap(\.self)
    where directory.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .usage("The directory \(SafeText(directory)) has control characters in its name.")
    }
    if let provider = arguments[.provider] {
      do { _ = try TripName(providerID: provider, tripID: "trip") } catch {
        throw .usage("--provider \(provider) is not a provider's ID.")
      }
      providerID = provider
    }
    isStrict = arguments.has(.strict)
    quotas = arguments.has(.quota) ? .published : nil
    backend = try LocalFleetEngine.Backend(arguments)
    if let text = arguments[.admin] {
      let address = try ListenAddress(text, for: .admin)
      guard address.isLoopback else {
        throw .usage(
          "--admin \(text) can be reached from other machines, and the admin endpoint does not "
            + "authenticate callers; listen on loopback, such as --admin 127.0.0.1:0.")
      }
      admin = address
    }
    if let text = arguments[.grpcListen] {
      guard !arguments.has(.noGRPC) else {
        throw .usage("--grpc-listen has no effect with --no-grpc.")
      }
      grpc = try ListenAddress(text, for: .grpcListen)
    } else if !arguments.has(.noGRPC) {
      grpc = .anyOfLoopback
    }
    if let path = arguments[.fault] { faults = try Self.faults(path) }
    tls = try Self.tls(arguments)
    certificateFile = arguments[.tlsCertificate]
    if let path = arguments[.accessLog] { accessLog = try AccessLogFile(path) }
  }

  private static func faults(_ path: String) throws(CommandError) -> FaultScript {
    let file = try BoundedFile(path, limit: Limits.Faults.scriptBytes, called: "The fault script")
    do { return try FaultScript(json: file.bytes) } catch { throw .usage("\(path): \(error)") }
  }

  private static func tls(_ arguments: Arguments) throws(CommandError) -> TLSIdentity? {
    switch (arguments[.tlsCertificate], arguments[.tlsKey]) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      do { return try TLSIdentity(certificateFile: certificate, keyFile: key) } catch {
        throw .usage("\(error)")
      }
    case (_?, nil), (nil, _?):
      throw .usage("Give both --tls-cert and --tls-key: the certificate and its private key.")
    }
  }
}

extension LocalFleetEngine.Backend {
  /// Reads the backend's options; nil for `--no-backend`.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard !arguments.has(.noBackend) else {
      try arguments.refuse([.providerPrefix, .allowOrigin], "has no effect with --no-backend")
      return nil
    }
    if let path = arguments[.providerPrefix] {
      guard path.hasPrefix("/") else {
        throw .usage("--provider-prefix \(path) is not a path, such as /provider.")
      }
      // The emulator checks the rest of the path.
      prefix = path == "/" ? "" : path
    }
    guard let list = arguments[.allowOrigin] else { return }
    let origins = list.split(separator: ",", omittingEmptySubsequences: false)
    guard origins.count <= Limits.Emulator.origins else {
      throw .usage("--allow-origin takes up to \(Limits.Emulator.origins) origins.")
    }
    for origin in origins { allowedOrigins.insert(try Self.origin(String(origin))) }
  }

  /// Normalizes an origin to the form that browsers send.
  private static func origin(_ text: String) throws(CommandError) -> String {
    guard var url = try? HTTPURL(parsing: text), url.path.isEmpty, url.query.isEmpty,
      !text.contains("#"), !text.contains("?")
    else { throw .usage("--allow-origin \(text) is not an origin, such as http://localhost:3000.") }
    url.host = url.host.lowercased()
    if url.port == (url.scheme == .http ? 80 : 443) { url.port = nil }
    return url.description
  }
}

/// Says that connections are refused, once a minute at most.
final class RefusalNotice: Sendable {
  static let text =
    "Connections are refused: \(Limits.Emulator.connections) are open, or, where other machines are "
    + "served, \(Limits.Emulator.connectionsPerAddress) from one address."
  private static let pause: Duration = .seconds(60)

  private let clock: ServiceClock
  private let lastAt = Mutex<Duration?>(nil)
  private let tell: @Sendable (SafeText) -> Void

  init(_ clock: ServiceClock, tell: @escaping @Sendable (SafeText) -> Void = Console.printError) {
    (self.clock, self.tell) = (clock, tell)
  }

  @Sendable func say() {
    let now = clock.monotonicNow()
    let isDue = lastAt.withLock { last in
      guard last.map({ now - $0 >= Self.pause }) ?? true else { return false }
      last = now
      return true
    }
    if isDue { tell(SafeText(Self.text)) }
  }
}
