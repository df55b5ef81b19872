import CurlTransport
import Foundation
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing

/// A TLS server of the openssl program with a certificate of its own making for 127.0.0.1.
private final class TLSServer {
  let certificateFile: String
  let port: Int
  private let folder: URL
  private let process: ChildProcess

  init(options: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let key = folder.appending(path: "key.pem").path
    certificateFile = folder.appending(path: "certificate.pem").path
    try OpenSSL.makeCertificate(certificateFile, key: key, for: "IP:127.0.0.1")
    process = try ChildProcess(
      OpenSSL.path,
      ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificateFile, "-key", key]
        + options)
    // It says "ACCEPT 127.0.0.1:PORT" when it is ready.
    port = try #require(Int(process.firstMatch(of: /ACCEPT .*:([0-9]+)\n/).1))
  }

  /// Waits until the server has written some text.
  func waitForOutput(_ wanted: String) throws { try process.waitForOutput(wanted) }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

@Suite(.blocking, .enabled(if: OpenSSL.isInstalled)) struct `TLS of the curl transport` {
  @Test func `TLS accepts a trusted certificate only for its own host`() async throws {
    let server = try TLSServer(options: [])
    let trusting = LibcurlTransport(.init(certificateFile: server.certificateFile))
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port)
    #expect(try await trusting.send(TransportRequest(url: url)).status == 200)
    let otherName = HTTPURL(scheme: .https, host: "localhost", port: server.port)
    for (transport, url) in [(trusting, otherName), (LibcurlTransport(), url)] {
      let error = await #expect(throws: HTTPTransportError.self) {
        try await transport.send(TransportRequest(url: url))
      }
      #expect(error?.kind == .insecure)
    }
  }

  @Test func `TLS of the curl transport offers HTTP/2 and accepts HTTP/1.1`() async throws {
    let server = try TLSServer(options: ["-alpn", "http/1.1", "-tlsextdebug"])
    let transport = LibcurlTransport(.init(certificateFile: server.certificateFile))
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port)
    let answer = try await transport.send(TransportRequest(url: url))
    #expect(answer.status == 200)
    // The names "h2" and "http/1.1", each after its length, in that order.
    try server.waitForOutput("02 68 32 08 68 74-74 70")
  }

  @Test func `TLS of the curl transport refuses versions before 1.2`() async throws {
    let server = try TLSServer(options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
    let transport = LibcurlTransport(.init(certificateFile: server.certificateFile))
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port)
    let error = await #expect(throws: HTTPTransportError.self) {
      try await transport.send(TransportRequest(url: url))
    }
    #expect(error?.kind == .insecure)
  }

  @Test func `TLS of the curl transport reports a missing file of authorities`() async throws {
    let missing = try TemporaryFolder().absent + "/authorities.pem"
    let transport = LibcurlTransport(.init(certificateFile: missing))
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: 1)
    let error = await #expect(throws: HTTPTransportError.self) {
      try await transport.send(TransportRequest(url: url))
    }
    #expect(error?.kind == .insecure || error?.kind == .unreachable)
  }

  @Test func `A probe reads a certificate that is not trusted`() async throws {
    let server = try TLSServer(options: [])
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port)
    let probe = await ConnectionProbe.run(url)
    #expect(probe.error == nil)
    #expect(probe.address == "127.0.0.1")
    let certificate = try #require(probe.certificates.first)
    #expect(certificate.subject == "CN = test")
    #expect(certificate.issuer == "CN = test")
    #expect(certificate.end.hasSuffix(" GMT"))
    let (connect, secure) = (try #require(probe.connect), try #require(probe.secure))
    #expect(connect <= secure)
  }
}

@Suite(.blocking) struct `A connection probe` {
  @Test func `A probe sends nothing`() async throws {
    let server = try ScriptedServer { _ in [.close] }
    let probe = await ConnectionProbe.run(
      HTTPURL(scheme: .http, host: "127.0.0.1", port: server.port))
    #expect(probe.error == nil)
    #expect(probe.connect != nil && probe.secure == nil && probe.certificates.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test func `A probe of a silent server ends in time`() async throws {
    let server = try SilentServer()
    let probe = await ConnectionProbe.run(
      HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port),
      configuration: .init(connectTime: .milliseconds(200)))
    #expect(probe.error?.kind == .timedOut)
    #expect(probe.secure == nil && probe.certificates.isEmpty)
  }

  @Test func `A probe reports an unreachable server`() async throws {
    let probe = await ConnectionProbe.run(
      HTTPURL(scheme: .https, host: "127.0.0.1", port: try unusedLoopbackPort()))
    #expect(probe.error?.kind == .unreachable)
  }
}
