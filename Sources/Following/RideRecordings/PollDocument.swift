package import FleetEngine
package import HTTPMessages
package import JSON
package import RidesharingConsumer
internal import TrustLimits

/// A poll as a JSON object, the unit of a recording.
///
/// See docs/recordings.md, "Dump".
package struct PollDocument: Sendable {
  package var members: JSONObject
  /// The number of values, where 64 bytes of a text are a further one; 0 if it was not read.
  package internal(set) var weight = 0
  /// A number that changes with the body, within a segment.
  var bodyNumber = 0

  private static let rules = JSONRules.lenient(values: Limits.Response.jsonValues)

  package init(_ members: JSONObject = [:]) { self.members = members }

  init(_ members: JSONObject = [:], weight: Int, bodyNumber: Int = 0) {
    (self.members, self.weight, self.bodyNumber) = (members, weight, bodyNumber)
  }

  /// Writes a poll; `clock` is the wall clock's time when the recording's own clock was zero.
  init(_ poll: RecordedPoll, clock: Timestamp) {
    members = ["clock": .text(clock.description), "start": Self.seconds(poll.start)]
    members.append("took", Self.seconds(poll.duration))
    if poll.attempt > 1 { members.append("attempt", .number(Double(poll.attempt))) }
    if poll.isUserRequest { members.append("asked", .flag(true)) }
    // From the start, where it is the same number for most polls.
    add("next", poll.nextPollAt.map { $0 - poll.start })
    add("interval", poll.interval)
    if poll.usualInterval != poll.interval { add("usual", poll.usualInterval) }
    if let exchange = poll.exchange { add(exchange) }
    switch poll.result {
    case .failure(let error): members.append("error", .object(error.document))
    case .trip(let trip):
      if members["body"]?.object == nil {
        let json = (try? WireJSON.encode(trip)).flatMap { try? JSONTree(parsing: $0) }
        members["body"] = json ?? .object([:])
        members["text"] = nil
      }
    }
  }

  private mutating func add(_ name: String, _ time: Duration?) {
    if let time { members.append(name, Self.seconds(time)) }
  }

  private mutating func add(_ exchange: RecordedExchange) {
    let url = exchange.url.description
    let request: JSONObject = ["method": .text(exchange.method.rawValue), "url": .text(url)]
    members.append("request", .object(request))
    if exchange.isLogEntry {
      let entry = try? JSONTree(parsing: exchange.body, rules: Self.rules)
      members["log"] = entry?.withoutNulls
      return
    }
    if let status = exchange.status { members.append("status", .number(Double(status))) }
    if let failure = exchange.failure { members.append("failure", .text(failure)) }
    let headers = exchange.headers.fields.map { ($0.name, JSONTree.text($0.value)) }
    if !headers.isEmpty { members.append("headers", .object(JSONObject(headers))) }
    guard exchange.bodyBytes > 0 else { return }
    members.append("bytes", .number(Double(exchange.bodyBytes)))
    if let tree = try? JSONTree(parsing: exchange.body, rules: Self.rules), tree.object != nil {
      members.append("body", tree.withoutNulls)
    } else {
      let start = exchange.body.prefix(Limits.Response.rememberedBodyBytes)
      members.append("text", .text(String(decoding: start, as: UTF8.self)))
    }
  }

  /// The number of seconds, to the microsecond.
  private static func seconds(_ time: Duration) -> JSONTree {
    .number((time.inSeconds * 1e6).rounded() / 1e6)
  }

  /// The poll as a line of JSON, with its trip and its time.
  package func line(trip: String) -> String {
    var line: JSONObject = ["trip": .text(trip)]
    if let wallTime { line.append("time", .text(wallTime.inWholeSeconds.description)) }
    for (name, value) in members where name != "clock" { line.append(name, value) }
    var writer = JSONWriter()
    writer.write(.object(line), sortsMembers: false)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  // MARK: - Reading

  /// Why a document is not a poll, as the end of a sentence.
  package struct Problem: Error, Sendable { package let reason: String }

  private func time(_ name: String) -> Duration? {
    guard let seconds = members[name]?.number, seconds.isFinite, abs(seconds) < 1e10 else {
      return nil
    }
    return .microseconds(Int64((seconds * 1e6).rounded()))
  }

  /// When the poll started, on the recording's clock.
  package var start: Duration? { time("start") }

  /// When the poll ended, on the recording's clock; nil if the document is not a poll.
  package var end: Duration? {
    guard let start = time("start"), start >= .zero else { return nil }
    return start + max(.zero, time("took") ?? .zero)
  }

  /// When the poll started, on the wall clock; nil if the document is not a poll.
  package var wallTime: Timestamp? {
    guard let clock = members["clock"]?.text.flatMap({ Timestamp(rfc3339: $0) }),
      let start = time("start")
    else { return nil }
    return clock + start
  }

  /// Whether it has the times of a poll.
  var isPoll: Bool { end != nil && wallTime != nil }

  /// Whether it has a response with a trip.
  var hasBody: Bool { members["error"]?.object == nil && members["body"] != nil }

  /// The trip of the body.
  var trip: Result<Trip, Problem> {
    guard let body = members["body"], let trip = Trip(wire: body) else {
      return .failure(Problem(reason: "has neither a body nor an error"))
    }
    if let excess = trip.excess { return .failure(Problem(reason: "is too large. \(excess)")) }
    return .success(trip)
  }

  /// The poll; `hasExchange` makes its request and response too.
  package func poll(hasExchange: Bool = false) throws(Problem) -> RecordedPoll {
    try poll(hasExchange: hasExchange, trip: hasBody ? trip : nil)
  }

  /// The poll with the trip of its body, if that is decoded.
  func poll(hasExchange: Bool, trip: Result<Trip, Problem>?) throws(Problem) -> RecordedPoll {
    guard let start = time("start"), start >= .zero else { throw Problem(reason: "has no start") }
    guard let wall = wallTime else { throw Problem(reason: "has no clock") }
    let result: RecordedPoll.Result
    if let error = members["error"]?.object {
      result = .failure(FleetEngineError(recorded: error, in: self))
    } else if let trip {
      result = .trip(try trip.get())
    } else {
      throw Problem(reason: "has neither a body nor an error")
    }
    let interval = time("interval")
    return RecordedPoll(
      result: result, time: wall, start: start, duration: max(.zero, time("took") ?? .zero),
      attempt: count("attempt") ?? 1, isUserRequest: members["asked"] == .flag(true),
      nextPollAt: time("next").map { start + $0 }, interval: interval,
      usualInterval: time("usual") ?? interval, serverDate: headers.serverDate,
      bodyBytes: count("bytes"), exchange: hasExchange ? exchange : nil)
  }

  private func count(_ name: String) -> Int? {
    members[name]?.number.flatMap { Int(exactly: $0.rounded()) }.map { max(0, min($0, 1 << 40)) }
  }

  /// The request and the response; nil if no request was made.
  package var exchange: RecordedExchange? {
    guard let request = members["request"], let method = request["method"]?.text,
      let url = request["url"]?.text.flatMap({ try? HTTPURL(parsing: $0) })
    else { return nil }
    let entry = members["log"]
    let body = entry.map(Self.bytes) ?? bodyBytes
    return RecordedExchange(
      method: TransportMethod(rawValue: method) ?? .get, url: url, status: count("status"),
      headers: headers, body: Array(body.prefix(Limits.Response.rememberedBodyBytes)),
      bodyBytes: max(body.count, count("bytes") ?? 0), failure: members["failure"]?.text,
      isLogEntry: entry != nil)
  }

  fileprivate var status: Int? { count("status") }

  fileprivate var headers: TransportHeaders {
    TransportHeaders(
      (members["headers"]?.object ?? [:]).compactMap { field in
        field.value.text.map { .init(name: field.name, value: $0) }
      }.filter(\.isWellFormed))
  }

  /// The response's body.
  fileprivate var bodyBytes: [UInt8] {
    if let text = members["text"]?.text { return Array(text.utf8) }
    return members["body"].map(Self.bytes) ?? []
  }

  private static func bytes(_ tree: JSONTree) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(tree, sortsMembers: false)
    return writer.bytes
  }
}

