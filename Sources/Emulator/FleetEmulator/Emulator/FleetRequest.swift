internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// A request and the part of the emulator that responds to it.
struct FleetRequest: Sendable {
  enum Target: Sendable {
    /// Fleet Engine; a failure if the request is not one of its calls.
    case call(Result<FleetCall, RPCFailure>)
    /// A call of gRPC that is refused before its message is read.
    case refused(Route, RPCFailure)
    /// The provider's backend, with the path below its own.
    case backend(Substring)
    case tokens
  }

  let request: TransportRequest
  let target: Target

  /// The call of Fleet Engine; nil for anything else.
  var call: FleetCall? { if case .call(.success(let call)) = target { call } else { nil } }
}

extension FleetRequest {
  /// Finds the part of the emulator that a request of HTTP is for.
  init(_ request: TransportRequest, _ provider: ProviderConfiguration?) {
    self.request = request
    if request.url.path == ServiceAccount.tokenPath {
      target = .tokens
    } else if let path = provider?.path(below: request.url.path) {
      target = .backend(path)
    } else {
      target = .call(Result { () throws(RPCFailure) in try FleetCall(request) })
    }
  }
}

/// A response before its interface sends it.
struct FleetResponse: Sendable {
  /// The response of REST, whose body the history keeps for gRPC, too.
  let http: TransportResponse
  /// The response's message or error, for gRPC; nil for a response that only has the form of HTTP.
  private(set) var result: Result<JSONTree, RPCFailure>?

  init(http: TransportResponse) { self.http = http }

  /// Creates the response of a successful call; throws if a number in it is not finite.
  init(_ message: JSONTree, at moment: Timestamp) throws(RPCFailure) {
    var writer = JSONWriter(capacity: 1_024)
    writer.write(message, sortsMembers: false)
    guard writer.isValid else { throw RPCFailure(.internal, "The response cannot be written.") }
    http = TransportResponse(
      status: 200, headers: TransportHeaders(at: moment, cache: "private"), body: writer.bytes)
    result = .success(message)
  }

  /// Creates the response of a failed call.
  init(_ failure: RPCFailure, at moment: Timestamp) {
    let status = failure.status
    http = TransportResponse(
      status: status.code.httpStatus,
      headers: TransportHeaders(at: moment, cache: "private", retryDelay: status.retryDelay),
      body: status.body)
    result = .failure(failure)
  }
}
