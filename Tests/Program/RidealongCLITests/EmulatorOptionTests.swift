import CurlTransport
import FleetEmulator
import Foundation
import HTTPMessages
import TestSupport
import TrustLimits
import Testing

@testable import RidealongCLI

@Suite(.blocking)
struct `The emulator's options` {
  private let folder = TestFolder()

  /// Starts an emulator with keys that are made already, as making them takes long.
  private func start(_ options: [String]) throws -> EmulatorProcess {
    let data = folder.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: data + "/keys",
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    for role in ServiceRole.allCases {
      try FileManager.default.moveItem(
        atPath: folder.key(role),
        toPath: "\(data)/keys/\(role.rawValue).json"
      )
    }
    return try EmulatorProcess(options + ["--data-dir", data], in: folder)
  }

  /// Sends a request without a token.
  private func send(
    _ method: HTTPMethod,
    _ url: String,
    _ headers: HTTPHeaders = [:],
    _ body: String = ""
  ) async throws -> HTTPResponse {
    try await CurlTransport(.init(totalTime: .seconds(240))).send(
      HTTPRequest(
        method: method,
        url: try HTTPURL(parsing: url),
        headers: headers,
        body: Array(body.utf8)
      )
    )
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
      let json: HTTPHeaders = ["Content-Type": "application/json"]
      let place = #"{"latitude":45.0,"longitude":7.6}"#
      let booked = try await send(
        .post,
        backend + "/trip/new",
        json,
        #"{"pickup":\#(place),"dropoff":\#(place)}"#
      )
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
      ["emulator", "--keys", directory],
      environment: folder.environment
    )
    let line = try program.firstLine()
    #expect(line.contains(" keys \(ShellWord.path(directory)) backend http"))
    let outcome = try RunningProgram.run(["emulator", "--keys", "a\u{1B}b"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has control characters in its name"))
  }

  @Test
  func `The emulator's options serve the backend to the web pages that may call it`()
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

  @Test
  func `The emulator starts with a script of faults, which the admin endpoint changes`()
    async throws
  {
    let script = folder.file("faults.json", #"[{"count":1,"status":503},{"status":429}]"#)
    let emulator = try start(["--fault", script, "--admin", "[::1]:0"])
    let trip = emulator.endpoint + "/v1/providers/demo-project/trips/t1"
    #expect(try await send(.get, trip).status == 503)
    let admin = try #require(emulator["admin"])
    #expect(admin.hasPrefix("http://[::1]:"))
    let json: HTTPHeaders = ["Content-Type": "application/json"]
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
      decoding: try await send(.get, backend + "/token/consumer/t1").body,
      as: UTF8.self
    )
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
  ])
  func `The errors about the emulator's options say what is wrong`(
    line: String,
    message: String
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

@Suite(.blocking)
struct `token inspect` {
  private let folder = TestFolder()

  private func inspect(
    _ shell: String,
    _ arguments: [String] = []
  ) throws
    -> RunningProgram.Outcome
  {
    try RunningProgram.run(["token", "inspect"] + arguments, in: folder, shell: shell)
  }

  private func mint(_ options: String = "--trip t1") -> String {
    #"token=$("$1" token mint \#(options) --service-account '\#(folder.key())'); "#
  }

  @Test func `The command token inspect reads standard input and never shows the signature`()
    throws
  {
    let outcome = try inspect(
      mint() + #"echo "$token" >&2; echo "$token" | "$@""#,
      ["--trip", "t1"]
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("iss (issuer)              consumer@demo-project.iam."))
    #expect(outcome.output.hasSuffix("\nThe token looks valid.\n"))
    let parts = outcome.errors.split(separator: "\n")[0].split(separator: ".")
    #expect(parts.count == 3)
    for part in parts { #expect(!outcome.output.contains(part)) }
  }

  @Test func `The command token inspect ends with the status of a token that is not permitted`()
    throws
  {
    let outcome = try inspect(
      mint() + #"printf '{"jwt":"%s"}' "$token" | "$@""#,
      ["--trip", "t2", "--service-account", folder.key(), "--json"]
    )
    #expect(outcome.status == 4)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains(#""signature":"valid""#))
    #expect(
      outcome.output.contains(#"[{"code":"otherID","message":"The token is for another trip."}]"#)
    )
  }

  @Test func `The command token inspect reads a private file`() throws {
    let file = folder.file("token", "e30.e30.AAAA")
    #expect(try inspect(#"exec "$@""#, [file]).status == 4)
    chmodExactly(file, 0o644)
    let open = try inspect(#"exec "$@""#, [file])
    #expect(open.status == 2 && open.errors.contains("chmod 600"))
  }

  @Test(arguments: [
    (["eyJhbGciOiJub25lIn0.e30.SECRET"], "a token cannot be an argument"),
    (["ya29.SECRET"], "a token cannot be an argument"),
    (["a", "b"], "unexpected argument b"), (["--ttl", "5"], "--ttl has no effect"),
    (["--trip", "a/b"], "--trip a/b is not an id"), (["FOLDER/absent"], "does not exist"),
    ([], "Standard input is empty"), (["--public-key", "FOLDER/absent"], "does not exist"),
    (["--public-key", "/x", "--service-account", "/x"], "two signers"),
  ])
  func `The command token inspect says what is wrong with its arguments`(
    words: [String],
    message: String
  ) throws {
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = try inspect(#"exec "$@""#, words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(!outcome.errors.contains("SECRET"))
    #expect(outcome.output.isEmpty)
  }
}
