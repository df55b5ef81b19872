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
  }

  let server: SimulatedServer
  var random: SeededGenerator
  private var faults: [Int: Fault] = [:]
  /// When something was last wrong.
  private(set) var lastTrouble: Duration = .zero
  /// When requests were last refused in a way that makes clients wait for longer.
  private(set) var lastRefusal: Duration = .zero
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
    if faults[number] != nil { noteTrouble() }
    faults[number] = nil
  }

  var isHealthy: Bool { faults.isEmpty }

  /// Records that clients may have failed until now.
  func noteTrouble() { (lastTrouble, lastRefusal) = (Scheduler.now, Scheduler.now) }

  private func probability(_ value: (Fault) -> Double?) -> Double {
    faults.values.compactMap(value).max() ?? 0
  }

  /// Sends a request from a device to the server; `performed` is its response even if that is lost.
  fileprivate func exchange(
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
  fileprivate func isOutdated() -> Bool {
    random.chance(probability { if case .outdatedLocations(let p) = $0 { p } else { nil } })
  }

  /// Waits; throws if the client gives up.
  func pause(_ time: Duration) async throws(HTTPTransportError) {
    do { try await Scheduler.sleep(time) } catch { throw HTTPTransportError(.cancelled) }
  }

  /// Whether the server asks clients to rest now.
  var isResting: Bool {
    server.hasQuotas
      || faults.values.contains { if case .exhaustedQuota = $0 { true } else { false } }
  }

  /// Whether tokens are available now.
  var hasTokens: Bool { !faults.values.contains(.noTokens) }
}

/// A device's connection to the server, which checks how often requests are sent.
final class Link: HTTPTransport, @unchecked Sendable {
  /// The most requests for one trip in a minute: a poll of five seconds, its retries, and twice as
  /// many while tokens are refused.
  private static let mostPerMinute = 48

  let device: Device
  private let network: SimulatedNetwork
  /// The times of the last requests about each trip.
  private var times: [String: [Duration]] = [:]
  /// The whole trips, as the server had them in the newest responses.
  private(set) var delivered: [String: [UInt8]] = [:]
  /// The most requests in any second; nil without a limit.
  var requestsPerSecond: Int?
  private var lastTimes: [Duration] = []
  /// When the server allows the next request about a trip.
  private var restEnds: [String: Duration] = [:]
  /// Whether a user may poll at any time.
  var hasUser = false
  private(set) var lastRequest: Duration?
  /// When a request last began or ended.
  private(set) var lastActivity: Duration = .zero
  /// The failed requests since the last success.
  private(set) var failures = 0
  /// The subscribers of each trip, and when the last one left.
  private var users: [String: (count: Int, left: Duration)] = [:]
  /// The last whole trips that were delivered, as text, newest last.
  private var texts: [String: [String]] = [:]
  private var watch: RequestWatch
  private var requestsUnderWay = 0
  /// The trips whose polls ended because the device was stopped.
  private var stopped: Set<String> = []
  /// The trips whose last requests were answered with 401.
  private var refused: Set<String> = []

  init(_ device: Device, _ network: SimulatedNetwork) {
    (self.device, self.network) = (device, network)
    watch = RequestWatch(network.server)
  }

  /// Whether a request is under way.
  var isBusy: Bool { requestsUnderWay > 0 }

