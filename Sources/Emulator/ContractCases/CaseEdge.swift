internal import FleetEmulator
package import FleetEngine
package import HTTPMessages
package import JSON
internal import TrustLimits

/// A response over either interface.
package struct CaseAnswer: Sendable {
  package let code: RPCCode
  package let message: String
  /// The response; null for an error.
  package let body: JSONTree
}

extension CaseAnswer {
  /// The answer in place of a response that cannot be read.
  fileprivate init(unreadable reason: String) {
    self.init(code: .unknown, message: reason, body: .null)
  }
}

/// A way to a server: REST or gRPC.
package protocol CaseEdge: Sendable {
  var name: String { get }

  /// Whether the interface can express a case.
  func canRun(_ contractCase: ContractCase) -> Bool

  /// Sends a request; returns nil if the interface cannot express it.
  func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
}

/// Fleet Engine's REST.
package struct RESTEdge: CaseEdge {
  package let name = "REST"

  private let transport: any HTTPTransport

  package init(_ transport: any HTTPTransport) { self.transport = transport }

  package func canRun(_ contractCase: ContractCase) -> Bool { true }

  package func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
  {
    let response = try await transport.send(request)
    if response.status == 200 {
      guard
        let body = try? JSONTree(
          parsing: response.body, rules: .strict(values: Limits.Response.jsonValues))
      else { return CaseAnswer(unreadable: "HTTP status 200 without JSON") }
      return CaseAnswer(code: .ok, message: "", body: body)
    }
    guard let status = RPCStatus(body: response.body, httpStatus: response.status) else {
      return CaseAnswer(unreadable: "HTTP status \(response.status)")
    }
    guard status.code.httpStatus == response.status else {
      return CaseAnswer(
        unreadable: "\(status.code.name) with HTTP status \(response.status)")
    }
    return CaseAnswer(code: status.code, message: status.message, body: .null)
  }
}

/// Fleet Engine's gRPC, by a transport that speaks HTTP/2 to the endpoint.
package struct GRPCEdge: CaseEdge {
  package let name = "gRPC"

  private let transport: any HTTPTransport
  private let endpoint: HTTPURL

  package init(_ transport: any HTTPTransport, endpoint: HTTPURL) {
    (self.transport, self.endpoint) = (transport, endpoint)
  }

  package func canRun(_ contractCase: ContractCase) -> Bool { contractCase.hasGRPC }

  package func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
  {
    guard let form = GRPCForm(request) else { return nil }
    var call = request
    call.method = .post
    call.url = endpoint
    call.url.path = form.path
    call.headers["Content-Type"] = "application/grpc"
    call.headers["TE"] = "trailers"
    call.body = form.body
    let response = try await transport.send(call)
    guard
      let code = response.headers["grpc-status"].flatMap({ Int($0) }).flatMap(RPCCode.init)
    else { return CaseAnswer(unreadable: "HTTP status \(response.status) without grpc-status") }
    let message = response.headers["grpc-message"].flatMap { PercentEncoding.decode($0) } ?? ""
    guard code == .ok else {
      return CaseAnswer(code: code, message: message, body: .null)
    }
    guard let body = form.decode(body: response.body) else {
      return CaseAnswer(unreadable: "grpc-status 0 without a message of the response")
    }
    return CaseAnswer(code: .ok, message: "", body: body)
  }
}
