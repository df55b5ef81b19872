internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// One call while its request arrives and is handled.
struct GRPCCall: Sendable {
  let method: GRPCMethod
  let authority: String
  /// The call's metadata.
  let headers: TransportHeaders
  let deadline: ContinuousClock.Instant?
  /// Collects the entry of the access log; nil without a log.
  let trail: AccessTrail?
  var target: String
  var messages = GRPCMessages()
  /// The request of a unary call.
  var request: GRPCMessages.Message?
  var messageCount = 0
  /// Whether the last part of the response has been sent.
  var isAnswered = false
  /// The bytes of the request and response that count for the server's limit.
  var heldBytes = 0

  /// Reads a call's header fields.
  init(
    _ fields: [(name: String, value: String)], _ emulator: EmulatedFleetEngine,
    _ trail: AccessTrail?
  ) throws(GRPCRefusal) {
    var headers = TransportHeaders()
    var special: [String: String] = [:]
    for field in fields {
      if field.name.hasPrefix(":") {
        special[field.name] = field.value
      } else {
        headers.append(field.name, field.value)
      }
    }
    let path = special[":path"] ?? ""
    target = path
    self.trail = trail
    guard special[":method"] == "POST" else {
      throw GRPCRefusal(target: path, httpStatus: 405, "The method has to be POST.")
    }
    let type = headers["Content-Type"] ?? ""
    guard ["application/grpc", "application/grpc+proto"].contains(type.prefix { $0 != ";" }) else {
      throw GRPCRefusal(
        target: path, httpStatus: 415, "The Content-Type has to be application/grpc.")
    }
    guard emulator.allowsPage(headers, path: path) else {
      throw GRPCRefusal(
        target: path, RPCFailure(.permissionDenied, "Requests of web pages are not served."))
    }
    guard let method = GRPCMethod(path: path) else {
      throw GRPCRefusal(
        target: path,
        RPCFailure(.unimplemented, "The emulator does not serve this method over gRPC."))
    }
    do {
      deadline = try headers["grpc-timeout"].flatMap { text throws(RPCFailure) in
        try Self.timeout(text).map { .now + $0 }
      }
    } catch { throw GRPCRefusal(target: path, error) }
    self.method = method
    self.headers = headers
    authority = special[":authority"] ?? headers["Host"] ?? ""
  }

  /// Reads the value of `grpc-timeout`; nil for a time beyond the limit.
  static func timeout(_ text: String) throws(RPCFailure) -> Duration? {
    let units: [Character: Duration] = [
      "H": .seconds(3_600), "M": .seconds(60), "S": .seconds(1), "m": .milliseconds(1),
      "u": .microseconds(1), "n": .nanoseconds(1),
    ]
    let digits = text.dropLast()
    guard (1...8).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(digits), let unit = text.last.flatMap({ units[$0] })
    else { throw .invalid("grpc-timeout is not a time.") }
    let time = unit * count
    return time > Limits.GRPC.deadline ? nil : time
  }
}

/// Why a call does not begin.
struct GRPCRefusal: Error, Sendable {
  let target: String
  var httpStatus = 200
  let failure: RPCFailure

  init(target: String, _ failure: RPCFailure) {
    self.target = target
    self.failure = failure
  }

  /// A request that is not one of gRPC.
  init(target: String, httpStatus: Int, _ message: String) {
    self.target = target
    self.httpStatus = httpStatus
    failure = RPCFailure(.internal, message)
  }
}
