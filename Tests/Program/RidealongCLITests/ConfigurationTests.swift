import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The configuration` {
  private let folder = TestFolder()

  /// The arguments of `follow` as they are with all that stands for them.
  private func arguments(
    _ line: String = "", variables: [String: String] = [:], own: String = "", system: String = "",
    of command: Command = .follow
  ) throws(CommandError) -> Arguments {
    var arguments = try Arguments(
      line.split(separator: " ").map { String($0).replacing("FOLDER", with: folder.path) },
      options: command.options, takesOpposites: true)
    let configuration = try configuration(arguments, variables, own: own, system: system)
    try configuration.checkContext()
    arguments.fill(command.options, from: configuration)
    return arguments
  }

  private func configuration(
    _ arguments: Arguments, _ variables: [String: String] = [:], own: String, system: String
  ) throws(CommandError) -> Configuration {
    let file = folder.file("own.toml", own)
    let variables = variables.merging(["RIDEALONG_CONFIG": file]) { given, _ in given }
    return try Configuration(
      arguments, Environment(variables: variables), systemPath: folder.file("system.toml", system))
  }

  private var own: String { folder.path + "/own.toml" }
  private var system: String { folder.path + "/system.toml" }

  @Test func `The configuration's order is option, variable, context, file, system file, default`()
    throws
  {
    let own = "context = 'c'\nspeed = 4\n[contexts.c]\nspeed = 3\n[contexts.d]"
    let variables = ["RIDEALONG_SPEED": "2"]
    func speed(_ arguments: Arguments) -> Setting? { arguments.setting(.speed) }
    #expect(
      try speed(
        arguments("--speed 1", variables: variables, own: own, system: "speed = 5")
      ) == Setting(["1"], from: .flag)
    )
    #expect(
      try speed(arguments(variables: variables, own: own, system: "speed = 5"))
        == Setting(["2"], from: .variable("RIDEALONG_SPEED")))
    #expect(
      try speed(arguments(own: own, system: "speed = 5"))
        == Setting(["3"], from: .context("c", file: self.own, line: 4)))
    #expect(
      try speed(arguments("--context d", own: own, system: "speed = 5"))
        == Setting(["4"], from: .file(self.own, line: 2)))
    #expect(
      try speed(arguments(system: "\nspeed = 5")) == Setting(["5"], from: .file(system, line: 2)))
    #expect(try speed(arguments()) == nil)
  }

  @Test(
    arguments: [
      ("", [:], "c"), ("--context d", ["RIDEALONG_CONTEXT": "e"], "d"),
      ("", ["RIDEALONG_CONTEXT": "e"], "e"), ("--context none", [:], nil),
      ("", ["RIDEALONG_CONTEXT": ""], "c"),
    ] as [(String, [String: String], String?)])
  func `The configuration's context is the one named by the nearest source`(
    line: String, variables: [String: String], name: String?
  ) throws {
    let own = "context = 'c'\n[contexts.c]\nprovider = 'c'\n[contexts.d]\nprovider = 'd'"
    let system = "context = 'd'\n[contexts.e]\nprovider = 'e'\n[contexts.c]\nprovider = 'x'"
    #expect(try arguments(line, variables: variables, own: own, system: system)[.provider] == name)
  }

  @Test func `The error about an unknown context suggests the most similar one`() {
    let own = "context = 'stagin'\n[contexts.staging]"
    #expect(
      throws: CommandError.usage(
        "\(self.own):1: context: no context is named stagin. Did you mean staging?")
    ) { try arguments(own: own) }
    #expect(
      throws: CommandError.usage("--context: no context is named x. ridealong contexts lists them.")
    ) { try arguments("--context x", own: own) }
  }

  @Test func `A token source replaces another one with all its settings`() throws {
    let own = """
      token-url = "https://h/{trip}"
      token-key = "a"
      [contexts.c]
      token-command = "fleet-token"
      """
    let flag = try arguments("--context c --token-file f", own: own)
    #expect(Option.tokenSources.filter { flag.has($0) } == [.tokenFile])
    let context = try arguments("--context c", own: own)
    #expect(Option.tokenSources.filter { context.has($0) } == [.tokenCommand])
    // What only says how to read an answer replaces nothing.
    let key = try arguments("--token-key b", own: own)
    #expect(Option.tokenSources.filter { key.has($0) } == [.tokenURL, .tokenKey])
    #expect(key[.tokenKey] == "b")
  }

  @Test func `The configuration lets a backend bring its own Fleet Engine and tokens`() throws {
    let own = """
      endpoint = "https://h"
      token-url = "https://h/{trip}"
      [contexts.c]
      backend = "https://b"
      endpoint = "https://e"
      """
    let flag = try arguments("--context c --backend http://127.0.0.1:1", own: own, of: .book)
    #expect(flag[.endpoint] == nil && flag[.tokenURL] == nil)
    let context = try arguments("--context c", own: own, of: .book)
    #expect(context[.endpoint] == "https://e" && context[.tokenURL] == nil)
    // Nobody asks a backend while following.
    #expect(try arguments("--context c", own: own)[.tokenURL] == "https://h/{trip}")
  }

  @Test func `The configuration sets only options that a command has`() throws {
    let demo = try arguments(own: "endpoint = 'https://h'\nglyphs = 'ascii'", of: .demo)
    #expect(demo[.endpoint] == nil)
    #expect(demo[.glyphs] == "ascii")
  }

  @Test(
    arguments: [
      ("--auto", "auto-camera = false", [:], false), ("", "auto-camera = false", [:], true),
      ("--no-auto", "auto-camera = true", [:], true),
      ("", "auto-camera = false", ["RIDEALONG_AUTO_CAMERA": "1"], false),
      ("", "", ["RIDEALONG_AUTO_CAMERA": "false"], true),
    ] as [(String, String, [String: String], Bool)])
  func `A nearer source turns off a switch of the configuration`(
    line: String, own: String, variables: [String: String], isOff: Bool
  ) throws { #expect(try arguments(line, variables: variables, own: own).has(.noAuto) == isOff) }

  @Test(arguments: [
    (
      ["RIDEALONG_GLYPHS": "blok"],
      "RIDEALONG_GLYPHS must be one of full, narrow, block, ascii, not blok."
    ),
    (["RIDEALONG_AUTO_CAMERA": "maybe"], "RIDEALONG_AUTO_CAMERA must be one of true, false"),
  ]) func `The configuration refuses an invalid value of a variable`(
    variables: [String: String], why: String
  ) {
    let error = #expect(throws: CommandError.self) { try arguments(variables: variables) }
    #expect(error?.message.hasPrefix(why) == true)
  }

  @Test func `The error about an invalid value names its place in the configuration`() throws {
    let file = try arguments(own: "\nspeed = 99")
    #expect(
      throws: CommandError.usage("\(own):2: speed 99 is not a number from 1 to 20.")
    ) { try file.number(.speed) }
    let variable = try arguments(variables: ["RIDEALONG_MY_LOCATION": "here"])
    let error = #expect(throws: CommandError.self) { try variable.coordinate(.myLocation) }
    #expect(error?.message.hasPrefix("RIDEALONG_MY_LOCATION here is not a place") == true)
  }

  @Test func `The configuration is found through XDG variables that are absolute paths`() {
    func directory(_ variables: [String: String]) -> String? {
      Environment(variables: variables).configurationDirectory
    }
    let home = folder.path
    #expect(directory(["HOME": home, "XDG_CONFIG_HOME": "/c"]) == "/c/ridealong")
    #expect(directory(["HOME": home, "XDG_CONFIG_HOME": "c"]) == home + "/.config/ridealong")
    #expect(directory(["HOME": home, "XDG_CONFIG_HOME": ""]) == home + "/.config/ridealong")
    #expect(directory(["HOME": "h"]) == nil)
  }

  @Test func `The configuration is not read if the user disables it`() throws {
    for (line, variables) in [("--config none", [:]), ("", ["RIDEALONG_CONFIG": "none"])] {
      let none = try arguments(line, variables: variables, own: "speed = 2", system: "speed = 3")
      #expect(none[.speed] == nil)
    }
    _ = folder.file("other", "glyphs = 'ascii'")
    let named = try arguments("--config FOLDER/other", own: "speed = 2", system: "dots = 'half'")
    #expect(named[.speed] == nil)
    #expect(named[.glyphs] == "ascii")
    #expect(named[.dots] == "half")
  }

  @Test func `The configuration is reported option by option, without secrets`() throws {
    let own = """
      token-command = ["fleet-token", "--password", "CANARY"]
      endpoint = "https://me:CANARY@h/x?key=CANARY"
      auto-camera = false
      """
    let report = try arguments("--speed 2", own: own).report(Command.follow.options)
    func line(_ key: String) -> String? {
      report.first { $0.key == key }.map { "\($0.value ?? "-") (\($0.origin))" }
    }
    #expect(line("speed") == "2 (command line)")
    #expect(line("token-command") == "'fleet-token' … (\(self.own):1)")
    #expect(line("endpoint") == "https://…@h/x?… (\(self.own):2)")
    #expect(line("auto-camera") == "false (\(self.own):3)")
    #expect(line("reduced-motion") == "false (default)")
    #expect(line("provider") == "- (default)")
    #expect(line("once") == nil)
    #expect(!"\(report)".contains("CANARY"))
    let context = try arguments(own: "context = 'c'\n[contexts.c]\nprovider = 'p'")
      .report(Command.follow.options)
    #expect(
      context.first { $0.key == "provider" }?.origin.description == "context c, \(self.own):3")
  }
}

@Suite(.limited) struct `The table of options` {
  @Test func `Each key, name and variable in the table of options has one meaning`() {
    let options = Option.configurable
    #expect(Set(options.map(\.key)).count == options.count)
    #expect(Set(options.map(\.variable)).count == options.count)
    #expect(!options.map(\.key).contains("contexts"))
    for command in Command.all {
      #expect(Set(command.options.map(\.name)).count == command.options.count)
    }
    // A name's opposite is no other option's name.
    let names = Set(Command.configured.flatMap(\.options).map(\.name))
    #expect(options.compactMap(\.opposite).filter(names.contains) == [])
  }

  @Test func `Options of a single run are not in the configuration file`() {
    let keys = Option.configurable.map(\.key)
    for key in ["once", "ascii", "pickup", "dropoff", "via", "shared", "help", "config", "json"] {
      #expect(!keys.contains(key), "\(key)")
    }
    for key in ["provider", "endpoint", "backend", "basemap", "style", "auto-camera", "context"] {
      #expect(keys.contains(key), "\(key)")
    }
  }
}
