internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

extension Route {
  /// The routes by the paths of their calls in gRPC.
  static let byCallPath = Dictionary(
    uniqueKeysWithValues: all.filter { $0.messages != nil }
      .map { ("/\($0.service)/\($0.procedure.rawValue)", $0) }
  )

  /// Makes a request without content, with which a call's token and header fields are read.
  func request(path: String, authority: String, headers: TransportHeaders) -> TransportRequest {
    var url = (try? HTTPURL(parsing: "https://" + authority)) ?? HTTPURL(scheme: .https, host: "")
    (url.path, url.query) = (path, [])
    return TransportRequest(method: method, url: url, headers: headers)
  }

  /// Encodes the response of a successful call.
  func encode(_ response: JSONTree) throws(RPCFailure) -> [UInt8] {
    guard let schema = messages?.response, case .object(let fields) = response else {
      throw RPCFailure(.internal, "The answer is not a JSON object.")
    }
    do { return try ProtobufEncoder.encode(fields, schema) } catch {
      guard case .invalid(let path) = error else {
        throw RPCFailure(.internal, "The answer cannot be written.")
      }
      throw RPCFailure(.internal, "The answer has another value at '\(path)' than its type.")
    }
  }

  fileprivate func decode(_ message: [UInt8]) throws(RPCFailure) -> JSONObject {
    guard let schema = messages?.request else {
      throw RPCFailure(.unimplemented, "The method is not served over gRPC.")
    }
    let most = Limits.GRPC.messageValues
    do { return try ProtobufDecoder.decode(message, schema, maximumValues: most) } catch {
      throw switch error {
      case .malformed: .invalid("The request is not a message of the type \(schema.typeName).")
      case .tooManyValues: .invalid("The request has more than \(most) values.")
      case .invalid(let path): .invalid("Invalid value at '\(path)'.")
      }
    }
  }

  /// Reads the provider's ID and that of the resource, empty if the call has none.
  fileprivate func ids(in name: String) throws(RPCFailure) -> (providerID: String, id: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == (hasID ? 4 : 2), parts[0] == "providers", !parts.contains(""),
      !hasID || parts[2] == collection
    else {
      let pattern = "providers/{provider}" + (hasID ? "/\(collection)/{id}" : "")
      throw .invalid("\(nameField) has to be \(pattern).")
    }
    // The same IDs are refused in a path of REST, before the caller is authorized.
    try require(!parts[1].utf8.contains(0), "The provider's id is not valid.")
    guard hasID else { return (parts[1], "") }
    guard !parts[3].utf8.contains(0) else { throw .invalidID(idField) }
    return (parts[1], parts[3])
  }

  /// The path of REST for a provider's resource or collection.
  fileprivate func path(_ providerID: String, _ id: String) -> String {
    "/v1/providers/\(PercentEncoding.encode(providerID))/\(collection)"
      + (hasID ? "/" + PercentEncoding.encode(id) : "") + (verb.map { ":" + $0 } ?? "")
  }
}

extension FleetCall {
  /// Decodes a call of gRPC.
  init(
    _ route: Route, _ message: [UInt8], authority: String, headers: TransportHeaders
  ) throws(RPCFailure) {
    var fields = try route.decode(message)
    let (providerID, id) = try route.ids(in: fields[route.nameField]?.text ?? "")
    fields[route.nameField] = nil
    var resource: JSONObject?
    if let field = route.bodyField {
      resource = fields[field]?.object ?? [:]
      fields[field] = nil
    }
    let path = route.path(providerID, id)
    var length = path.utf8.count
    if !route.readsWholeBody {
      // The header is read by nobody, and REST's query has no empty messages.
      fields["header"] = nil
      fields = JSONTree.object(fields).asParameters?.object ?? [:]
      length += JSONTree.object(fields).parameterBytes()
    }
    // REST bounds both by the size of its header fields.
    let most = Limits.Emulator.connectionPoolBytes
    try require(
      length <= most, "The request's names and parameters have \(length) bytes, more than \(most).")
    var body: [UInt8] = []
    if let whole = resource ?? (route.readsWholeBody ? fields : nil) {
      var writer = JSONWriter()
      writer.write(.object(whole), sortsMembers: false)
      body = CallRecord.start(of: writer.bytes)
    }
    self.init(
      request: route.request(path: path, authority: authority, headers: headers), route: route,
      providerID: providerID, id: id, content: .message(fields, resource: resource), body: body)
  }
}