extension FleetEngineError {
  /// The error without its details, which the response's body has.
  fileprivate var document: JSONObject {
    var object: JSONObject = [
      "operation": .text(operation), "code": .text(code.name), "message": .text(message),
    ]
    if let httpStatus { object.append("status", .number(Double(httpStatus))) }
    if let retryAfter { object.append("retryAfter", .number(retryAfter.inSeconds)) }
    if let tokenExpiresAt { object.append("tokenExpires", .text(tokenExpiresAt.description)) }
    if let tokenAccount { object.append("account", .text(tokenAccount)) }
    switch cause {
    case .server: object.append("cause", .text("server"))
    case .transport(let error):
      object.append("cause", .text("transport"))
      object.append("kind", .text(error.kind.rawValue))
      object.append("detail", .text(error.detail))
      if let problem = error.tlsProblem { object.append("tls", .text(problem.rawValue)) }
    case .token(let error):
      object.append("cause", .text("token"))
      object.append("detail", .text(error.summary))
      object.append("advice", .list(error.advice.map { .text($0) }))
      object.append("recoverable", .flag(error.isRecoverable))
    case .unreadableAnswer(let type):
      object.append("cause", .text("unreadable"))
      object.append("detail", .text(type))
    case .otherResource: object.append("cause", .text("other"))
    case .otherServer: object.append("cause", .text("otherServer"))
    case .request: object.append("cause", .text("request"))
    }
    return object
  }

