public import FleetEngine
public import HTTPMessages
internal import JSONWebTokens
internal import Synchronization

/// An emulator for one test, which ``FleetEmulator/withEmulator(configure:isolation:_:)`` starts and stops.
///
/// See docs/emulator.md, "In Swift tests".
public struct TestEmulator: Sendable {
  /// The emulator, with its history, faults, clock, and reset.
  public let emulator: FleetEmulator
  /// The address of its server, on a free port of loopback.
  public let endpoint: HTTPURL
  private let signers: [TokenSigner]

  /// Returns a client that calls the emulator without a socket, with a role's token for each request.
  ///
  /// Its tokens follow the emulator's clock.
  public func client(_ role: ServiceRole = .server) -> FleetEngineClient {
    let system = ServiceClock.system
    return FleetEngineClient(
      providerID: emulator.providerID, endpoint: endpoint, transport: InProcessTransport(emulator),
      tokens: tokens(role),
      clock: ServiceClock(
        monotonicNow: system.monotonicNow, wallNow: { [clock = emulator.clock] in clock.now },
        sleep: system.sleep))
  }

  /// The tokens of a role; those of ``ServiceRole/driver`` and ``ServiceRole/consumer`` are for one
  /// vehicle or trip each.
  public func tokens(_ role: ServiceRole) -> some AccessTokenProvider {
    TestTokens(signer: signers.first { $0.role == role }, clock: emulator.clock)
  }

  /// The key of all test emulators of this process, because making one takes 0.1 s.
  private static let key = Result { () throws(JSONWebTokenError) in try SigningKey.generate() }

  fileprivate static func accounts(_ providerID: String) throws -> [(ServiceAccount, TokenSigner)] {
    let key = try key.get()
    return try ServiceRole.allCases.map { role in
      let email = "\(role.rawValue)@\(providerID).iam.gserviceaccount.com"
      return (
        ServiceAccount(role: role, email: email, keyID: role.rawValue, key: try key.publicKey),
        TokenSigner(role: role, email: email, keyID: role.rawValue, key: key)
      )
    }
  }

  fileprivate init(_ emulator: FleetEmulator, _ endpoint: HTTPURL, _ signers: [TokenSigner]) {
    (self.emulator, self.endpoint, self.signers) = (emulator, endpoint, signers)
  }
}

/// Tokens that are signed when they are asked for.
private struct TestTokens: AccessTokenProvider {
  let signer: TokenSigner?
  let clock: EmulatorClock

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    guard let signer else { throw AccessTokenError(reason: "There is no key of this role.") }
    let ids: [String: String?] =
      switch signer.role {
      case .server, .fleetReader: ["tripid": "*", "vehicleid": "*"]
      case .driver: ["vehicleid": context.vehicleID]
      case .consumer: ["tripid": context.tripID]
      }
    do {
      let token = try signer.token(for: ids.compactMapValues(\.self), now: clock.now)
      return AccessToken(token.text, expiresAt: token.expiresAt)
    } catch { throw AccessTokenError(reason: "\(error)") }
  }
}

extension FleetEmulator {
  /// Runs a test with an emulator of its own in this process, and stops it at the end.
  ///
  /// The emulator keeps nothing on disk. `configure` changes its settings; its accounts have a key
  /// that all test emulators of the process share.
  ///
  /// - Throws: ``EmulatorError`` if it cannot start, or the error of `body`.
  public static func withEmulator<Result: Sendable>(
    configure: (inout EmulatorConfiguration) -> Void = { _ in },
    isolation: isolated (any Actor)? = #isolation, _ body: (TestEmulator) async throws -> Result
  ) async throws -> Result {
    let clock = ServiceClock.system
    var configuration = EmulatorConfiguration(
      accounts: [], now: clock.wallNow, monotonicNow: clock.monotonicNow)
    configure(&configuration)
    let accounts = try TestEmulator.accounts(configuration.providerID)
    configuration.accounts += accounts.map(\.0)
    let emulator = try FleetEmulator(configuration)
    let server = LocalServer(emulator)
    let endpoint = try server.start()
    do {
      let result = try await body(TestEmulator(emulator, endpoint, accounts.map(\.1)))
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }
}