extension JSONTree {
  /// The value without messages that have no fields; nil for such a message.
  fileprivate var asParameters: JSONTree? {
    guard case .object(let fields) = self else { return self }
    let kept = fields.members.compactMap { name, value in
      value.asParameters.map { (name: name, value: $0) }
    }
    return kept.isEmpty ? nil : .object(JSONObject(kept))
  }

  /// The size of the value as parameters of a query, with names of this size.
  fileprivate func parameterBytes(named nameBytes: Int = 0) -> Int {
    switch self {
    case .object(let fields):
      let prefix = nameBytes == 0 ? 0 : nameBytes + 1
      return fields.members.reduce(0) { sum, field in
        sum + field.value.parameterBytes(named: prefix + field.name.utf8.count)
      }
    case .list(let values): return values.reduce(0) { $0 + $1.parameterBytes(named: nameBytes) }
    case .text(let text): return nameBytes + text.utf8.count + 2
    case .null, .flag, .number, .integer:
      var writer = JSONWriter()
      writer.write(self)
      return nameBytes + writer.bytes.count + 2
    }
  }
}

extension EmulatedFleetEngine {
  /// Refuses a call by its token alone, and records that; nil if its message may be read.
  ///
  /// While there are faults the message decides which of them applies.
  func refusal(of route: Route, _ authority: String, _ headers: TransportHeaders) -> RPCFailure? {
    guard remainingFaults.faults.isEmpty else { return nil }
    let path = "/\(route.service)/\(route.procedure.rawValue)"
    let request = route.request(path: path, authority: authority, headers: headers)
    do throws(RPCFailure) {
      _ = try caller(of: request, route, at: now())
      return nil
    } catch {
      _ = respond(to: FleetRequest(request: request, target: .refused(route, error)))
      return error
    }
  }

  /// Reads the calls in a body of gRPC as the server does, for tests with any bytes.
  ///
  /// The index chooses among all methods. Returns the paths of REST and the starts of its bodies.
  package static func calls(
    ofMethod index: Int, body: [UInt8], encoding: String?
  ) throws -> [(path: String, body: [UInt8])] {
    let routes = Route.byCallPath.values.sorted { $0.procedure.rawValue < $1.procedure.rawValue }
    let route = routes[index % routes.count]
    var messages = GRPCMessages()
    messages.append(body)
    var calls: [(path: String, body: [UInt8])] = []
    while let message = try messages.next() {
      let content = try message.content(encoding)
      let call = try FleetCall(route, content, authority: "localhost", headers: [:])
      _ = try? call.fields()
      if route.bodyField != nil { _ = try? call.resource(route.response) }
      calls.append((call.request.url.path, call.body))
    }
    return calls
  }
}

extension FleetResponse {
  /// The result, which is read from the response of a fault script as a client of REST would.
  var grpcResult: Result<JSONTree, RPCFailure> {
    if let result { return result }
    guard http.status == 200 else { return .failure(RPCFailure(RPCStatus(response: http))) }
    return .success((try? JSONTree(parsing: http.body)) ?? .null)
  }
}

extension RPCStatus {
  /// The error of an unsuccessful response that a script of faults has written.
  fileprivate init(response: TransportResponse) {
    self =
      RPCStatus(body: response.body, httpStatus: response.status)
      ?? RPCStatus(
        code: RPCCode(httpStatus: response.status),
        message: "The answer has the HTTP status \(response.status).")
    if code == .ok { code = .unknown }
    // REST has the wait in a header field too, and a script of faults only there.
    if retryDelay == nil, let seconds = response.headers["Retry-After"].flatMap(Int.init),
      seconds > 0
    {
      details.append(.retryInfo(delay: .seconds(seconds)))
    }
  }
}
