internal import FleetEngine

/// The answer to a command line without words: what the program can do, and what it finds here.
enum Welcome {
  static func lines(_ environment: Environment) -> [String] {
    HelpText.short + ["", "Here:"]
      + HelpLayout.table(facts(environment), indent: 2, column: 21)
  }

  private static func facts(_ environment: Environment) -> [(name: String, text: String)] {
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
    if let emulator = environment.variables[EmulatorVariables.server], !emulator.isEmpty {
      facts.append(("emulator", emulator))
    }
    if let directory = environment.stateDirectory,
      let trip = StateFile.read(directory + "/" + StateFile.name).trips.first
    {
      facts.append(("last trip", "ridealong \(trip)"))
    }
    return facts
  }
}
