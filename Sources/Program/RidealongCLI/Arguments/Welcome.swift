internal import CurlTransport
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages

/// The answer to a command line without words: what the program can do, and what it finds here.
enum Welcome {
  private static let usualServer = "http://127.0.0.1:8080"

  static func lines(_ environment: Environment) async -> [String] {
    HelpText.short + ["", "Here:"]
      + HelpLayout.table(await facts(environment), indent: 2, column: 21)
  }

  private static func facts(
    _ environment: Environment
  ) async -> [(name: String, text: String)] {
    var facts: [(name: String, text: String)] = []
    do throws(CommandError) {
      let configuration = try Configuration(Arguments([], options: []), environment)
      let paths = configuration.readPaths
      facts.append(
        (
          "configuration",
          paths.isEmpty ? "none; ridealong init writes one" : paths.joined(separator: ", ")
        )
      )
      if let context = configuration.currentContext { facts.append(("context", context)) }
      var arguments = try Arguments([], options: [])
      arguments.fill(Command.follow.options, from: configuration)
      facts.append(("provider", arguments[.provider] ?? "none set"))
      let source = Option.sources.first { arguments.has($0) }
      facts.append(("tokens", source.map { "from \($0.key)" } ?? "no source set"))
    } catch {
      facts.append(("configuration", error.message))
    }
    let named = environment.variables[EmulatorVariables.server] ?? ""
    if let running = await emulator(at: named.isEmpty ? usualServer : named) {
      facts.append(("emulator", "runs at \(running)"))
      facts.append(("", "ridealong book --backend \(running)/provider --near 45,-30"))
    } else if !named.isEmpty {
      facts.append(("emulator", "\(named) does not respond"))
    }
    if let directory = environment.stateDirectory,
      let trip = StateFile.read(directory + "/" + StateFile.name).trips.first
    {
      facts.append(("last trip", "ridealong \(trip)"))
    }
    return facts
  }

  /// The address of an emulator on this machine if it responds at once.
  private static func emulator(at server: String) async -> HTTPURL? {
    guard let url = try? HTTPURL(parsing: server), url.isLoopback, url.path.isEmpty else {
      return nil
    }
    let time = Duration.milliseconds(300)
    let transport = CurlTransport(.init(connectTime: time, totalTime: time))
    let response = try? await transport.send(HTTPRequest(url: url))
    return response?.headers["Server"] == FleetEmulator.serverName ? url : nil
  }
}
