import FleetEmulator
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `The emulator's control` {
  private let folder = TestFolder()

  private static let seed = """
    {"trips": [
      {"tripId": "t1", "pickupPoint": {"point": {"latitude": 45.4, "longitude": 9.1}},
       "dropoffPoint": {"point": {"latitude": 45.5, "longitude": 9.2}}}
    ]}
    """

  /// Runs a shell script with an emulator of its own; `ridealong` in it is the tested program.
  private func exec(
    _ script: String, provider: String = "demo-project"
  ) throws
    -> RunningProgram.Outcome
  {
    try folder.keepDemoKeys()
    return try RunningProgram.run(
      [
        "emulator", "exec", "--provider", provider, "--", "/bin/bash", "-c",
        "ridealong() { \"$RIDEALONG\" \"$@\"; }; " + script,
      ],
      in: folder,
      environment: ["RIDEALONG": BuiltProduct.path("ridealong"), "FOLDER": folder.path])
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 3), (42, 42), (255, 255)])
  func `The command emulator exec ends with the status of its command`(
    status: Int, expected: Int32
  ) throws { #expect(try exec("exit \(status)").status == expected) }

  @Test func `The command emulator exec tells its command where the emulator is`() throws {
    let script = """
      test -r "$GOOGLE_APPLICATION_CREDENTIALS" && test -d "$FLEET_ENGINE_EMULATOR_KEYS" || exit 9
      test "$RIDEALONG_ENDPOINT" = "http://$FLEET_ENGINE_EMULATOR_HOST" || exit 8
      test "$FLEET_ENGINE_EMULATOR_URL" = "$RIDEALONG_ENDPOINT" || exit 7
      grep -qF "$FLEET_ENGINE_EMULATOR_URL/oauth2/token" "$GOOGLE_APPLICATION_CREDENTIALS" || exit 6
      ridealong emulator clock && echo "$FLEET_ENGINE_PROVIDER $FLEET_ENGINE_EMULATOR_BACKEND"
      """
    let outcome = try exec(script)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""isReal":true"#))
    #expect(outcome.output.contains("demo-project http://127.0.0.1:"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `The command emulator exec ends its emulator with its command`() throws {
    let outcome = try exec(#"echo "$FLEET_ENGINE_EMULATOR_ADMIN""#)
    let port = try #require(
      outcome.output.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) })
    let words = ["emulator", "reset", "--admin", "127.0.0.1:\(port)"]
    #expect(try RunningProgram.run(words, in: folder).status == 5)
    #expect(folder.leftovers.isEmpty)
  }

  // Making a key takes longer than the emulator's start.
  @Test(arguments: ["demo-project", "another-project"])
  func `An emulator of emulator exec has the key of the demo, for its own provider`(
    provider: String
  ) throws {
    let outcome = try exec(
      "cat $FLEET_ENGINE_EMULATOR_KEYS/server.json && ridealong vehicle list --json >&2",
      provider: provider)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let file = folder.path + "/.cache/ridealong/demo-keys/server.json"
    let kept = try JSONDecoder().decode(
      [String: String].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    let used = try JSONDecoder().decode([String: String].self, from: Data(outcome.output.utf8))
    #expect(used["private_key"] == kept["private_key"])
    #expect(used["client_email"] == "server@\(provider).iam.gserviceaccount.com")
    #expect(kept["client_email"] == "server@demo-project.iam.gserviceaccount.com")
    #expect(used["token_uri"] != kept["token_uri"])
    #expect(folder.leftovers.isEmpty)
  }

  // A signal that arrives just before `read` waits shows only after it, so each wait is short.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `A signal to emulator exec ends its command`(signal: Int32) throws {
    let program = try RunningProgram(
      [
        "emulator", "exec", "--", "/bin/bash", "-c",
        """
        trap 'exit 5' TERM; exec 3<> <(:); echo ready
        while [ $SECONDS -lt 60 ]; do read -t 0.1 -u 3; done
        """,
      ],
      environment: folder.environment
    )
    #expect(try program.firstLine() == "ready")
    program.send(signal: signal)
    #expect(try program.finish().status == 5)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The command emulator exec refuses a missing program`() throws {
    let outcome = try RunningProgram.run(["emulator", "exec", "--", "no-such-program"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("There is no program no-such-program."))
    #expect(try RunningProgram.run(["emulator", "exec"], in: folder).status == 2)
    let option = ["emulator", "exec", "--count", "2", "--", "true"]
    #expect(try RunningProgram.run(option, in: folder).status == 2)
  }

  @Test func `An emulator is seeded, saved, reset and restored by commands`() throws {
    let seed = try write(Self.seed, to: "seed.json")
    let script = """
      trip() { ridealong providers/demo-project/trips/t1 --once --json | grep -o '"status":"[A-Z]*"'; }
      ridealong emulator seed "\(seed)" && trip
      ridealong emulator snapshot "$FOLDER/state.json" && ridealong emulator reset
      trip; ridealong emulator restore "$FOLDER/state.json" && trip
      stat -c %a "$FOLDER/state.json"
      ridealong emulator snapshot - | grep -q t1 && echo printed
      ln -s state.json "$FOLDER/link"; ridealong emulator snapshot "$FOLDER/link" && test -L "$FOLDER/link"
      ln -s gone "$FOLDER/dangling"; ridealong emulator snapshot "$FOLDER/dangling"; test -L "$FOLDER/dangling" && echo link
      mkfifo "$FOLDER/pipe"; ridealong emulator snapshot "$FOLDER/pipe"; test -p "$FOLDER/pipe" && echo pipe
      """
    let outcome = try exec(script)
    #expect(
      outcome.output == """
        {"trips":1,"vehicles":0}
        "status":"NEW"
        "status":"NEW"
        600
        printed
        link
        pipe

        """)
    #expect(outcome.errors.contains("does not exist"))
    #expect(outcome.errors.contains("pipe is not a plain file"))
  }

  @Test func `An invalid seed is reported with its file, line and field`() throws {
    let seed = try write(Self.seed.replacing("45.5", with: "145"), to: "seed.json")
    let outcome = try exec("ridealong emulator seed \"\(seed)\"")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("seed.json: Line 3, trips[0].dropoffPoint.point.latitude: "))
  }

  @Test func `Calls are listed and waited for by commands`() throws {
    // With these a line is longer than one that people read.
    let stops = (1...9).map { #"{"point": {"latitude": 45.\#($0), "longitude": 9.1}}"# }
    let list = "\"intermediateDestinations\": [\(stops.joined(separator: ","))], \"dropoffPoint\""
    let text = Self.seed.replacing("\"dropoffPoint\"", with: list)
    let seed = try write(text, to: "seed.json")
    let script = """
      ridealong emulator seed "\(seed)"
      ridealong providers/demo-project/trips/t1 --once >/dev/null
      ridealong emulator calls GetTrip --trip t1 --bodies
      ridealong emulator wait-for GetTrip --trip t1 --code OK >/dev/null && echo found
      ridealong emulator wait-for DeleteTrip --timeout 0s
      """
    let outcome = try exec(script)
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].utf8.count > 600)
    let call = try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
    #expect(call?["procedure"] as? String == "GetTrip")
    #expect((call?["response"] as? [String: Any])?["tripStatus"] as? String == "NEW")
    #expect(lines[2] == "found")
    #expect(outcome.errors.contains("0 of 1 calls came with procedure DeleteTrip."))
  }

  @Test func `The clock of an emulator is changed by commands`() throws {
    let script = """
      ridealong emulator clock fixed 2026-05-01T12:00:00Z; ridealong emulator clock advance 30m
      ridealong emulator clock rate 60 | grep -o '"rate":60'; ridealong emulator clock real
      ridealong emulator clock fixed yesterday
      """
    let outcome = try exec(script)
    #expect(outcome.output.contains(#""rate":0,"time":"2026-05-01T12:30:00Z""#))
    #expect(outcome.output.contains(#""rate":60"#))
    #expect(outcome.output.contains(#""isReal":true"#))
    #expect(outcome.errors.contains("Invalid value at 'time'."))
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    (["emulator", "reset"], "Name the emulator's admin endpoint"),
    (["emulator", "restart"], "restart"), (["emulator", "seed"], "needs a file"),
    (["emulator", "reset", "now"], "unexpected argument now"),
    (["emulator", "clock", "back", "--admin", "1"], "clock takes nothing, real, fixed"),
    (["emulator", "reset", "--admin", "192.0.2.1:80"], "on this machine"),
    (["emulator", "--count", "2"], "--count has an effect only"),
    (["emulator", "calls", "--count", "2", "--admin", "1"], "--count has an effect only"),
  ]) func `An invalid command for an emulator is refused`(words: [String], problem: String) throws {
    let outcome = try RunningProgram.run(words, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test func `A command without a running emulator says that the endpoint does not respond`() throws
  {
    let words = ["emulator", "reset", "--admin", "127.0.0.1:1"]
    let outcome = try RunningProgram.run(words, in: folder)
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("Is the emulator running?"))
  }
}
