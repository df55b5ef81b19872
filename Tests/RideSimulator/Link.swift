import FleetEngine
import HTTPMessages

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
