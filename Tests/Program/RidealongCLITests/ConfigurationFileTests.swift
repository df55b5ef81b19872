import AccessTokens
import Foundation
import RideTestSupport
import TestSupport
import Testing
import TrustLimits
import Viewer

@testable import RidealongCLI

@Suite(.limited) struct `A configuration file` {
  private static let path = "/home/u/.config/ridealong/config.toml"

  private func read(_ text: String) throws(CommandError) -> ConfigurationFile {
    try ConfigurationFile(toml: Array(text.utf8), file: Self.path, home: "/home/u")
  }

  @Test(arguments: [
    (#"provider = "acme""#, Option.provider, ["acme"]), ("speed = 2", .speed, ["2"]),
    ("speed = 1.5", .speed, ["1.5"]), (#"glyphs = "block""#, .glyphs, ["block"]),
    (#"my-location = "48.2,16.4""#, .myLocation, ["48.2,16.4"]),
    ("my-location = [48.2, 16]", .myLocation, ["48.2,16"]),
    (#"token-command = "fleet-token {trip}""#, .tokenCommand, ["fleet-token {trip}"]),
    (#"token-command = ["a b", "it's"]"#, .tokenCommand, [#"'a b' 'it'\''s'"#]),
    (#"style = "look.toml""#, .style, ["/home/u/.config/ridealong/look.toml"]),
    (#"style = "~/look.toml""#, .style, ["/home/u/look.toml"]),
    (#"style = "/look.toml""#, .style, ["/look.toml"]), (#"token-file = "-""#, .tokenFile, ["-"]),
    (#"basemap = "none""#, .baseMap, ["none"]),
    (#"basemap = "city.pmtiles""#, .baseMap, ["/home/u/.config/ridealong/city.pmtiles"]),
    (#"basemap = "https://h/{z}/{x}/{y}.mvt""#, .baseMap, ["https://h/{z}/{x}/{y}.mvt"]),
  ]) func `A configuration file sets options as a command line would`(
    line: String, option: Option, values: [String]
  ) throws {
    let file = try read("# first\n\(line)\n")
    #expect(file.settings == [option.name: Setting(values, from: .file(Self.path, line: 2))])
    #expect(file.warnings.isEmpty)
  }

  @Test func `A configuration file's arguments of a command are not changed`() throws {
    let words = ["fleet token", "it's", "{trip}", #"a\b"#, "$HOME \"x\""]
    let list = words.map { "'''\($0)'''" }.joined(separator: ", ")
    let setting = try read("token-command = [\(list)]").settings[Option.tokenCommand.name]
    let line = try #require(setting?.values.first)
    #expect(try CommandWords(parsing: line).words == words)
  }

  @Test(arguments: [
    ("auto-camera = false", Option.noAuto, true), ("auto-camera = true", .noAuto, false),
    ("reduced-motion = true", .reducedMotion, true),
    ("reduced-motion = false", .reducedMotion, false),
  ]) func `A configuration file turns switches on and off`(
    line: String, option: Option, isOn: Bool
  ) throws {
    let origin = Setting.Origin.file(Self.path, line: 1)
    #expect(try read(line).settings == [option.name: Setting([], isOn: isOn, from: origin)])
  }

  @Test func `A configuration file changes keys`() throws {
    let file = try read(
      """
      [keys]
      auto-camera = ["F3", "A"]
      quit = "Ctrl-C"
      pause = []
      """)
    #expect(
      file.keys.map(\.change) == [
        KeyChange(action: "auto-camera", keys: ["F3", "A"]),
        KeyChange(action: "quit", keys: ["Ctrl-C"]), KeyChange(action: "pause", keys: []),
      ])
    #expect(file.keys.map(\.line) == [2, 3, 4])
    #expect(file.warnings.isEmpty)
  }

  @Test(arguments: [
    (
      "auto-camra = \"a\"", #":2: unknown key "auto-camra" in [keys] (did you mean "auto-camera"?)"#
    ),
    (
      "close = \"x\"",
      #":2: the keys of "close" cannot be changed; Esc always has this meaning"#
    ),
    (
      "stop = \"x\"",
      #":2: the keys of "stop" cannot be changed; 1-9 always has this meaning"#
    ),
  ]) func `A configuration file that changes fixed keys causes a warning`(
    line: String, warning: String
  ) throws {
    let file = try read("[keys]\n\(line)\nunits = \"U\"\n")
    #expect(file.warnings == [Self.path + warning])
    #expect(file.keys.map(\.change) == [KeyChange(action: "units", keys: ["U"])])
  }

  @Test(arguments: [
    ("pause = 3", "pause in [keys] must be a key such as \"a\", or a list of keys, not 3."),
    ("pause = \"F99\"", "\"F99\" for pause in [keys] is not a key of a terminal."),
    ("pause = [\"a\", \"b\", \"c\", \"F3\", \"F4\"]", "an action has at most 4."),
  ]) func `A configuration file with unknown names of keys is refused`(
    line: String, fragment: String
  ) throws {
    let error = try #require(throws: CommandError.self) { try read("[keys]\n\(line)\n") }
    #expect(error.message.contains("\(Self.path):2: "))
    #expect(error.message.contains(fragment), "\(error.message)")
  }

  @Test(arguments: [("none", "none"), ("a.log", "/etc/x/a.log"), ("/b/none", "/b/none")])
  func `A configuration file can name a log file or turn the log off`(
    text: String, value: String
  ) throws {
    let file = try ConfigurationFile(
      toml: Array("log-file = \"\(text)\"".utf8), file: "/etc/x/config.toml", home: nil)
    #expect(file.settings["--log-file"]?.values == [value])
  }

  @Test func `A configuration file holds contexts`() throws {
    let file = try read(
      """
      [contexts.staging]
      endpoint = "https://staging.example.org"
      [contexts.prod-2]
      provider = "acme"
      """)
    #expect(file.settings.isEmpty)
    #expect(file.contexts.map(\.name) == ["staging", "prod-2"])
    #expect(
      file.contexts[1].settings == [
        "--provider": Setting(["acme"], from: .context("prod-2", file: Self.path, line: 4))
      ])
  }

  @Test(arguments: [
    ("\nproviderr = 'x'", #":2: unknown key "providerr" (did you mean "provider"?)"#),
    ("zzzzzzzz = 1", #":1: unknown key "zzzzzzzz""#),
    ("once = true", #":1: "once" works on the command line only"#),
    ("[keyz]\na = 1", #":1: unknown key "keyz" (did you mean "keys"?)"#),
    (
      "[contexts.a]\nendpont = 'x'",
      #":2: unknown key "endpont" in [contexts.a] (did you mean "endpoint"?)"#
    ),
    ("[contexts.a]\ncontext = 'b'", #":2: unknown key "context" in [contexts.a]"#),
  ]) func `A configuration file with unknown settings causes warnings only`(
    text: String, warning: String
  ) throws {
    let file = try read("\(text)\n")
    #expect(file.warnings == [Self.path + warning])
    #expect(file.settings.isEmpty)
  }

  @Test(arguments: ["token", "access-token", "jwt"])
  func `A configuration file with a token is refused without showing the token`(key: String) throws
  {
    let file = try read("\(key) = 'CANARY'\n[contexts.a]\n\(key) = 'CANARY'")
    #expect(file.warnings.count == 2)
    for warning in file.warnings {
      #expect(warning.contains("a token in this file is ignored"))
      #expect(!warning.contains("CANARY"))
    }
  }

  @Test(arguments: [
    ("speed = '2'", 1, "speed must be a number, not \"2\"."),
    ("\nauto-camera = 1", 2, "auto-camera must be true or false, not 1."),
    ("provider = ''", 1, "provider must be a text, not \"\"."),
    ("provider = \"a\\u0007b\"", 1, "provider must be a text"),
    ("provider = ['a']", 1, "provider must be a text, not a list of 1."),
    ("glyphs = 'blok'", 1, "not \"blok\". Did you mean block?"),
    ("my-location = [1]", 1, "must be a place such as"),
    ("my-location = [1, '2']", 1, "must be a place such as"),
    ("token-command = []", 1, "must be a command as a text, or as a list of its words"),
    ("token-command = ['a', 1]", 1, "must be a command"),
    ("style = true", 1, "style must be the path of a file, not true."),
    ("[contexts.a]\n\nspeed = true", 3, "speed in [contexts.a] must be a number, not true."),
    ("contexts = 1", 1, "contexts must be a table, not 1."),
    ("[contexts]\na = 1", 2, "a in [contexts] must be a table, not 1."),
    ("[contexts.none]", 1, "\"none\" is not a name for a context"),
    ("[contexts.'a b']", 1, "\"a b\" is not a name for a context"),
    ("[contexts.'-a']", 1, "\"-a\" is not a name for a context"),
    ("a = 1\na = 2", 2, "this is not TOML: "), ("[", 1, "this is not TOML: "),
  ]) func `An invalid configuration file is refused with its line number`(
    text: String, line: Int, fragment: String
  ) {
    let error = #expect(throws: CommandError.self) { try read(text) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("\(Self.path):\(line): ") == true)
    #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
  }

  @Test func `The examples of configuration files have no unknown settings`() throws {
    let page = packageRoot + "/docs/configuration.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let sample = try #require(text.split(separator: "```toml").dropFirst().first)
    let help = HelpTopic.config.lines.prefix { !$0.hasPrefix("The file") }.joined(separator: "\n")
    for example in [String(try #require(sample.split(separator: "```").first)), help] {
      let file = try read(example)
      #expect(file.warnings.isEmpty)
      #expect(file.contexts.first?.settings.isEmpty == false)
      #expect(file.settings.count > 1)
    }
  }

  @Test func `A configuration file never traps, whatever its bytes`() {
    let sample = Array(
      "provider = 'a'\nspeed = 1.5\n[contexts.a]\ntoken-command = ['x']\nnear = [1, 2]\n".utf8)
    var refused = 0
    for place in sample.indices {
      for change: [UInt8] in [[], [0], [0xFF], Array("[[".utf8), Array("1e999".utf8), [0x27]] {
        var bytes = sample
        bytes.replaceSubrange(place...place, with: change)
        do { _ = try ConfigurationFile(toml: bytes, file: "f", home: nil) } catch {
          refused += 1
          #expect(error.message.hasPrefix("f:"))
        }
      }
    }
    #expect(refused > sample.count)
  }

  @Test func `A missing configuration file is an error only if it was named`() throws {
    let folder = TestFolder()
    let path = folder.path + "/none/config.toml"
    let file = try ConfigurationFile(contentsOf: path, home: nil, isRequired: false)
    #expect(file.settings.isEmpty && file.warnings.isEmpty)
    let below = folder.file("plain", "") + "/config.toml"
    #expect(try ConfigurationFile(contentsOf: below, home: nil, isRequired: false).warnings.isEmpty)
    for (path, why) in [
      (path, "does not exist"), (folder.path, "is a directory"),
      (folder.file("big", String(repeating: "#\n", count: 40_000)), "holds more than 65536 bytes"),
    ] {
      let error = #expect(throws: CommandError.self) {
        try ConfigurationFile(contentsOf: path, home: nil, isRequired: true)
      }
      #expect(
        error?.message == "The configuration file \(path) \(why). --config none reads no file.")
    }
  }

  @Test(arguments: [(0o600, true), (0o644, true), (0o664, false), (0o666, false), (0o602, false)])
  func `A configuration file is refused if other users may write to it`(mode: Int, isTaken: Bool) {
    let folder = TestFolder()
    let path = folder.file("config.toml", "speed = 2")
    chmodExactly(path, mode)
    expect(path, isTaken: isTaken, command: "chmod go-w \(ShellWord.path(path))")
  }

  @Test(arguments: [(0o755, true), (0o775, false), (0o757, false), (0o1777, true)])
  func `A configuration file is refused if other users may replace it`(
    mode: Int, isTaken: Bool
  ) throws {
    let folder = TestFolder()
    let directory = folder.path + "/a directory"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = folder.file("a directory/config.toml", "speed = 2")
    let link = folder.path + "/link.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    chmodExactly(directory, mode)
    expect(path, isTaken: isTaken, command: "chmod go-w '\(directory)'")
    expect(link, isTaken: isTaken, command: "chmod go-w '\(directory)'")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `A configuration file is refused if it belongs to another user than this one and root`()
    throws
  {
    let folder = TestFolder()
    let path = folder.file("config.toml", "speed = 2")
    chown(path, 65_534, 65_534)
    expect(path, isTaken: false, command: "sudo chown 0 \(ShellWord.path(path))")
  }

  @Test func `A configuration file is trusted or not by its owner and mode`() {
    func risk(_ owner: UInt32, _ permissions: UInt32) -> FileTrust.Risk? {
      FileTrust(owner: owner, permissions: permissions)
        .risk(user: 1_000, isRootTrusted: true, isStickyTrusted: true)
    }
    #expect(risk(1_000, 0o600) == nil)
    #expect(risk(0, 0o644) == nil)
    #expect(risk(1_001, 0o600) == .owner(1_001))
    #expect(risk(1_000, 0o620) == .writable)
    #expect(risk(0, 0o1777) == nil)
    #expect(FileTrust(owner: 0, permissions: 0o600).risk(user: 1_000) == .owner(0))
    #expect(FileTrust(owner: 1_000, permissions: 0o1777).risk(user: 1_000) == .writable)
  }

  private func expect(_ path: String, isTaken: Bool, command: String) {
    do throws(CommandError) {
      _ = try ConfigurationFile(contentsOf: path, home: nil, isRequired: true)
      #expect(isTaken)
    } catch {
      #expect(!isTaken)
      #expect(error.message.hasSuffix("Run: " + command), "\(error.message)")
    }
  }
}

@Suite(.limited) struct `Kinds of settings` {
  private func texts(_ option: Option, _ value: TOMLDocument.Value) -> [String]? {
    SettingForm(option: option, directory: "/etc/x", home: nil).setting(value, from: .flag)?.values
  }

  @Test func `A setting's kind of value is that of the option`() {
    let time = Option("--interval", .seconds(5...60))
    #expect(texts(time, .string("5s")) == ["5s"])
    #expect(texts(time, .integer(5)) == ["5"])
    #expect(texts(time, .number(0.5)) == ["0.5"])
    #expect(texts(time, .boolean(true)) == nil)
    let folder = Option("--folder", .directory)
    #expect(texts(folder, .string("a")) == ["/etc/x/a"])
    // Without a home there is nothing that a tilde could stand for.
    #expect(texts(folder, .string("~/a")) == ["/etc/x/~/a"])
    let places = Option("--via", .place, .repeatable)
    #expect(texts(places, .string("1,2")) == ["1,2"])
    #expect(texts(places, .array([.string("1,2"), .string("3,4")])) == ["1,2", "3,4"])
    #expect(
      texts(places, .array([.array([.integer(1), .number(2.5)]), .string("3,4")]))
        == ["1,2.5", "3,4"]
    )
    #expect(texts(places, .array([])) == nil)
    #expect(texts(places, .array([.string("1,2"), .boolean(true)])) == nil)
    #expect(texts(Option("--a COLOR", .words(["x"])), .string("y")) == nil)
    #expect(texts(Option("--a X", .text), .other("date")) == nil)
  }

  @Test func `A setting of a key, a variable and a name differ`() {
    let sound = Option("--no-sound", .flag, .inverted)
    #expect(sound.key == "sound" && sound.variable == "RIDEALONG_SOUND")
    #expect(sound.isInverted && sound.opposite == "--sound")
    let frames = Option("--frames-per-second", .number(1...60))
    #expect(frames.key == "frames-per-second" && frames.opposite == nil)
    #expect(frames.variable == "RIDEALONG_FRAMES_PER_SECOND")
  }
}