  /// Whether the last request about a trip was answered with 401.
  func wasRefused(_ id: String) -> Bool { refused.contains(id) }

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    try await waitWhileStopped()
    let path = request.url.path
    let id = path.split(separator: "/").last.map(String.init) ?? ""
    Scheduler.note("\(device.name) \(request.method.rawValue) \(id)")
    count(request, id)
    var answer = try await exchange(request, id)
    if request.method == .get, request.isAboutTrip, answer.response.status == 200 {
      if stopped.remove(id) != nil { RareState.reach(.stoppedDuringPoll) }
      if let end = restEnds[id], end <= Scheduler.now {
        restEnds[id] = nil
        RareState.reach(.restOver)
      }
      if network.isOutdated() { makeLocationOlder(in: &answer, id) }
    }
    Scheduler.note("\(device.name) \(answer.response.status) \(answer.response.body.count)")
    if let whole = answer.whole {
      delivered[id] = whole
      texts[id] = (texts[id] ?? []).suffix(7) + [String(decoding: whole, as: UTF8.self)]
    }
    if answer.response.status == 429, let text = answer.response.headers["Retry-After"],
      let seconds = Int(text)
    {
      restEnds[id] = Scheduler.now + .seconds(seconds)
    }
    return answer.response
  }

  /// Exchanges a request for a response, and counts failures.
  private func exchange(
    _ request: TransportRequest, _ id: String
  ) async throws(HTTPTransportError) -> SimulatedServer.Answer {
    let sent = watch.sent(request)
    var performed: TransportResponse?
    requestsUnderWay += 1
    defer { requestsUnderWay -= 1 }
    do throws(HTTPTransportError) {
      let answer = try await network.exchange(request, from: device.name, &performed)
      if device.isStopped {
        // The connections of a stopped program end.
        if request.method == .get { stopped.insert(id) }
        try await waitWhileStopped()
        throw HTTPTransportError(.timedOut)
      }
      watch.ended(sent, performed: performed, arrived: answer.response)
      let status = answer.response.status
      if status == 200, failures >= 5, requestsPerSecond != nil { RareState.reach(.listRecovers) }
      failures = status == 200 ? 0 : failures + 1
      if status == 401 { refused.insert(id) } else { refused.remove(id) }
      lastActivity = Scheduler.now
      return answer
    } catch {
      (failures, lastActivity) = (failures + 1, Scheduler.now)
      watch.ended(sent, performed: performed, arrived: nil)
      if error.kind == .cancelled, let user = users[id] {
        if user.count == 0, user.left == Scheduler.now {
          RareState.reach(.leftDuringPoll)
        } else if Scheduler.now - sent.time > .seconds(9), !device.isStopped {
          RareState.reach(.pollGivenUp)
        }
      }
      throw error
    }
  }

  private func waitWhileStopped() async throws(HTTPTransportError) {
    do { try await device.waitWhileStopped() } catch { throw HTTPTransportError(.cancelled) }
  }

  /// Replaces the vehicle's location by one of an earlier poll, as if from another machine.
  private func makeLocationOlder(in answer: inout SimulatedServer.Answer, _ id: String) {
    guard let body = answer.whole, var whole = Trip(body: body),
      var trip = Trip(body: answer.response.body),
      let text = texts[id]?.suffix(3).first, let old = Trip(body: Array(text.utf8)),
      old.vehicleID == trip.vehicleID, let location = old.lastLocation,
      let time = location.serverTime, let present = trip.lastLocation?.serverTime, time < present
    else { return }
    (trip.lastLocation, whole.lastLocation) = (location, location)
    guard let sent = try? WireJSON.encode(trip), let all = try? WireJSON.encode(whole) else {
      return
    }
    (answer.response.body, answer.whole) = (sent, all)
  }

  /// Allows the request of a new subscriber.
  func allowRequest(about id: String) { restEnds[id] = nil }

  /// Counts a subscriber of a trip; a trip without one is not to be polled.
  func addUser(of id: String) { users[id, default: (0, .zero)].count += 1 }

  func removeUser(of id: String) {
    users[id]?.count -= 1
    users[id]?.left = Scheduler.now
  }

  private func count(_ request: TransportRequest, _ id: String) {
    let now = Scheduler.now
    (lastRequest, lastActivity) = (now, now)
    if let user = users[id] {
      Failure.check(
        user.count > 0 || now - user.left < .seconds(1), "nothing is polled without a subscriber",
        "\(device.name) asked for \(id), whose last subscriber left at \(user.left)")
    }
    if let known = texts[id] {
      for item in request.url.query where item.name.hasSuffix("Version") {
        let member = "\"\(item.name)\":\"\(item.value)\""
        Failure.check(
          known.contains { $0.contains(member) }, "a request names versions that the server sent",
          "\(device.name) asked for \(id) with \(member)")
      }
    }
    if let most = requestsPerSecond {
      lastTimes = lastTimes.filter { now - $0 < .seconds(1) } + [now]
      Failure.check(
        lastTimes.count <= most, "requests keep to the rate limit",
        "\(device.name) sent \(lastTimes.count) requests in a second")
    }
    guard request.method == .get, request.url.path.contains("/trips/") else { return }
    Failure.check(
      hasUser || restEnds[id].map { $0 <= now } ?? true, "a trip rests as long as the server asks",
      "\(device.name) asked for \(id) before \(restEnds[id] ?? .zero)")
    let recent = (times[id] ?? []).filter { now - $0 < .seconds(60) } + [now]
    times[id] = recent
    Failure.check(
      recent.count <= Self.mostPerMinute,
      "a trip is polled no more often than its interval and retries allow",
      "\(device.name) asked for \(id) \(recent.count) times in a minute")
  }
}
