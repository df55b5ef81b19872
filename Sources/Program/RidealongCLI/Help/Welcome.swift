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

  private static func facts(_ environment: Environment) async -> [(name: String, text: String)] {
    var facts: [(name: String, text: String)] = []
    do throws(CommandError) {
      let configuration = try Configuration(Arguments([], options: []), environment)
      let paths = configuration.readPaths
      facts.append(
        (
          "configuration",
          paths.isEmpty ? "none; ridealong init writes one" : paths.joined(separator: ", ")
        ))
      if let context = configuration.currentContext { facts.append(("context", context)) }
      var arguments = try Arguments([], options: [])
      arguments.fill(Command.follow.options, from: configuration)
      facts.append(("provider", arguments[.provider] ?? "none set"))
      let source = Option.sources.first { arguments.has($0) }
      facts.append(("tokens", source.map { "from \($0.key)" } ?? "no source set"))
    } catch { facts.append(("configuration", error.message)) }
    let named = environment.variables[EmulatorVariables.server] ?? ""
    // Nobody waits for a server that nobody named.
    let time: Duration = named.isEmpty ? .milliseconds(300) : .seconds(5)
    switch await probe(named.isEmpty ? usualServer : named, time) {
    case true?:
      facts.append(("emulator", "runs at \(named.isEmpty ? usualServer : named)"))
      if named.isEmpty {
        facts.append(("", "ridealong book --backend \(usualServer)/provider --near 45,-30"))
      }
    case false? where !named.isEmpty: facts.append(("emulator", "\(named) does not respond"))
    case nil where !named.isEmpty: facts.append(("emulator", named))
    case _?, nil: break
    }
    if let directory = environment.stateDirectory,
      let trip = StateFile.read(directory + "/" + StateFile.name).trips.first
    {
      facts.append(("last trip", "ridealong \(trip)"))
    }
    return facts
  }

  /// Whether an emulator responds within a time; nil for an address that is not plain HTTP on this machine.
  private static func probe(_ server: String, _ time: Duration) async -> Bool? {
    guard var url = try? HTTPURL(parsing: server), url.isLoopback, url.scheme == .http,
      ["", "/"].contains(url.path)
    else { return nil }
    url.path = EmulatedFleetEngine.healthPath
    let transport = LibcurlTransport(.init(connectTime: time, totalTime: time))
    let response = try? await transport.send(TransportRequest(url: url))
    return response?.headers["Server"] == EmulatedFleetEngine.serverName
  }
}
