import CurlTransport
@testable import FleetEmulator
import Foundation
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing

/// Certificates and keys that the openssl program makes, once for all tests, in a folder of one test.
private struct Certificates {
  private static let files = Result { try made() }

  private let temporary: TemporaryFolder

  var folder: String { temporary.path }
  var certificate: String { folder + "/certificate.pem" }
  var key: String { folder + "/key.pem" }
  var otherKey: String { folder + "/other.pem" }
  var encryptedKey: String { folder + "/encrypted.pem" }

  init() throws {
    temporary = try TemporaryFolder()
    for (name, bytes) in try Self.files.get() {
      let file = try temporary.file(name, bytes)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
  }

  private init(in folder: TemporaryFolder) { temporary = folder }

  private static func made() throws -> [String: [UInt8]] {
    let files = Certificates(in: try TemporaryFolder())
    try files.make()
    return try ["certificate.pem", "key.pem", "other.pem", "encrypted.pem"].reduce(into: [:]) {
      $0[$1] = [UInt8](try Data(contentsOf: URL(filePath: files.folder + "/" + $1)))
    }
  }

  private func make() throws {
    try OpenSSL.makeCertificate(certificate, key: key, for: "IP:127.0.0.1,DNS:fleet.example")
    let curve = ["-pkeyopt", "ec_paramgen_curve:P-256"]
    try OpenSSL.run(["genpkey", "-algorithm", "EC", "-out", otherKey] + curve)
    let password = ["-passout", "pass:secret"]
    try OpenSSL.run(["pkcs8", "-topk8", "-in", key, "-out", encryptedKey] + password)
  }

  func identity() throws -> TLSIdentity {
    try TLSIdentity(certificateFile: certificate, keyFile: key)
  }
}

@Suite(.blocking, .enabled(if: OpenSSL.isInstalled)) struct `A server with TLS` {
  private let files: Certificates
  private let emulator: EmulatedFleetEngine

  init() throws {
    files = try Certificates()
    emulator = try Rig().emulator
  }

  private func transport() -> LibcurlTransport {
    LibcurlTransport(
      .init(
        totalTime: .seconds(240), maximumConnectionsPerHost: 64, certificateFile: files.certificate)
    )
  }

  @Test func `A server with TLS serves only clients that trust its certificate`() async throws {
    let server = LocalServer(emulator, tls: try files.identity())
    var url = try server.start()
    #expect(url.description.hasPrefix("https://127.0.0.1:"))
    url.path = Samples.name
    #expect(try await transport().send(TransportRequest(url: url)).status == 401)
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(TransportRequest(url: url))
    }
    #expect(error?.kind == .insecure)
    url.scheme = .http
    let plain = await #expect(throws: HTTPTransportError.self) {
      try await transport().send(TransportRequest(url: url))
    }
    #expect(plain != nil)
    await server.stop()
  }

  @Test func `A server with TLS serves many clients on kept connections`() async throws {
    let server = LocalServer(emulator, tls: try files.identity())
    var url = try server.start()
    url.path = Samples.name
    let request = TransportRequest(url: url)
    let transport = transport()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<24 {
        group.addTask {
          var status = 0
          for _ in 0..<5 { status = (try? await transport.send(request).status) ?? 0 }
          return status
        }
      }
      for await status in group { #expect(status == 401) }
    }
    await server.stop()
  }

  @Test func `A server with TLS notices that a waiting client leaves`() async throws {
    let server = LocalServer(emulator, tls: try files.identity())
    var url = try server.start()
    url.path = Samples.name
    let wanted = TransportRequest(url: url)
    try await emulator.setFaults(FaultScript([Fault(delay: .seconds(600))]))
    let transport = transport()
    let request = Task { try await transport.send(wanted) }
    await waitWhile(await !(emulator.remainingFaults.faults.isEmpty))
    request.cancel()
    // The time limit of the suite is shorter than the fault's.
    await waitWhile(server.openConnections > 0)
    await server.stop()
  }

  @Test func `A server with TLS accepts only the names of its certificate`() async throws {
    let server = LocalServer(emulator, tls: try files.identity())
    let port = try server.start().port
    for (host, isAccepted) in [
      ("fleet.example", true), ("FLEET.example", true), ("127.0.0.1", true), ("localhost", true),
      ("evil.example", false), ("a.fleet.example", false), ("10.0.0.1", false),
    ] {
      let url = HTTPURL(scheme: .http, host: host, port: port)
      #expect(server.context.accepts(host: url) == isAccepted, "\(host)")
    }
    #expect(!server.context.accepts(host: HTTPURL(scheme: .http, host: "fleet.example", port: 1)))
    await server.stop()
    let plain = LocalServer(emulator)
    let plainPort = try plain.start().port
    let named = HTTPURL(scheme: .http, host: "fleet.example", port: plainPort)
    #expect(!plain.context.accepts(host: named))
    await plain.stop()
  }

  @Test func `A server with TLS reports problems with its files`() throws {
    let open = files.folder + "/open.pem"
    try? FileManager.default.copyItem(atPath: files.key, toPath: open)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    let large = files.folder + "/large.pem"
    _ = FileManager.default.createFile(atPath: large, contents: Data(count: 300 * 1_024))
    let none = files.folder + "/none.pem"
    let text = files.folder + "/text.pem"
    try Data("text\n".utf8).write(to: URL(fileURLWithPath: text))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: text)
    for (certificate, key, says) in [
      (none, files.key, "none.pem does not exist."),
      (files.certificate, none, "none.pem does not exist."),
      (files.folder, files.key, "is a directory."),
      (large, files.key, "holds more than 262144 bytes."),
      (text, files.key, "is not a certificate in PEM"),
      (files.certificate, text, "is not a private key in PEM"),
      (files.key, files.certificate, "are the two files swapped?"),
      (files.certificate, files.certificate, "are the two files swapped?"),
      (files.certificate, files.encryptedKey, "needs a passphrase"),
      (files.certificate, files.otherKey, "is the key of another certificate."),
      (files.certificate, open, "run: chmod 600 "),
    ] {
      let error = #expect(throws: EmulatorError.self) {
        try TLSIdentity(certificateFile: certificate, keyFile: key)
      }
      #expect(error?.description.contains(says) == true, "\(String(describing: error))")
      #expect(error?.kind == .configuration)
    }
  }

  @Test func `A server with TLS never shows its key`() throws {
    let identity = try files.identity()
    var dumped = ""
    dump(identity, to: &dumped)
    #expect(dumped + "\(identity)" == "- TLSIdentity\nTLSIdentity")
  }
}
