import FleetEngine
import HTTPMessages
import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The server of a command line` {
  private func endpoint(_ address: String) throws(CommandError) -> String {
    try Arguments(["--endpoint", address], options: [.endpoint]).endpoint().description
  }

  @Test(arguments: [
    ("https://h", "https://h"), ("https://h/", "https://h"), ("https://h/v1", "https://h"),
    ("https://h/v1/", "https://h"), ("https://h//v1//", "https://h"),
    ("https://h:8443/fleet", "https://h:8443/fleet"), ("https://h/fleet/", "https://h/fleet"),
    ("https://h/fleet/v1", "https://h/fleet"), ("https://h/v1/fleet", "https://h/v1/fleet"),
    ("https://h/v10", "https://h/v10"), ("https://h/providers", "https://h/providers"),
  ]) func `The address of a server keeps a gateway's path without the version at its end`(
    given: String, used: String
  ) throws { #expect(try endpoint(given) == used) }

  @Test(arguments: [
    ("https://h/v1/providers/p/trips/t", "/v1/providers/p/trips/t", "https://h."),
    ("https://h/gw/v1/providers/", "/v1/providers", "https://h/gw."),
  ]) func `The address of a call is refused as the address of a server`(
    given: String, path: String, server: String
  ) {
    #expect(
      throws: CommandError.usage(
        "The address of --endpoint has the path of a call, \(path).",
        advice: ["Give the server's address only: \(server)"])
    ) { try endpoint(given) }
  }
}

@Suite(.limited) struct `A malformed name` {
  private func message(_ text: String, _ options: [String]) -> String? {
    let arguments = try? Arguments(options, options: Command.follow.options)
    do throws(CommandError) { return "\(try arguments?.tripName(text) as Any)" } catch {
      return error.message
    }
  }

  @Test(arguments: [
    ("providers/p/trips/t/", "providers/p/trips/t"),
    ("providers/p//trips/t", "providers/p/trips/t"),
    ("/providers/p/trips/t", "providers/p/trips/t"),
    ("providers//trips/t", "providers/set/trips/t"),
    ("https://h/v1/providers/p/trips/t", "providers/p/trips/t"),
    ("https://h/v1/providers/p/trips/t?key=CANARY", "providers/p/trips/t"),
    ("projects/p/trips/t", "providers/p/trips/t"), ("trips/t", "providers/set/trips/t"),
    ("t/", "providers/set/trips/t"), ("providers/p/t", "providers/p/trips/t"),
  ]) func `A malformed name suggests the name that it contains, with its own provider`(
    text: String, name: String
  ) {
    let message = message(text, ["--provider", "set"])
    #expect(message?.hasSuffix(" Did you mean \(name)?") == true, "\(message ?? "")")
    #expect(message?.contains("CANARY") == false)
  }

  @Test(arguments: [
    "", "/", "providers/p/trips/", "providers/p/trips", "providers/p", "providers/p/", "trips/",
    "https://h/", "https://h/v1/providers/p/trips/", "providers/p/vehicles/v/", "a:b",
  ]) func `A malformed name without an ID suggests nothing`(text: String) {
    let message = message(text, ["--provider", "set"])
    #expect(message?.contains("is not a trip name") == true, "\(message ?? "")")
    #expect(message?.contains("Did you mean") == false, "\(message ?? "")")
  }
}

@Suite(.limited) struct `The configuration of commands that change a fleet` {
  private let folder = TestFolder()

  private func arguments(
    _ command: Command, _ toml: String, _ words: [String] = []
  ) throws -> Arguments {
    let file = folder.file("config.toml", toml)
    var arguments = try Arguments(
      words + ["--config", file], options: command.options, takesOpposites: true)
    let configuration = try Configuration(
      arguments, Environment(variables: [:]), systemPath: folder.path + "/none")
    arguments.fill(command.configuredOptions, from: configuration)
    return arguments
  }

  private static let fleet = """
    provider = "p"
    endpoint = "https://h/v1"
    service-account = "/key.json"
    speed = 4
    backend = "https://b"
    """

  @Test(arguments: [Command.drive, .vehicle, .replayLog])
  func `The configuration sets their server, provider and tokens, and nothing else`(
    command: Command
  ) throws {
    let read = try arguments(command, Self.fleet)
    #expect(try read.endpoint().description == "https://h")
    #expect(read[.provider] == "p" && read[.serviceAccount] == "/key.json")
    #expect(read[.speed] == nil && read[.backend] == nil)
    #expect(try read.vehicleName("car-1").description == "providers/p/vehicles/car-1")
    #expect(!read.isGiven(.provider))
    let given = try arguments(command, Self.fleet, ["--token-file", "t", "--provider", "q"])
    #expect(given[.serviceAccount] == nil && given[.provider] == "q")
    #expect(given.isGiven(.provider))
  }

  @Test func `The configured key mints tokens, unless another source is closer to the user`() throws
  {
    #expect(try arguments(.token, Self.fleet)[.serviceAccount] == "/key.json")
    let context = "\ncontext = 'c'\n[contexts.c]\ntoken-url = 'https://h/{trip}'"
    #expect(try arguments(.token, Self.fleet + context)[.serviceAccount] == nil)
  }

  @Test func `A backend on the command line brings its own server and tokens`() throws {
    let words = ["--backend", "http://127.0.0.1:1/provider"]
    let read = try arguments(.drive, Self.fleet, words)
    #expect(try read.endpoint().description == "http://127.0.0.1:1")
    #expect(read[.serviceAccount] == nil && read[.provider] == "p")
  }

  @Test func `The command that is printed for later has only the options that were given`() throws {
    let words = ["--token-command", "fleet token", "--trips", "2", "--context", "none"]
    let read = try arguments(.drive, Self.fleet, words)
    let name = try VehicleName(providerID: "p", vehicleID: "v")
    #expect(
      VehicleCommand.line(.offline, name, read)
        == "ridealong vehicle offline providers/p/vehicles/v --token-command 'fleet token' "
        + "--context none --config \(folder.path)/config.toml")
  }

  @Test func `Options of a drive are not keys of the configuration`() {
    let keys = Option.configurable.map(\.key)
    for option in Option.shift + [.route, .vehicleSpeed, .maximumGap, .timeToLive]
    where option != .backend { #expect(!keys.contains(option.key), "\(option.key)") }
  }
}