  fileprivate init(recorded object: JSONObject, in document: PollDocument) {
    func text(_ name: String) -> String {
      (object[name]?.text ?? "").cut(toBytes: Limits.Text.bytes)
    }
    let code = RPCCode(name: text("code")) ?? .unknown
    let cause: Cause
    switch text("cause") {
    case "transport":
      cause = .transport(
        HTTPTransportError(
          HTTPTransportError.Kind(rawValue: text("kind")) ?? .unreachable, detail: text("detail"),
          tlsProblem: TLSProblem(rawValue: text("tls"))))
    case "token":
      let advice = (object["advice"]?.list ?? []).prefix(8).compactMap(\.text)
      cause = .token(
        AccessTokenError(
          reason: text("detail"), advice: advice.map { $0.cut(toBytes: Limits.Text.bytes) },
          isRecoverable: object["recoverable"] == .flag(true), code: code,
          problem: code == .cancelled ? .cancelled : .other))
    case "unreadable": cause = .unreadableAnswer(contentType: text("detail"))
    case "other": cause = .otherResource
    case "otherServer": cause = .otherServer
    case "request": cause = .request
    default: cause = .server
    }
    let status = object["status"]?.number.flatMap { Int(exactly: $0) }
    let isServer = cause == .server
    let rpc =
      isServer ? status.flatMap { RPCStatus(body: document.bodyBytes, httpStatus: $0) } : nil
    let most = Limits.Response.retryAfter.inSeconds
    let wait = object["retryAfter"]?.number.map { Duration.seconds(max(0, min($0, most))) }
    let exchange = document.exchange
    self.init(
      operation: text("operation"), code: code, message: text("message"), httpStatus: status,
      retryAfter: wait, details: rpc?.details ?? [],
      request: exchange.map { FleetEngineRequestInfo(method: $0.method, url: $0.url) },
      cause: cause, serverDate: document.headers.serverDate,
      tokenExpiresAt: object["tokenExpires"]?.text.flatMap { Timestamp(rfc3339: $0) },
      tokenAccount: object["account"]?.text?.cut(toBytes: Limits.Text.bytes))
  }
}
