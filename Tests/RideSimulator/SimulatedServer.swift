import AccessTokens
import FleetEmulator
import FleetEngine
import Foundation
import Geo
import HTTPMessages
import JSONWebTokens

/// An emulator whose process is killed and started again on what it had stored.
final class SimulatedServer: @unchecked Sendable {
  static let providerID = "demo"

  /// A response and what the server knew when it was made.
  struct Answer: Sendable {
    var response: TransportResponse
    /// The whole trip; the response may leave out parts that the client has.
    var whole: [UInt8]?
  }

  let keys: ServerKeys
  private let quotas: EmulatorQuotas?
  private let directory: String
  private var emulator: EmulatedFleetEngine?
  fileprivate private(set) var run = 1
  /// The statuses that each trip has had, in order.
  private(set) var statuses: [String: [(time: Duration, status: TripStatus)]] = [:]
  /// The IDs of all trips and vehicles whose creation the server has performed.
  private(set) var trips: [String] = []
  private(set) var vehicles: [String] = []
  /// The vehicle of each trip that has one.
  private(set) var assignments: [String: String] = [:]
  /// The number of accepted changes of each trip.
  private(set) var changes: [String: Int] = [:]
  /// When each vehicle last reported its location.
  private var reports: [String: Duration] = [:]
  private(set) var tokenCount = 0
  private var tokenNumbers: [String: Int] = [:]
  private var refusedTokens = 0
  private(set) var kills = 0

