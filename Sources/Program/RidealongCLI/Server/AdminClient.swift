internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// A client of an emulator's admin endpoint.
struct AdminClient: Sendable {
  private let endpoint: HTTPURL
  private let servers: ServerAccess

  /// Finds the endpoint in `--admin` or in the environment of `emulator exec`.
  init(_ arguments: Arguments, _ servers: ServerAccess) throws(CommandError) {
    let variable = EmulatorVariables.admin
    guard let text = arguments[.admin] ?? servers.environment.variables[variable] else {
      throw .usage(
        "Name the emulator's admin endpoint: start the emulator with --admin 127.0.0.1:8081 and "
          + "repeat that option here, or set \(variable).")
    }
    if let url = try? HTTPURL(parsing: text), url.isLoopback, url.path.isEmpty {
      endpoint = url
    } else {
      let address = try ListenAddress(text, for: .admin)
      guard address.isLoopback, address.port > 0 else {
        throw .usage("--admin \(text) is not the address of an admin endpoint on this machine.")
      }
      var url = HTTPURL(scheme: .http, host: address.host)
      url.port = Int(address.port)
      endpoint = url
    }
    self.servers = servers
  }

  func send(
    _ method: TransportMethod, _ path: String, json fields: JSONObject
  ) async throws(CommandError) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(.object(fields))
    return try await send(method, path, writer.bytes)
  }

  /// Sends a request, and returns the response's body.
  ///
  /// An error of the endpoint names the file that was sent. Waits longer than the response's usual
  /// time by `patience`.
  func send(
    _ method: TransportMethod, _ path: String, _ body: [UInt8] = [], of file: String? = nil,
    query: [HTTPURL.QueryItem] = [], patience: Duration = .zero
  ) async throws(CommandError) -> [UInt8] {
    var url = endpoint
    (url.path, url.query) = (path, query)
    var headers = TransportHeaders()
    if method != .get { headers.append("Content-Type", "application/json") }
    var request = TransportRequest(method: method, url: url, headers: headers)
    request.body = body
    let transport = servers.adminTransport(patience: patience)
    let response: TransportResponse
    do throws(HTTPTransportError) { response = try await transport.send(request) } catch {
      let words = "\(error)"
      let end = words.hasSuffix(".") ? "" : "."
      throw CommandError(
        .unavailable,
        "The admin endpoint \(endpoint) does not respond: \(words)\(end) Is the emulator running?")
    }
    guard response.status == 200 else {
      let rules = JSONRules.strict(values: Limits.Response.jsonValues)
      let tree = try? JSONTree(parsing: response.body, rules: rules)
      let message = tree?["error"]?["message"]?.text ?? "status \(response.status)"
      throw CommandError(.failure, (file.map { "\($0): " } ?? "") + message)
    }
    return response.body
  }
}
