import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `The program with a configuration` {
  private let folder = TestFolder()
  private static let contexts = """
    context = "staging"
    provider = "acme"
    [contexts.staging]
    endpoint = "https://staging.example.org"
    token-command = "fleet-token CANARY"
    [contexts.local]
    endpoint = "http://127.0.0.1:8080"
    provider = "demo-project"
    service-account = "key.json"
    """

  private var path: String { folder.path + "/.config/ridealong/config.toml" }

  private func run(
    _ line: String, config: String, environment: [String: String] = [:]
  ) throws -> RunningProgram.Outcome {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.config/ridealong", withIntermediateDirectories: true)
    _ = folder.file(".config/ridealong/config.toml", config)
    return try RunningProgram.run(
      line.split(separator: " ").map(String.init), in: folder, environment: environment)
  }

  @Test func `The list of contexts has none of their secrets`() throws {
    let outcome = try run("contexts", config: Self.contexts)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        CURRENT  NAME     ENDPOINT                     PROVIDER      TOKENS
        *        staging  https://staging.example.org  acme          token-command
                 local    http://127.0.0.1:8080        demo-project  service-account

        """)
    #expect(outcome.errors.isEmpty)
  }

  @Test
  func `Commands that write take the server, the provider and the key from the configuration`()
    throws
  {
    let server = try ScriptedServer { request in
      #expect(request.line.contains("/v1/providers/acme/vehicles/car-1"))
      return Answers.json(#"{"name": "providers/acme/vehicles/car-1", "vehicleState": "ONLINE"}"#)
    }
    let config = """
      provider = "acme"
      endpoint = "http://127.0.0.1:\(server.port)/v1"
      service-account = "\(folder.key())"
      speed = 3
      """
    let shown = try run("vehicle show car-1", config: config)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("ONLINE"))
    #expect(try run("token mint --trip t", config: config).output.hasPrefix("eyJ"))
    let environment = ["RIDEALONG_PROVIDER": "acme", "RIDEALONG_SERVICE_ACCOUNT": folder.key()]
    #expect(try run("token mint", config: "", environment: environment).status == 0)
    let drive = try run("drive car-1 --route none.json", config: config)
    #expect(drive.errors.contains("none.json"), "\(drive.errors)")
  }

  @Test func `The program reloads the configuration while it shows a ride`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.config/ridealong", withIntermediateDirectories: true)
    func configure(_ text: String) { _ = folder.file(".config/ridealong/config.toml", text) }
    configure("auto-camera = true\n")
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
    try terminal.wait(until: { $0.screenText.contains("a Auto") }, timeout: .seconds(90))
    configure("[keys]\nauto-camera = \"A\"\n")
    terminal.type(":reload\r")
    try terminal.wait { $0.screenText.contains("The configuration was reloaded.") }
    try terminal.wait { $0.screenText.contains("A Auto") }
    configure("units = \"furlongs\"\n")
    terminal.type(":reload\r")
    try terminal.wait { $0.screenText.contains("Configuration not reloaded") }
    #expect(terminal.screenText.contains("furlongs"))
    // The first key closes the box.
    terminal.type("qq")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `The program lists many contexts with long values for programs as whole JSON`() throws
  {
    let provider = String(repeating: "p", count: 60)
    let address = "https://staging.example.org/" + String(repeating: "long/", count: 60)
    let config = (1...10).map {
      "[contexts.context-\($0)]\nendpoint = \"\(address)\($0)\"\nprovider = \"\(provider)\"\n"
    }.joined()
    let outcome = try run("contexts --json", config: config)
    #expect(outcome.errors.isEmpty)
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let contexts = try #require((list as? [String: Any])?["contexts"] as? [[String: Any]])
    #expect(contexts.count == 10)
    #expect(contexts.last?["endpoint"] as? String == address + "10")
    let names = try run("contexts --names", config: config)
    #expect(names.output == (1...10).map { "context-\($0)\n" }.joined())
  }

  @Test func `The list of contexts is available as JSON`() throws {
    let names = try run("contexts --names --context gone", config: Self.contexts)
    #expect(names.output == "staging\nlocal\n")
    let json = try run("contexts --json --context local", config: Self.contexts)
    #expect(
      json.output == """
        {"contexts":[{"current":false,"endpoint":"https://staging.example.org","name":"staging",\
        "provider":"acme","tokens":"token-command"},{"current":true,\
        "endpoint":"http://127.0.0.1:8080","name":"local","provider":"demo-project",\
        "tokens":"service-account"}],"current":"local","type":"contexts","v":1}

        """)
  }

  @Test func `The program explains how to write contexts if there are none`() throws {
    let outcome = try run("contexts", config: "")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("ridealong help config"))
  }

  @Test(arguments: [
    ("follow a:b", #""providers/acme/trips/a:b" is not a trip name"#),
    ("follow 42 --context local", "/.config/ridealong/key.json does not exist"),
    ("follow 42 --context loca", "--context: no context is named loca. Did you mean local?"),
    ("contexts --context x", "--context: no context is named x."),
    ("contexts --names --json", "--names and --json exclude each other."),
    ("contexts x", "unexpected argument x"),
    ("completions", "needs a shell, one of bash, zsh, fish"),
    ("completions bsh", "the shell must be one of bash, zsh, fish, not bsh. Did you mean bash?"),
    ("help kys", "there is no help on kys. Did you mean keys?"),
    ("demo --glyphs ful", "Did you mean full?"), ("folow", "Did you mean follow?"),
  ]) func `The program refuses an impossible configuration with one sentence`(
    line: String, fragment: String
  ) throws {
    let outcome = try run(line, config: Self.contexts)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("ridealong: "))
    #expect(outcome.errors.contains(fragment), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(!(outcome.output + outcome.errors).contains("CANARY"))
  }

  @Test(arguments: [
    ("speed = 'x'", ":1: speed must be a number"), ("\nspeed = 21", ":2: speed 21 is not a number"),
    ("endpoint = 'ftp://h'", ":1: endpoint ftp://h is not the address of a server"),
    ("endpoint = 'https://h?x=1'", ":1: endpoint https://h?x=1 has a query"),
    ("basemap = 'ftp://h/x'", ":1: basemap is not the address of a base map"),
    ("my-location = '91,0'", ":1: my-location 91,0 is not a place"),
    ("[", ":1: this is not TOML"),
    ("token-url = 'https://h'\ntoken-file = 'f'", "token-url and "),
  ]) func `The program names the line of an invalid configuration file`(
    config: String, fragment: String
  ) throws {
    let outcome = try run("providers/p/trips/t --once", config: config)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("ridealong: \(path):"), "\(outcome.errors)")
    #expect(outcome.errors.contains(fragment), "\(outcome.errors)")
  }

  @Test func `The program warns about an unknown setting and continues`() throws {
    let outcome = try run("demo", config: "\nglyph = 'block'")
    #expect(outcome.status == 2)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == #"\#(path):2: unknown key "glyph" (did you mean "glyphs"?)"#)
    #expect(lines.last?.contains("needs a terminal") == true)
  }

  @Test func `The program reads no configuration from the working directory`() throws {
    _ = folder.file(".ridealong.toml", "speed = 'x'")
    _ = folder.file("config.toml", "speed = 'x'")
    let outcome = try RunningProgram.run(
      ["demo"], in: folder, environment: ["XDG_CONFIG_HOME": "."], shell: #"cd && "$@""#)
    #expect(outcome.errors.contains("needs a terminal"))
  }

  @Test func `A context's tokens are sent to the context's Fleet Engine`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"providers/demo-project/trips/42","tripStatus":"COMPLETE"}"#)
    }
    _ = folder.key()
    // The key's path begins at the file's directory.
    let config = """
      provider = "demo-project"
      [contexts.here]
      endpoint = "http://127.0.0.1:\(server.port)"
      service-account = "../../consumer.json"
      """
    let outcome = try run(
      "follow 42 --once", config: config, environment: ["RIDEALONG_CONTEXT": "here"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("status     COMPLETE"))
    let request = try #require(server.requests.first)
    #expect(request.line.contains("/v1/providers/demo-project/trips/42"))
    #expect(request.header("Authorization")?.hasPrefix("Bearer eyJ") == true)
    server.stop()
    let gone = try run(
      "follow 42 --once", config: config, environment: ["RIDEALONG_CONTEXT": "here"])
    #expect(gone.status == 5)
    #expect(gone.errors.contains("providers/demo-project/trips/42"))
    #expect(gone.errors.contains("127.0.0.1:\(server.port)"))
  }
}