  init(keys: ServerKeys, quotas: EmulatorQuotas?, directory: String) throws {
    (self.keys, self.quotas, self.directory) = (keys, quotas, directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    emulator = try open()
  }

  var isUp: Bool { emulator != nil }
  var hasQuotas: Bool { quotas != nil }

  private var runDirectory: String { "\(directory)/run-\(run)" }

  private func open() throws -> EmulatedFleetEngine {
    try EmulatedFleetEngine(
      EmulatorConfiguration(
        providerID: Self.providerID, accounts: keys.accounts,
        directory: try DataDirectory(runDirectory), quotas: quotas,
        now: { Device.epoch + Scheduler.now }, monotonicNow: { Scheduler.now }))
  }

  /// Performs a request; nil if the server was killed before.
  func perform(_ request: TransportRequest) async -> Answer? {
    if isRevoked(request) {
      return Answer(response: .error(401, "UNAUTHENTICATED", "The token was revoked."))
    }
    return await emulator?.perform(request, on: self, run: run)
  }

  /// Signs a token by the server's clock.
  func token(_ role: ServiceRole, _ ids: [String: String]) throws(JSONWebTokenError) -> AccessToken
  {
    let now = (Device.epoch + Scheduler.now).seconds
    let text = try keys.token(role, ids, now: now)
    tokenCount += 1
    if tokenNumbers[text] == nil { tokenNumbers[text] = tokenCount }
    return AccessToken(text, expiresAt: Timestamp(seconds: now + 3_600))
  }

  /// Whether a trip is complete or canceled.
  func hasEnded(_ trip: String) -> Bool { statuses[trip]?.last?.status.isTerminal == true }

  /// Whether the token of a request was revoked.
  func isRevoked(_ request: TransportRequest) -> Bool {
    let token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    return token.flatMap { tokenNumbers[$0] }.map { $0 <= refusedTokens } ?? false
  }

  /// Refuses all tokens of the past.
  func revokeTokens() { refusedTokens = tokenCount }

  /// Ends the process as a kill does, and returns what it had acknowledged.
  func kill() async throws -> [String: Resource] {
    guard let old = emulator else { return [:] }
    kills += 1
    // The system has what was written; nothing is closed.
    let (from, files) = (runDirectory, ["emulator.sqlite", "emulator.sqlite-wal"])
    run += 1
    try FileManager.default.createDirectory(
      atPath: runDirectory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    for file in files where FileManager.default.fileExists(atPath: "\(from)/\(file)") {
      try FileManager.default.copyItem(atPath: "\(from)/\(file)", toPath: "\(runDirectory)/\(file)")
    }
    emulator = nil
    return await resources(of: old)
  }

  /// Starts on the stored data, which have to be what was acknowledged.
  func start(expecting acknowledged: [String: Resource]) async throws {
    let new = try open()
    let found = await resources(of: new)
    for (name, resource) in acknowledged.sorted(by: { $0.key < $1.key }) {
      // Reading counts for the quota too.
      if resource == .missing(429) || found[name] == .missing(429) { continue }
      Failure.check(
        found[name] == resource, "acknowledged writes survive a kill",
        "\(name) was \(resource), and is \(found[name].map { "\($0)" } ?? "missing")")
    }
    emulator = new
  }

  /// A trip or vehicle as the server has it, without what depends on the time.
  enum Resource: Sendable, Equatable {
    case trip(Trip)
    case vehicle(Vehicle)
    case missing(Int)
  }

  /// Reads a vehicle from the server itself.
  func vehicle(_ id: String) async -> Vehicle? {
    guard let emulator,
      case .vehicle(let vehicle)? = await resources(of: emulator, only: "vehicles/" + id).values
        .first
    else { return nil }
    return vehicle
  }

  private func resources(
    of emulator: EmulatedFleetEngine, only name: String? = nil
  ) async -> [String: Resource] {
    guard let token = try? token(.server, ["tripid": "*", "vehicleid": "*"]) else { return [:] }
    let all = trips.map { "trips/\($0)" } + vehicles.map { "vehicles/\($0)" }
    let names = name.map { [$0] } ?? all
    var found: [String: Resource] = [:]
    for name in names {
      let url = HTTPURL(
        scheme: .https, host: "fleetengine.googleapis.com",
        path: "/v1/providers/\(Self.providerID)/\(name)")
      let headers: TransportHeaders = ["Authorization": "Bearer " + token.value]
      let response = await emulator.respond(to: TransportRequest(url: url, headers: headers))
      if response.status != 200 {
        found[name] = .missing(response.status)
      } else if name.hasPrefix("trips/"), var trip = Trip(body: response.body) {
        trip.remainingTimeToFirstWaypoint = nil
        found[name] = .trip(trip)
      } else if let vehicle = Vehicle(body: response.body) {
        found[name] = .vehicle(vehicle)
      }
    }
    return found
  }

  /// Follows what a request has changed.
  fileprivate func observe(_ request: TransportRequest, _ response: TransportResponse) {
    guard request.method != .get, response.status == 200 else { return }
    if request.isAboutTrip, let trip = Trip(body: response.body), let id = trip.name?.tripID {
      assignments[id] = trip.vehicleID
      changes[id, default: 0] += 1
      if statuses[id] == nil { trips.append(id) }
      if statuses[id]?.last?.status != trip.status {
        statuses[id, default: []].append((Scheduler.now, trip.status))
        Scheduler.note("\(id) is \(trip.status)")
      }
    } else if request.method == .post, let id = request.url.values("vehicleId").first {
      vehicles.append(id)
    } else if request.changes("lastLocation") {
      observeReport(of: request.resourceID)
    }
  }

  private func observeReport(of vehicle: String) {
    if let last = reports[vehicle], Scheduler.now - last > .seconds(120) {
      let isServing = assignments.contains { trip, assigned in
        assigned == vehicle && !hasEnded(trip)
      }
      if isServing { RareState.reach(.vehicleReturns) }
    }
    reports[vehicle] = Scheduler.now
  }

  /// Removes the files.
  func removeFiles() { try? FileManager.default.removeItem(atPath: directory) }
}

extension EmulatedFleetEngine {
  /// Performs a request and observes it in one step.
  fileprivate func perform(
    _ request: TransportRequest, on server: SimulatedServer, run: Int
  ) -> SimulatedServer.Answer? {
    guard server.run == run else { return nil }
    let response = respond(to: request)
    server.observe(request, response)
    var answer = SimulatedServer.Answer(response: response)
    guard request.method == .get, request.url.path.contains("/trips/"), response.status == 200
    else { return answer }
    answer.whole = response.body
    if !server.hasQuotas, request.url.query.contains(where: { $0.name.hasSuffix("Version") }) {
      var whole = request
      whole.url.query.removeAll { $0.name.hasSuffix("Version") }
      answer.whole = respond(to: whole).body
    } else if server.hasQuotas {
      answer.whole = nil
    }
    return answer
  }
}

/// The keys of the server's accounts, which are made once.
struct ServerKeys: Sendable {
  private let key: SigningKey

  init() throws { key = try SigningKey.generate() }

  var accounts: [ServiceAccount] {
    ServiceRole.allCases.compactMap { role in
      guard let key = try? key.publicKey else { return nil }
      return ServiceAccount(role: role, email: email(role), keyID: role.rawValue, key: key)
    }
  }

  func token(
    _ role: ServiceRole, _ ids: [String: String], now: Int64
  ) throws(JSONWebTokenError) -> String {
    let claims = TokenClaims(
      issuer: email(role),
      subject: email(role),
      audience: ["https://fleetengine.googleapis.com/"],
      issuedAt: now, expiresAt: now + 3_600, authorization: ids)
    return try key.sign(claims, keyID: role.rawValue)
  }

  private func email(_ role: ServiceRole) -> String {
    "\(role.rawValue)@\(SimulatedServer.providerID).iam.gserviceaccount.com"
  }
}

extension WireMessage {
  /// Reads a response's body; nil if it is not the message.
  init?(body: [UInt8]) {
    guard let message = try? WireJSON.decode(Self.self, from: body) else { return nil }
    self = message
  }
}

extension TransportResponse {
  /// A response with an error, as Fleet Engine writes it.
  static func error(
    _ status: Int, _ code: String, _ message: String, retryAfter: Int? = nil
  ) -> TransportResponse {
    var headers: TransportHeaders = ["Content-Type": "application/json; charset=utf-8"]
    if let retryAfter { headers.append("Retry-After", "\(retryAfter)") }
    let body = #"{"error": {"code": \#(status), "message": "\#(message)", "status": "\#(code)"}}"#
    return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
  }
}
