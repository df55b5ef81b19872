internal import FleetEmulator
package import FleetEngine
package import HTTPMessages
package import JSON

/// An answer, whichever edge it came from.
package struct CaseAnswer: Sendable {
  package let code: RPCCode
  package let message: String
  /// The response; null for an error.
  package let body: JSONTree
}

/// A way to a server: REST or gRPC.
package protocol CaseEdge: Sendable {
  var name: String { get }

  /// Whether a case can be said.
  func canRun(_ contractCase: ContractCase) -> Bool

  /// Makes a call; nil for one that the edge cannot say.
  func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
}

/// Fleet Engine's REST.
package struct RESTEdge: CaseEdge {
  package let name = "REST"

  package func canRun(_ contractCase: ContractCase) -> Bool { true }
  private let transport: any HTTPTransport

  package init(_ transport: any HTTPTransport) { self.transport = transport }

  package func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
  {
    let response = try await transport.send(request)
    if response.status == 200 {
      let body = (try? JSONTree(parsing: response.body)) ?? .null
      return CaseAnswer(code: .ok, message: "", body: body)
    }
    guard let status = RPCStatus(body: response.body, httpStatus: response.status) else {
      return CaseAnswer(code: .unknown, message: "HTTP status \(response.status)", body: .null)
    }
    guard status.code.httpStatus == response.status else {
      return CaseAnswer(
        code: .unknown, message: "\(status.code.name) with HTTP status \(response.status)",
        body: .null)
    }
    return CaseAnswer(code: status.code, message: status.message, body: .null)
  }
}

/// Fleet Engine's gRPC, by a transport that speaks HTTP/2 to the endpoint.
package struct GRPCEdge: CaseEdge {
  package let name = "gRPC"

  package func canRun(_ contractCase: ContractCase) -> Bool { contractCase.hasGRPC }
  private let transport: any HTTPTransport
  private let endpoint: HTTPURL

  package init(_ transport: any HTTPTransport, endpoint: HTTPURL) {
    (self.transport, self.endpoint) = (transport, endpoint)
  }

  package func answer(to request: TransportRequest) async throws(HTTPTransportError) -> CaseAnswer?
  {
    guard let form = GRPCForm(request) else { return nil }
    var call = request
    call.method = .post
    call.url = endpoint
    call.url.path = form.path
    call.headers["Content-Type"] = "application/grpc"
    call.headers["TE"] = "trailers"
    let size = form.message.count
    call.body =
      [0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + form.message
    let response = try await transport.send(call)
    let code = response.headers["grpc-status"].flatMap { Int($0) }.flatMap(RPCCode.init)
    let message = response.headers["grpc-message"].flatMap { PercentEncoding.decode($0) } ?? ""
    guard code == .ok else {
      return CaseAnswer(code: code ?? .unknown, message: message, body: .null)
    }
    // One message, which is not compressed: a flag and four bytes of its length.
    let body = response.body.count >= 5 ? form.decode(Array(response.body.dropFirst(5))) : nil
    return CaseAnswer(code: .ok, message: "", body: body ?? .null)
  }
}
