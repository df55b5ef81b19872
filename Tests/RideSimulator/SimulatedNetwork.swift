import FleetEngine
import HTTPMessages
import TestSupport

/// The network between all devices and the server, and what is wrong with it.
final class SimulatedNetwork: @unchecked Sendable {
  /// Something that is wrong with the network, with the probability for each request.
  enum Fault: Sendable, Equatable {
    /// A request is lost before the server has it.
    case loss(Double)
    /// A response is lost after the server has acted.
    case lostResponses(Double)
    /// A change of a trip reaches the server once more, later.
    case duplicates(Double)
    /// A response ends early.
    case cutBodies(Double)
    /// A proxy answers with a page of its own.
    case proxyErrors(Double)
    /// Requests and responses take up to this many seconds each.
    case delay(Double)
    /// A device, or all, do not reach the server.
    case partition(device: String?)
    /// The server asks for a rest of this many seconds.
    case exhaustedQuota(retryAfter: Int)
    /// Tokens are not available.
    case noTokens
    /// A poll reaches a machine of the server with an older location of the vehicle.
    case outdatedLocations(Double)
    /// The programs of a device are stopped.
    case stop(device: String)

    /// Whether clients wait although the server could answer.
    var isRest: Bool {
      switch self {
      case .exhaustedQuota, .noTokens: true
      default: false
      }
    }
  }

  let server: SimulatedServer
  var random: SeededGenerator
  private var faults: [Int: Fault] = [:]
  /// When something was last wrong.
  private(set) var lastTrouble: Duration = .zero
  /// When requests were last refused in a way that makes clients wait for longer.
  private(set) var lastRefusal: Duration = .zero
  /// When the last fault ended for which clients have to rest.
  private var restEnd: Duration = .zero
  private(set) var requestCount = 0
  /// The changes of trips that the server has performed and whose responses have not arrived.
  private(set) var unansweredChanges = 0
  /// The requests that have not reached the server.
  private(set) var requestsOnTheWay = 0

  init(server: SimulatedServer, seed: UInt64) {
    self.server = server
    random = SeededGenerator(seed: seed &+ 0x5EED)
  }

  /// Begins a fault, with a number of its own.
  func begin(_ fault: Fault, number: Int) {
    faults[number] = fault
    noteTrouble()
  }

  func end(number: Int) {
    guard let fault = faults.removeValue(forKey: number) else { return }
    noteTrouble()
    if fault.isRest { restEnd = Scheduler.now }
  }

  var isHealthy: Bool { faults.isEmpty }

  /// Records that clients may have failed until now.
  func noteTrouble() { (lastTrouble, lastRefusal) = (Scheduler.now, Scheduler.now) }

  private func probability(_ value: (Fault) -> Double?) -> Double {
    faults.values.compactMap(value).max() ?? 0
  }

