import FleetEngine
import HTTPMessages

/// Finds the rare states in the requests of a device.
struct RequestWatch {
  /// A request, and what the server knew when it was sent.
  struct Sent {
    let request: TransportRequest
    let time = Scheduler.now
    fileprivate let kills: Int
    fileprivate let isRevoked: Bool
    fileprivate let statusCount: Int
    fileprivate let vehicle: String?
  }

  private let server: SimulatedServer
  /// The last request of each kind about each resource, when it ended, and its response's status.
  private var last: [String: (request: TransportRequest, end: Duration, status: Int?)] = [:]
  /// The writes that the server has performed and whose responses were lost, perhaps in a kill.
  private var lost: [String: (body: [UInt8], isFromKill: Bool)] = [:]
  /// The last accepted token for each resource.
  private var tokens: [String: String] = [:]
  private var refusedTokens: Set<String> = []

  init(_ server: SimulatedServer) { self.server = server }

  /// Remembers what the server knows before a request.
  func sent(_ request: TransportRequest) -> Sent {
    let id = request.resourceID
    return Sent(
      request: request, kills: server.kills, isRevoked: server.isRevoked(request),
      statusCount: server.statuses[id]?.count ?? 0, vehicle: server.assignments[id])
  }

  /// Compares the response that the server has made, if it did, with what arrived.
  mutating func ended(
    _ sent: Sent, performed: TransportResponse?, arrived: TransportResponse?
  ) {
    let request = sent.request
    checkToken(sent, performed?.status)
    last[request.key] = (request, Scheduler.now, arrived?.status)
    if request.method != .get {
      checkWrite(sent, performed, isLost: arrived?.body.count != performed?.body.count)
    } else if request.isAboutTrip, arrived?.status == 200 {
      checkPoll(sent)
    }
    if performed?.status == 429 { RareState.reach(.quotaExhausted) }
  }

  private mutating func checkToken(_ sent: Sent, _ status: Int?) {
    let request = sent.request
    let token = request.headers["Authorization"] ?? ""
    if status == 401 {
      refusedTokens.insert(token)
      if !sent.isRevoked { RareState.reach(.tokenRevokedOnTheWay) }
    } else if status == 200 {
      let old = tokens.updateValue(token, forKey: request.resourceID)
      if let old, old != token, !refusedTokens.contains(old) { RareState.reach(.tokenRenewed) }
    }
    guard let former = last[request.key], status == 200,
      former.request.headers["Authorization"] != token
    else { return }
    // The same call waits for a token only; another one comes later.
    guard former.status == 401, former.request.url == request.url,
      former.request.body == request.body, former.request.observer === request.observer,
      sent.time - former.end < .milliseconds(400)
    else { return }
    RareState.reach(request.method == .get ? .tokenReplacedInPoll : .tokenReplacedInWrite)
  }

  private mutating func checkWrite(
    _ sent: Sent, _ performed: TransportResponse?, isLost: Bool
  ) {
    let request = sent.request
    let isEnd = server.hasEnded(request.resourceID)
    switch performed?.status {
    case 200:
      checkRepetition(sent, isEnd ? .endRepeated : .changeRepeated)
      if isLost { lost[request.key] = (request.body, sent.kills != server.kills) }
      if isLost, request.changes("navigationStatus") { RareState.reach(.reportLost) }
      if sent.kills != server.kills, request.isAboutTrip { RareState.reach(.killedDuringChange) }
    case 409: checkRepetition(sent, .creationRepeated)
    case 503: RareState.reach(.fullDiskRefusesWrite)
    default: break
    }
  }

  /// Looks for the lost response of the same write.
  private mutating func checkRepetition(_ sent: Sent, _ state: RareState) {
    guard let former = lost.removeValue(forKey: sent.request.key),
      former.body == sent.request.body, sent.request.isAboutTrip
    else { return }
    RareState.reach(state)
    if former.isFromKill { RareState.reach(.changeRepeatedAfterKill) }
  }

  private func checkPoll(_ sent: Sent) {
    let id = sent.request.resourceID
    if let statuses = server.statuses[id], sent.statusCount > 0,
      statuses.count > sent.statusCount
    {
      RareState.reach(server.hasEnded(id) ? .endedDuringPoll : .statusChangedDuringPoll)
    }
    if let vehicle = sent.vehicle, server.assignments[id] != vehicle {
      RareState.reach(.reassignedDuringPoll)
    }
  }
}

extension TransportRequest {
  /// The ID of the trip or vehicle that the request creates, changes or reads.
  var resourceID: String {
    url.values("tripId").first ?? url.values("vehicleId").first
      ?? url.path.split(separator: "/").last.map(String.init) ?? ""
  }

  var isAboutTrip: Bool { url.path.contains("/trips") }

  /// Whether the request updates a field.
  func changes(_ field: String) -> Bool {
    url.values("updateMask").first?.split(separator: ",").contains { $0 == field } == true
  }

  /// Equal for the requests that are sent again and again.
  fileprivate var key: String {
    "\(method) \(resourceID) \(url.values("updateMask").first ?? "")"
  }
}
