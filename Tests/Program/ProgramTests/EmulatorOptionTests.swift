import CurlTransport
import FleetEmulator
import Foundation
import HTTPMessages
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking) struct `The emulator's options` {
  private let folder = TestFolder()

  /// Starts an emulator with keys that are made already, as making them takes long.
  private func start(_ options: [String]) throws -> EmulatorProcess {
    let data = folder.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: data + "/keys", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for role in ServiceRole.allCases {
      try FileManager.default.moveItem(
        atPath: folder.key(role), toPath: "\(data)/keys/\(role.rawValue).json")
    }
    return try EmulatorProcess(options + ["--data-dir", data], in: folder)
  }

  /// Sends a request.
  private func send(
    _ method: TransportMethod, _ url: String, _ headers: TransportHeaders = [:],
    _ body: String = "",
    trusting certificate: String? = nil
  ) async throws -> TransportResponse {
    try await LibcurlTransport(.init(totalTime: .seconds(240), certificateFile: certificate)).send(
      TransportRequest(
        method: method, url: try HTTPURL(parsing: url), headers: headers, body: Array(body.utf8)))
  }

  @Test func `The emulator's options are passed to the emulator`() throws {
    func settings(_ words: String...) throws -> LocalFleetEngine.Settings {
      try LocalFleetEngine.Settings(Arguments(words, options: Option.emulator))
    }
    let usual = try settings()
    #expect(!usual.isStrict && usual.quotas == nil && usual.faults.faults.isEmpty)
    #expect(usual.backend?.prefix == "/provider" && usual.backend?.allowedOrigins == [])
    #expect(usual.admin == nil && usual.tls == nil && usual.accessLog == nil)
    #expect(usual.grpc == .anyOfLoopback)
    #expect(throws: CommandError.self) { try settings("--grpc-listen", "here") }
    #expect(try settings("--no-grpc").grpc == nil)
    #expect(throws: CommandError.self) { try settings("--no-grpc", "--grpc-listen", "1") }
    #expect(usual.address == .anyOfLoopback && usual.speed == 1 && usual.directory == nil)
    let strict = try settings("--strict", "--quota", "--speed", "3", "--provider", "acme")
    #expect(strict.isStrict && strict.quotas == .published)
    #expect(strict.speed == 3 && strict.providerID == "acme")
  }

  @Test func `The emulator's options enforce the order of statuses if that is wanted`() async throws
  {
    for (options, status) in [([], 200), (["--strict"], 400)] {
      let emulator = try start(options)
      let backend = try #require(emulator["backend"])
      let json: TransportHeaders = ["Content-Type": "application/json"]
      let place = #"{"latitude":45.0,"longitude":7.6}"#
      let booked = try await send(
        .post, backend + "/trip/new", json, #"{"pickup":\#(place),"dropoff":\#(place)}"#)
      let text = String(decoding: booked.body, as: UTF8.self)
      let id = try #require(text.firstMatch(of: /trips\/([^"]+)"/)?.1)
      let update = #"{"status":"ENROUTE_TO_DROPOFF"}"#
      #expect(try await send(.put, "\(backend)/trip/\(id)", json, update).status == status)
    }
  }

  @Test func `The emulator's ready line has pairs of words`() throws {
    let emulator = try start(["--admin", "127.0.0.1:0"])
    #expect(emulator.words.map(\.key) == ["ready", "provider", "keys", "backend", "admin", "grpc"])
    #expect(emulator["backend"] == emulator.endpoint + "/provider")
    #expect(emulator["admin"]?.hasPrefix("http://127.0.0.1:") == true)
    let bare = try start(["--no-backend"])
    #expect(bare.words.map(\.key) == ["ready", "provider", "keys", "grpc"])
    let least = try start(["--no-backend", "--no-grpc"])
    #expect(least.words.map(\.key) == ["ready", "provider", "keys"])
    let chosen = try start(["--grpc-listen", "[::1]:0"])
    #expect(chosen["grpc"]?.hasPrefix("[::1]:") == true)
  }

  @Test func `The emulator's ready line quotes a directory like a shell`() throws {
    let directory = folder.path + "/my fleet's keys"
    try FileManager.default.copyItem(atPath: folder.emulatorKeys().directory, toPath: directory)
    let program = try RunningProgram(
      ["emulator", "--keys", directory], environment: folder.environment)
    let line = try program.firstLine()
    #expect(line.contains(" keys \(ShellWord.path(directory)) backend http"))
    let outcome = try RunningProgram.run(["emulator", "--keys", "a\u{1B}b"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has control characters in its name"))
  }

  @Test func `The emulator's options serve the backend to the web pages that may call it`()
    async throws
  {
    let emulator = try start([
      "--provider-prefix", "/api/v2", "--allow-origin",
      "http://LOCALHOST:3000,https://a.example:443",
    ])
    let backend = try #require(emulator["backend"])
    #expect(backend == emulator.endpoint + "/api/v2")
    let vehicles = backend + "/vehicles"
    #expect(try await send(.get, vehicles).status == 200)
    #expect(try await send(.get, vehicles, ["Origin": "http://localhost:3000"]).status == 200)
    #expect(try await send(.get, vehicles, ["Origin": "https://a.example"]).status == 200)
    #expect(try await send(.get, vehicles, ["Origin": "http://localhost:3001"]).status == 403)
    #expect(try await send(.get, emulator.endpoint + "/provider/vehicles").status == 404)
    let root = try start(["--provider-prefix", "/"])
    #expect(root["backend"] == root.endpoint)
    #expect(try await send(.get, root.endpoint + "/vehicles").status == 200)
  }

  @Test func `The emulator starts with a script of faults, which the admin endpoint changes`()
    async throws
  {
    let script = folder.file("faults.json", #"[{"count":1,"status":503},{"status":429}]"#)
    let emulator = try start(["--fault", script, "--admin", "[::1]:0"])
    let trip = emulator.endpoint + "/v1/providers/demo-project/trips/t1"
    #expect(try await send(.get, trip).status == 503)
    let admin = try #require(emulator["admin"])
    #expect(admin.hasPrefix("http://[::1]:"))
    let json: TransportHeaders = ["Content-Type": "application/json"]
    #expect(try await send(.put, admin + "/faults", json, #"[{"status":418}]"#).status == 200)
    #expect(try await send(.get, trip).status == 418)
    #expect(try await send(.get, trip).status == 401)
    #expect(try await send(.get, admin + "/health").status == 200)
  }

  @Test func `The emulator's access log has each request without its token`() async throws {
    let log = folder.path + "/access.log"
    let emulator = try start(["--access-log", log])
    let backend = try #require(emulator["backend"])
    let token = String(
      decoding: try await send(.get, backend + "/token/consumer/t1").body, as: UTF8.self)
    #expect(token.contains("eyJ"))
    _ = try await send(.get, emulator.endpoint + "/v1/x?access_token=SECRET")
    emulator.program.send(signal: SIGTERM)
    #expect(try emulator.program.finish().status == 143)
    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains(" GET /provider/token/consumer/t1 200 "))
    #expect(text.contains(" GET /v1/x?access_token=… 404 "))
    #expect(!text.contains("eyJ") && !text.contains("SECRET"))
    let console = try start(["--access-log", "-"])
    _ = try await send(.get, console.endpoint + "/")
    console.program.send(signal: SIGTERM)
    #expect(try console.program.finish().errors.contains(" GET / 404 "))
  }

  @Test func `The emulator answers requests although its access log cannot be written`()
    async throws
  {
    let emulator = try start(["--access-log", "/dev/full"])
    for _ in 0..<2 { #expect(try await send(.get, emulator.endpoint + "/x").status == 404) }
    emulator.program.send(signal: SIGTERM)
    let outcome = try emulator.program.finish()
    #expect(outcome.status == 143)
    let sentence = "The access log cannot be written: no space left on device."
    #expect(outcome.errors.components(separatedBy: sentence).count == 2, "\(outcome.errors)")
  }

  @Test(.enabled(if: OpenSSL.isInstalled))
  func `The emulator with all its options serves over TLS, without a token in its log`()
    async throws
  {
    let (certificate, key) = (folder.path + "/certificate.pem", folder.file("key.pem", ""))
    try OpenSSL.makeCertificate(certificate, key: key, for: "IP:127.0.0.1")
    let log = folder.path + "/access.log"
    let emulator = try start([
      "--tls-cert", certificate, "--tls-key", key, "--strict", "--quota", "--fault",
      folder.file("faults.json", #"[{"procedure":"GetTrip","status":503}]"#),
      "--admin", "127.0.0.1:0", "--access-log", log,
    ])
    #expect(emulator.endpoint.hasPrefix("https://127.0.0.1:"))
    let (backend, admin) = (try #require(emulator["backend"]), try #require(emulator["admin"]))
    #expect(backend == emulator.endpoint + "/provider")
    func send(
      _ method: TransportMethod, _ url: String, _ headers: TransportHeaders = [:]
    ) async throws -> TransportResponse {
      try await self.send(method, url, headers, trusting: certificate)
    }
    let answer = try await send(.get, backend + "/token/consumer/t1").body
    let token = try #require(String(decoding: answer, as: UTF8.self).firstMatch(of: /eyJ[^"]+/)?.0)
    let trip = emulator.endpoint + "/v1/providers/demo-project/trips/t1"
    for status in [503, 404] {
      #expect(try await send(.get, trip, ["Authorization": "Bearer \(token)"]).status == status)
    }
    let calls = String(decoding: try await send(.get, admin + "/calls").body, as: UTF8.self)
    #expect(calls.contains(#""procedure":"GetTrip""#))
    let faults = try await send(.delete, admin + "/faults").body
    #expect(faults == Array((#"{"faults":[]}"# + "\n").utf8))
    let page: TransportHeaders = ["Origin": "http://evil.example"]
    #expect(try await send(.get, admin + "/calls", page).status == 403)
    emulator.program.send(signal: SIGTERM)
    let outcome = try emulator.program.finish()
    #expect(outcome.status == 143)
    let lines = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    #expect(lines.split(separator: "\n").count == 3, "\(lines)")
    #expect(!(lines + outcome.output + outcome.errors).contains("eyJ"))
  }

  @Test(arguments: [
    ("--fault MISSING", "The fault script MISSING does not exist."),
    ("--fault BAD", #""stats" in entry 1 of the fault script is unknown."#),
    ("--fault LONG", #""delay" in entry 1 of the fault script has to be 0 to 600 s."#),
    ("--admin 0.0.0.0:0", "listen on loopback"), ("--admin x", "--admin x is not a numeric"),
    ("--tls-cert BAD", "Give both --tls-cert and --tls-key"),
    ("--tls-key BAD", "Give both --tls-cert and --tls-key"),
    ("--tls-cert BAD --tls-key BAD", "is not a certificate in PEM"),
    ("--tls-cert MISSING --tls-key BAD", "does not exist"),
    ("--allow-origin null", "is not an origin"),
    ("--allow-origin http://a,", "is not an origin"),
    ("--allow-origin http://a/path", "is not an origin"),
    ("--allow-origin *", "is not an origin"),
    ("--provider-prefix provider", "is not a path"), ("--provider-prefix /v1", "and not /v1"),
    ("--no-backend --provider-prefix /p", "has no effect with --no-backend"),
    ("--access-log MISSING/x", "cannot be opened"),
  ]) func `The errors about the emulator's options say what is wrong`(
    line: String, message: String
  ) throws {
    let bad = folder.file("bad.json", #"[{"stats":503}]"#)
    let long = folder.file("long.json", #"[{"delay":601}]"#)
    let words = line.split(separator: " ").map(String.init).map {
      // Whole words, since a folder's random name may hold one of them.
      $0 == "BAD" ? bad : $0 == "LONG" ? long : $0.replacing("MISSING", with: folder.path + "/none")
    }
    let message = message.replacing("MISSING", with: folder.path + "/none")
    let outcome = try RunningProgram.run(["emulator"] + words, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The emulator warns when other machines can call its backend`() throws {
    let warning = "The provider's backend does not authenticate callers"
    for (options, isWarned) in [([], true), (["--no-backend"], false)] {
      let emulator = try start(["--listen", "0.0.0.0:0"] + options)
      emulator.program.send(signal: SIGTERM)
      #expect(try emulator.program.finish().errors.contains(warning) == isWarned)
    }
  }
}