  /// Sends a request from a device to the server; `performed` is its response even if that is lost.
  func exchange(
    _ request: TransportRequest, from device: String, _ performed: inout TransportResponse?
  ) async throws(HTTPTransportError) -> SimulatedServer.Answer {
    requestCount += 1
    try await reachServer()
    if faults.values.contains(where: {
      $0 == .partition(device: nil) || $0 == .partition(device: device)
    }) {
      try await pause(.seconds(5))
      throw HTTPTransportError(.timedOut, detail: "The connection was not made in time.")
    }
    guard server.isUp else { throw HTTPTransportError(.unreachable, detail: "Connection refused.") }
    if random.chance(probability { if case .loss(let p) = $0 { p } else { nil } }) {
      try await loseConnection(of: request)
    }
    if random.chance(probability { if case .proxyErrors(let p) = $0 { p } else { nil } }) {
      let headers: TransportHeaders = ["Content-Type": "text/html"]
      let page = TransportResponse(status: 502, headers: headers, body: Array("<html></html>".utf8))
      return SimulatedServer.Answer(response: page)
    }
    for case .exhaustedQuota(let seconds) in faults.values {
      let text = "The quota is exhausted."
      return SimulatedServer.Answer(
        response: .error(429, "RESOURCE_EXHAUSTED", text, retryAfter: seconds))
    }
    guard let answer = await server.perform(request) else {
      throw HTTPTransportError(.connectionLost, detail: "The server closed the connection.")
    }
    performed = answer.response
    let kills = server.kills
    let changes = request.method != .get && request.isAboutTrip ? 1 : 0
    unansweredChanges += changes
    defer { unansweredChanges -= changes }
    // A vehicle's next report corrects only what has changed since.
    if request.method != .get, request.isAboutTrip,
      random.chance(probability { if case .duplicates(let p) = $0 { p } else { nil } })
    {
      repeatLater(request)
    }
    if random.chance(probability { if case .lostResponses(let p) = $0 { p } else { nil } }) {
      try await loseConnection(of: request)
    }
    try await pause(latency())
    if server.kills != kills, random.chance(0.8) { throw HTTPTransportError(.connectionLost) }
    if random.chance(probability { if case .cutBodies(let p) = $0 { p } else { nil } }) {
      guard random.chance(0.5) else { throw HTTPTransportError(.connectionLost) }
      var response = answer.response
      response.body.removeLast(min(response.body.count, 1 + Int(random.next() % 200)))
      return SimulatedServer.Answer(response: response)
    }
    return answer
  }

  private func reachServer() async throws(HTTPTransportError) {
    requestsOnTheWay += 1
    defer { requestsOnTheWay -= 1 }
    try await pause(latency())
  }

  private func latency() -> Duration {
    let most = probability { if case .delay(let seconds) = $0 { seconds } else { nil } }
    return random.seconds(0.01...max(0.25, most))
  }

  /// Waits as long as a client may before it notices that a connection is dead.
  private func loseConnection(of request: TransportRequest) async throws(HTTPTransportError) {
    // A transport without a time limit, which only polls have themselves.
    if request.observer != nil, random.chance(0.1) { try await pause(.seconds(400)) }
    if random.chance(0.5) {
      try await pause(random.seconds(0...9))
      throw HTTPTransportError(.connectionLost)
    }
    try await pause(.seconds(10))
    throw HTTPTransportError(.timedOut)
  }

  private func repeatLater(_ request: TransportRequest) {
    var copy = request
    copy.observer = nil
    let wait = random.seconds(0...4)
    let (isAfterNextChange, isAfterEnd) = (random.chance(0.5), random.chance(0.3))
    let (id, changes) = (request.resourceID, server.changes[request.resourceID])
    Task { [server, copy] in
      if isAfterNextChange {
        await Scheduler.wait(.seconds(90), step: .milliseconds(100)) {
          server.changes[id] != changes
        }
      } else if isAfterEnd {
        await Scheduler.wait(.seconds(900), step: .seconds(1)) { server.hasEnded(id) }
      }
      try? await Scheduler.sleep(wait)
      let before = server.statuses[id]?.last?.status
      let answer = await server.perform(copy)
      switch answer?.response.status {
      case 200 where server.statuses[id]?.last?.status != before:
        RareState.reach(.statusTakenBack)
      case 400 where before?.isTerminal == true:
        RareState.reach(.endedTripChanged)
      case 409: RareState.reach(.creationCopied)
      default: break
      }
    }
  }

  /// Whether a poll now reaches a machine with an older location.
  func isOutdated() -> Bool {
    random.chance(probability { if case .outdatedLocations(let p) = $0 { p } else { nil } })
  }

  /// Waits; throws if the client gives up.
  func pause(_ time: Duration) async throws(HTTPTransportError) {
    do { try await Scheduler.sleep(time) } catch { throw HTTPTransportError(.cancelled) }
  }

  /// Whether clients have to rest now.
  private var isResting: Bool { server.hasQuotas || faults.values.contains(where: \.isRest) }

  /// When clients last had to rest, or had no tokens.
  var lastRest: Duration { isResting ? Scheduler.now : restEnd }

  /// Whether tokens are available now.
  var hasTokens: Bool { !faults.values.contains(.noTokens) }
}
