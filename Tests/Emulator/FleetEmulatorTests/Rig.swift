import CurlTransport
import FleetEmulator
import FleetEngine
import HTTPMessages
import JSONWebTokens
import Synchronization
import Testing

/// The two ways to an emulator: the same tests run over both.
enum Edge: String, CaseIterable, Sendable { case inProcess, loopback }

/// A clock that moves when a test says so.
final class TestNow: Sendable {
  static let start = Timestamp(seconds: 1_767_261_600)  // 2026-01-01T10:00:00Z
  private let moment = Mutex(TestNow.start)

  var now: Timestamp { moment.withLock { $0 } }

  func advance(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }
}

/// Keys that are made once for all tests, as making them takes a while.
enum TestKeys {
  static let keys: [ServiceRole: SigningKey] = {
    var keys: [ServiceRole: SigningKey] = [:]
    for role in ServiceRole.allCases { keys[role] = try? SigningKey.generate() }
    return keys
  }()

  static func email(_ role: ServiceRole) -> String {
    "\(role.rawValue)@demo.iam.gserviceaccount.com"
  }

  static func accounts() throws -> [ServiceAccount] {
    try ServiceRole.allCases.map { role in
      ServiceAccount(
        role: role, email: email(role), keyID: "key-" + role.rawValue,
        key: try #require(keys[role]).publicKey)
    }
  }

  static func claims(_ role: ServiceRole, now: Timestamp, _ ids: [String: String]) -> TokenClaims {
    TokenClaims(
      issuer: email(role),
      subject: email(role),
      audience: ["https://fleetengine.googleapis.com/"],
      issuedAt: now.seconds, expiresAt: now.seconds + 3_600, authorization: ids)
  }
}

/// Tokens of one role, signed when they are asked for.
struct RoleTokens: AccessTokenProvider {
  /// All that were signed for a moment, as signing takes a while.
  private static let signed = Mutex<[TokenClaims: String]>([:])

  let role: ServiceRole
  let clock: TestNow

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    var ids: [String: String] = [:]
    switch role {
    case .server, .fleetReader: ids = ["tripid": "*", "vehicleid": "*"]
    case .driver: ids["vehicleid"] = context.vehicleID
    case .consumer: ids["tripid"] = context.tripID
    }
    do {
      guard let key = TestKeys.keys[role] else {
        throw AccessTokenError(reason: "There is no key.")
      }
      let claims = TestKeys.claims(role, now: clock.now, ids)
      if let known = Self.signed.withLock({ $0[claims] }) {
        return AccessToken(known, expiresAt: nil)
      }
      let token = try key.sign(claims, keyID: "key-" + role.rawValue)
      Self.signed.withLock { $0[claims] = token }
      return AccessToken(token, expiresAt: nil)
    } catch { throw AccessTokenError(reason: "\(error)") }
  }
}

/// An emulator with everything around it.
struct Rig: Sendable {
  let clock = TestNow()
  let emulator: EmulatedFleetEngine
  let server: LocalServer?
  let endpoint: HTTPURL
  let transport: any HTTPTransport

  init(
    _ edge: Edge = .inProcess, directory: String? = nil, speed: Double = 1,
    _ change: (inout EmulatorConfiguration) -> Void = { _ in }
  ) throws {
    let clock = clock
    var configuration = EmulatorConfiguration(
      providerID: "demo", accounts: try TestKeys.accounts(),
      directory: try directory.map { try DataDirectory($0) }, speed: speed, now: { clock.now })
    change(&configuration)
    emulator = try EmulatedFleetEngine(configuration)
    switch edge {
    case .inProcess:
      server = nil
      endpoint = HTTPURL(scheme: .http, host: "127.0.0.1")
      transport = InProcessTransport(emulator)
    case .loopback:
      let server = LocalServer(emulator)
      self.server = server
      endpoint = try server.start()
      // Patient, as tests share few threads with others that make keys; with a connection for each
      // of the requests that a test lets wait at once.
      transport = LibcurlTransport(
        LibcurlTransport.Configuration(totalTime: .seconds(240), maximumConnectionsPerHost: 64))
    }
  }

  func client(_ role: ServiceRole = .server) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint, transport: transport, tokens: RoleTokens(role: role, clock: clock))
  }

  func end() async { await server?.stop() }

  /// Sends a request as a role, whose body is JSON text.
  func send(
    _ method: TransportMethod, _ path: String, _ body: String = "", query: [(String, String)] = [],
    as role: ServiceRole? = .server, token: String? = nil
  ) async throws -> TransportResponse {
    var url = endpoint
    url.path = path
    url.query = query.map { HTTPURL.QueryItem($0.0, $0.1) }
    var headers: TransportHeaders = [:]
    if let token {
      headers["Authorization"] = "Bearer " + token
    } else if let role {
      let context =
        role == .driver
        ? AuthorizationContext(vehicleID: "v1") : AuthorizationContext(tripID: "t1")
      let tokens = RoleTokens(role: role, clock: clock)
      headers["Authorization"] = "Bearer " + (try await tokens.accessToken(for: context)).value
    }
    if method != .get { headers["Content-Type"] = "application/json; charset=utf-8" }
    return try await transport.send(
      TransportRequest(method: method, url: url, headers: headers, body: Array(body.utf8)))
  }
}

extension TransportResponse { var text: String { String(decoding: body, as: UTF8.self) } }
