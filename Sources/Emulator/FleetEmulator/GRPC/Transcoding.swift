internal import FleetEngine
package import HTTPMessages
internal import JSON
internal import TrustLimits

/// Makes REST requests of gRPC calls, and gRPC messages of REST responses.
///
/// The request for a call is the one that REST clients send, so that both follow the same rules.
extension Route {
  /// The name of the service, for example `maps.fleetengine.v1.TripService`.
  var service: String {
    "maps.fleetengine.v1." + (collection == "vehicles" ? "VehicleService" : "TripService")
  }

  /// The routes by the paths of their calls in gRPC.
  static let byCallPath = Dictionary(
    uniqueKeysWithValues: all.filter { $0.messages != nil }
      .map { ("/\($0.service)/\($0.procedure.rawValue)", $0) }
  )

  /// Makes the request of a call.
  func request(
    _ message: [UInt8],
    authority: String,
    headers: HTTPHeaders
  ) throws(RPCFailure) -> HTTPRequest {
    guard let schema = messages?.request else {
      throw RPCFailure(.unimplemented, "The method is not served over gRPC.")
    }
    var fields: JSONObject
    do {
      fields = try ProtobufDecoder.decode(
        message,
        schema,
        maximumValues: Limits.GRPC.messageValues
      )
    } catch {
      throw switch error {
      case .malformed: .invalid("The request is not a message of the type \(schema.typeName).")
      case .tooManyValues:
        .invalid("The request has more than \(Limits.GRPC.messageValues) values.")
      case .invalid(let path): .invalid("Invalid value at '\(path)'.")
      }
    }
    var url = (try? HTTPURL(parsing: "https://" + authority)) ?? HTTPURL(scheme: .https, host: "")
    url.path = try path(fields[nameField]?.text ?? "")
    fields[nameField] = nil
    var body: [UInt8] = []
    if readsWholeBody || bodyField != nil {
      var writer = JSONWriter()
      let content = bodyField.map { fields[$0] ?? .object([:]) } ?? .object(fields)
      writer.write(content, sortsMembers: false)
      body = writer.bytes
    }
    if !readsWholeBody {
      if let bodyField { fields[bodyField] = nil }
      url.query = Self.query(fields, "")
    }
    // REST bounds both by the size of its header fields; `header` is read by nobody.
    let length = url.query.reduce(url.path.utf8.count) { length, item in
      item.name.hasPrefix("header.")
        ? length : length + item.name.utf8.count + item.value.utf8.count + 2
    }
    guard length <= Limits.Emulator.connectionPoolBytes else {
      let most = Limits.Emulator.connectionPoolBytes
      throw .invalid("The request's names and parameters have \(length) bytes, more than \(most).")
    }
    return HTTPRequest(method: method, url: url, headers: headers, body: body)
  }

  /// The path of a resource, or of the collection if the call has none.
  private func path(_ name: String) throws(RPCFailure) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == (hasID ? 4 : 2), parts[0] == "providers", !parts.contains(""),
      !hasID || parts[2] == collection
    else {
      let pattern = "providers/{provider}" + (hasID ? "/\(collection)/{id}" : "")
      throw .invalid("\(nameField) has to be \(pattern).")
    }
    let path = parts.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    return "/v1/" + path + (hasID ? "" : "/" + collection) + (verb.map { ":" + $0 } ?? "")
  }

  /// Fields as parameters of a query; those of messages have dotted names.
  private static func query(_ fields: JSONObject, _ prefix: String) -> [HTTPURL.QueryItem] {
    fields.flatMap { name, value -> [HTTPURL.QueryItem] in
      switch value {
      case .object(let inner): query(inner, prefix + name + ".")
      case .list(let values): values.map { .init(prefix + name, text($0)) }
      default: [.init(prefix + name, text(value))]
      }
    }
  }

  private static func text(_ value: JSONTree) -> String {
    switch value {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    default:
      var writer = JSONWriter()
      writer.write(value)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Makes the message of a successful response.
  func message(_ response: HTTPResponse) throws(RPCFailure) -> [UInt8] {
    guard let schema = messages?.response, let tree = try? JSONTree(parsing: response.body),
      case .object(let fields) = tree
    else { throw RPCFailure(.internal, "The answer is not a JSON object.") }
    do {
      return try ProtobufEncoder.encode(fields, schema)
    } catch {
      guard case .invalid(let path) = error else {
        throw RPCFailure(.internal, "The answer cannot be written.")
      }
      throw RPCFailure(.internal, "The answer has another value at '\(path)' than its type.")
    }
  }
}

extension FleetEmulator {
  /// Refuses a call by its token alone, and records that; nil if its message may be read.
  ///
  /// While there are faults the message decides which of them applies.
  func refusal(of route: Route, _ authority: String, _ headers: HTTPHeaders) -> RPCStatus? {
    guard remainingFaults.faults.isEmpty else { return nil }
    let moment = now()
    var url = (try? HTTPURL(parsing: "https://" + authority)) ?? HTTPURL(scheme: .https, host: "")
    url.path = "/\(route.service)/\(route.procedure.rawValue)"
    do throws(RPCFailure) {
      _ = try caller(
        of: HTTPRequest(method: route.method, url: url, headers: headers),
        route,
        at: moment
      )
      return nil
    } catch {
      var record = CallRecord(
        time: moment,
        resource: url.path,
        experienceIDs: CallRecord.experienceIDs(headers)
      )
      record.procedure = route.procedure.rawValue
      record.error = error.status
      record.warnings = [error.cure].compactMap(\.self)
      record.httpStatus = error.status.code.httpStatus
      append(record)
      return error.status
    }
  }

  /// Makes the requests of a body of gRPC as the server does, for tests with any bytes.
  ///
  /// The index chooses among all calls.
  package static func requests(
    ofCall index: Int,
    body: [UInt8],
    encoding: String?
  ) throws -> [HTTPRequest] {
    let routes = Route.byCallPath.values.sorted { $0.procedure.rawValue < $1.procedure.rawValue }
    let route = routes[index % routes.count]
    var messages = GRPCMessages()
    messages.append(body)
    var requests: [HTTPRequest] = []
    while let message = try messages.next() {
      let content = try message.content(encoding)
      requests.append(try route.request(content, authority: "localhost", headers: [:]))
    }
    return requests
  }
}

extension RPCStatus {
  /// The error of an unsuccessful response, which a script of faults may have written.
  init(response: HTTPResponse) {
    self =
      RPCStatus(body: response.body, httpStatus: response.status)
      ?? RPCStatus(
        code: RPCCode(httpStatus: response.status),
        message: "The answer has the HTTP status \(response.status)."
      )
    if code == .ok { code = .unknown }
    // REST has the wait in a header field too, and a script of faults only there.
    if retryDelay == nil, let seconds = response.headers["Retry-After"].flatMap(Int.init),
      seconds > 0
    {
      details.append(.retryInfo(delay: .seconds(seconds)))
    }
  }
}
