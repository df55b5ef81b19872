import CellGrid
import FleetEmulator
import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `The doctor's output` {
  private let doctor = DoctorRun()
  private var folder: TestFolder { doctor.folder }

  // MARK: Tokens that say nothing of themselves

  @Test(arguments: [
    ("401 No", "UNAUTHENTICATED", "The server does not accept the plain token."),
    ("403 No", "PERMISSION_DENIED", "The server refused this token for this trip."),
  ]) func `The doctor warns about a token without claims, with advice that fits`(
    status: String, code: String, words: String
  ) throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(Int(status.prefix(3)) ?? 0, code), status: status)
    }
    let file = folder.file("token", "ya29.a0AfB_plain-token-of-gcloud_0123456789")
    let outcome = try doctor.examine([
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", file,
      "--json",
    ])
    #expect(outcome.status == 4)
    let checks = try doctor.checks(outcome)
    #expect(checks["tokens"]?["mark"] as? String == "warning")
    let token = try #require(checks["tokens"]?["text"] as? String)
    #expect(token.hasPrefix("There is a plain OAuth token, as gcloud prints it"))
    let trip = try #require(checks["trip"])
    #expect(trip["text"] as? String == words)
    let advice = try #require(trip["advice"] as? [String]).joined(separator: " ")
    #expect(advice.contains("roles/fleetengine.ondemandAdmin in project demo-project"))
    #expect(advice.contains("--service-account FILE"))
    for stranger in ["signed by a service account", "kid", "authorization.tripid", "inspect"] {
      #expect(!advice.contains(stranger), "\(advice)")
    }
    #expect(!outcome.output.contains("a0AfB"))
  }

  @Test func `The doctor distinguishes an identity token from an access token`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(401, "UNAUTHENTICATED"), status: "401 No")
    }
    func part(_ json: String) -> String {
      Data(json.utf8).base64EncodedString().replacing("=", with: "")
        .replacing("+", with: "-").replacing("/", with: "_")
    }
    let claims = #"{"iss":"https://accounts.google.com","aud":"x","exp":99999999999}"#
    let token = part(#"{"alg":"RS256","kid":"k"}"#) + "." + part(claims) + "." + part("signature")
    let outcome = try doctor.examine([
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file",
      folder.file("token", token), "--json",
    ])
    #expect(outcome.status == 4)
    let checks = try doctor.checks(outcome)
    let advice = try #require(checks["tokens"]?["advice"] as? [String])
    #expect(advice.count == 1 && advice[0].hasPrefix("It is an identity token"), "\(advice)")
    let text = try #require(checks["trip"]?["text"] as? String)
    #expect(text == "The server does not accept the token.")
  }

  // MARK: What fits a screen

  @Test func `The doctor ends with what is wrong, on a screen of 24 rows`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(401, "UNAUTHENTICATED"), status: "401 No")
    }
    let file = folder.file("token", "ya29.a0AfB_plain-token-of-gcloud_0123456789")
    let terminal = try start(
      [
        "doctor", Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)",
        "--token-file", file,
      ],
      in: folder,
      size: .init(columns: 80, rows: 24)
    )
    #expect(try terminal.waitForExit() == .exited(4))
    let text = terminal.screenText
    // The first line and the last.
    #expect(text.contains("passed        configuration, program, paths, terminal"))
    #expect(text.contains("1 check failed (trip), 1 warning (tokens), 5 passed."))
  }

  @Test func `The doctor explains everything with --verbose, and breaks no word`() throws {
    let style = String(repeating: "a-long-folder-name/", count: 4) + "style.toml"
    let outcome = try doctor.examine([
      "--verbose", "--endpoint", "http://127.0.0.1:1", "--style", style, "--theme", "dark",
    ])
    #expect(outcome.status == 5)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Settings:"))
    #expect(lines.contains { $0.hasPrefix("Characters, of --glyphs") })
    #expect(lines.contains { $0.hasPrefix("  theme") && $0.hasSuffix("command line") })
    // A path stands whole, with where it is set on the next line.
    let line = try #require(lines.firstIndex { $0.hasSuffix(style) })
    #expect(lines[line + 1] == String(repeating: " ", count: 21) + "from command line")
    #expect(lines.last?.hasPrefix("1 check failed (server), ") == true)
    let short = try doctor.examine(["--endpoint", "http://127.0.0.1:1"])
    #expect(!short.output.contains("Settings:"))
    #expect(short.output.split(separator: "\n").count < 24)
  }

  // MARK: Vehicles and several trips

  private static let vehicle = #"""
    {"name":"providers/demo-project/vehicles/v1","vehicleState":"ONLINE",
     "currentTrips":["t1","t2"],"lastLocation":{"location":{"latitude":1,"longitude":2},
     "updateTime":"\#(Timestamp(seconds: Int64(Date.now.timeIntervalSince1970)))"}}
    """#

  private static func answer(_ line: String) -> [ScriptedServer.Step] {
    if line.contains("/vehicles/v1") { return Answers.json(vehicle) }
    if line.contains("/trips/t1") {
      return Answers.json(#"{"name":"providers/demo-project/trips/t1","tripStatus":"NEW"}"#)
    }
    return Answers.json(Answers.refusal(404, "NOT_FOUND"), status: "404 No")
  }

  @Test func `The doctor checks a vehicle and each of its trips`() throws {
    let server = try ScriptedServer { Self.answer($0.line) }
    let outcome = try doctor.examine([
      "--vehicle", "providers/demo-project/vehicles/v1", "--endpoint",
      "http://127.0.0.1:\(server.port)", "--service-account", folder.key(.server), "--json",
    ])
    #expect(outcome.status == 3)
    #expect(outcome.output.contains(#""vehicle":"providers/demo-project/vehicles/v1""#))
    let text = try #require(try doctor.checks(outcome)["vehicle"]?["text"] as? String)
    #expect(text.hasPrefix("Vehicle v1 is ONLINE, has 2 trips (t1, t2) and reported its location "))
    #expect(outcome.output.contains("t1: No vehicle is assigned yet: the trip is NEW."))
    #expect(outcome.output.contains("The provider demo-project has no trip t2."))
    #expect(outcome.output.contains("keeps trips for 7 days"))
  }

  @Test func `The doctor checks the trips of a file`() throws {
    let server = try ScriptedServer { Self.answer($0.line) }
    let file = folder.file("trips", "# mine\nproviders/demo-project/trips/t1\n")
    let outcome = try doctor.examine([
      "--trips", file, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      folder.key(.server),
    ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("t1: No vehicle is assigned yet"))
    #expect(outcome.output.contains("1 warning (trip), "))
  }

  @Test(arguments: [["doctor"], ["follow"], ["wait", "--for", "complete"], []])
  func `The doctor suggests --vehicle if a vehicle is named as a trip`(words: [String]) throws {
    let vehicle = "providers/demo-project/vehicles/v1"
    let outcome = try RunningProgram.run(
      words + [vehicle, "--endpoint", "http://127.0.0.1:1", "--service-account", folder.key()],
      in: folder)
    #expect(outcome.status == 2)
    let said = (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(said.contains("is a vehicle's name, where a trip's is expected"), "\(said)")
    #expect(said.contains("ridealong follow --vehicle \(vehicle)"))
  }

  @Test func `The doctor accepts the arguments of follow, and lists only what it uses`() throws {
    let help = HelpText.lines(for: .doctor)
    for option in ["--notify", "--basemap", "--interval", "--once"] {
      #expect(!help.contains { $0.hasPrefix("  " + option) })
    }
    let outcome = try doctor.examine([
      "--endpoint", "http://127.0.0.1:1", "--once", "--interval", "10s", "--json",
    ])
    #expect(outcome.status == 5)
    #expect(outcome.output.contains(#"{"key":"interval","origin":"command line","value":"10s"}"#))
  }

  @Test func `The doctor lists settings of other commands too`() throws {
    let file = folder.file("config.toml", "plain = true\nbackend = \"https://b.invalid\"\n")
    let outcome = try doctor.examine([
      "--config", file, "--json", "--endpoint", "http://127.0.0.1:1",
    ])
    for (key, line, value) in [("plain", 1, "true"), ("backend", 2, "https://b.invalid")] {
      let setting = #"{"key":"\#(key)","origin":"\#(file):\#(line)","value":"\#(value)"}"#
      #expect(outcome.output.contains(setting), "\(outcome.output)")
    }
    // A backend of booking's replaces no source of tokens and no server.
    #expect(outcome.output.contains(#"{"key":"endpoint","origin":"command line""#))
  }

  // MARK: Proxies

  @Test(arguments: [
    ("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n", "wants a password (HTTP 407)"),
    ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "refuses to connect (HTTP 403)"),
    ("", "broke off before it had connected"),
  ]) func `The doctor names a proxy that forwards no calls, without its password`(
    raw: String, words: String
  ) throws {
    let proxy = try ScriptedServer(raw: raw)
    let name = "the proxy 127.0.0.1:\(proxy.port) (from https_proxy)"
    let environment = ["https_proxy": "http://bob:\(Canary.text)@127.0.0.1:\(proxy.port)"]
    let common = ["--endpoint", "https://fleet.invalid", "--service-account", folder.key()]
    let follow = try RunningProgram.run(
      [Answers.tripName, "--once"] + common, in: folder, environment: environment)
    #expect(follow.status == 5)
    #expect(follow.errors.contains("fleet.invalid cannot be reached: \(name) \(words)."))
    let outcome = try doctor.examine(
      [Answers.tripName, "--json"] + common, environment: environment)
    #expect(outcome.status == 5)
    let text = try #require(try doctor.checks(outcome)["server"]?["text"] as? String)
    #expect(text.hasPrefix("fleet.invalid cannot be reached: \(name) \(words)."), "\(text)")
    #expect(!Canary.isIn(follow.bytes + outcome.bytes))
  }

  @Test func `The doctor names a proxy that cannot be reached`() throws {
    for (host, words) in [("127.0.0.1:1", "cannot be reached"), ("no.invalid:9", "was not found")] {
      let outcome = try doctor.examine(
        ["--endpoint", "https://fleet.invalid"],
        environment: ["ALL_PROXY": host]
      )
      #expect(outcome.status == 5)
      let said = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.contains("the proxy \(host) (from ALL_PROXY) \(words)."), "\(said)")
    }
  }

  // MARK: Files

  @Test(arguments: [
    (#"{"type":"authorized_user","refresh_token":"CANARY"}"#, "a user's login credentials", true),
    (#"{"type":"external_account","audience":"CANARY"}"#, "another identity provider", true),
    (#"{"type":"impersonated_service_account"}"#, "how to impersonate a service account", true),
    (#"{"installed":{"client_id":"1","client_secret":"CANARY"}}"#, "OAuth client ID", false),
    ("-----BEGIN PRIVATE KEY-----\nCANARY\n", "only a private key in PEM", false),
  ]) func `The doctor says what a file is if it is not a service account's key`(
    content: String, words: String, givesTokens: Bool
  ) throws {
    let file = folder.file("key.json", content, mode: 0o644)
    for form in [["doctor", Answers.tripName, "--json"], [Answers.tripName, "--once"]] {
      let outcome = try RunningProgram.run(
        form + ["--endpoint", "http://127.0.0.1:1", "--service-account", file],
        in: folder
      )
      // A long line is wrapped.
      let all = outcome.output + outcome.errors
      let said = all.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.contains(words), "\(said)")
      #expect(said.contains("gcloud iam service-accounts keys create key.json"))
      #expect(said.contains("print-access-token") == givesTokens)
      #expect(!said.contains("CANARY"))
    }
  }
}
