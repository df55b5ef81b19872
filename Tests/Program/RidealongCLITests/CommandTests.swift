import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The first argument` {
  private let folder = TestFolder()

  private func invoked(
    _ line: String, _ variables: [String: String] = [:]
  ) throws(CommandError) -> (command: Command, words: [String]) {
    let surroundings = folder.environment.merging(variables) { $1 }
    return try Command.find(
      line.split(separator: " ").map(String.init), Environment(variables: surroundings))
  }

  @Test(arguments: [
    ("demo --plain", Command.demo), ("--help", .help), ("-V", .version),
    ("providers/p/trips/t", .follow),
    ("trips/x", .follow), ("--once providers/p/trips/t", .follow), ("--trips=list", .follow),
    ("--vehicle car-1 --provider p", .follow), ("42 --provider p", .follow),
    ("--provider p 42", .follow), ("fb1318df-12aa-4c11-9a3c-0e8f5a1b2c3d --provider p", .follow),
    ("ride-x --provider=p", .follow), ("zebra --provider p", .follow),
    ("42 --provider p --onec", .follow),
  ]) func `The first word of a command line is a command, or a trip to follow`(
    line: String, command: Command
  ) throws { #expect(try invoked(line).command.name == command.name) }

  @Test func `The first argument is kept if it is a trip and dropped if it is a command`() throws {
    #expect(try invoked("42 43 --provider p").words == ["42", "43", "--provider", "p"])
    #expect(try invoked("demo --plain").words == ["--plain"])
  }

  @Test func `The first word is a trip's ID where the environment or a context sets the provider`()
    throws
  {
    #expect(try invoked("42", ["RIDEALONG_PROVIDER": "p"]).command.name == "follow")
    let file = folder.file("config.toml", "[contexts.a]\nprovider = \"p\"\n[contexts.b]\n")
    let named = ["RIDEALONG_CONFIG": file]
    #expect(try invoked("42 --context a", named).command.name == "follow")
    #expect(try invoked("--context a 42", named).command.name == "follow")
    for line in ["42", "42 --context b"] {
      let error = #expect(throws: CommandError.self) { try invoked(line, named) }
      #expect(error?.message.hasPrefix("unknown command 42. A trip is named providers/") == true)
    }
    let error = #expect(throws: CommandError.self) { try invoked("42 --context aa", named) }
    #expect(error?.message == "--context: no context is named aa. Did you mean a?")
  }

  @Test(arguments: [
    ("folow", "follow"), ("FOLLOW", "follow"), ("foll", "follow"), ("emu", "emulator"),
    ("replai", "replay"), ("tokne", "token"),
  ]) func `A first argument of letters close to a command is a misspelled command`(
    word: String, command: String
  ) throws {
    let error = #expect(throws: CommandError.self) { try invoked(word) }
    #expect(
      error?.message
        == "unknown command \(word). Did you mean \(command)? ridealong help lists the commands.")
    let other = #expect(throws: CommandError.self) { try invoked("\(word) --provider p") }
    #expect(other?.message.contains("Did you mean \(command)? For a trip of that ID: ") == true)
    #expect(try invoked("follow \(word) --provider p").words.first == word)
  }

  @Test func `The first word that is misspelled is reported although the configuration is wrong`()
    throws
  {
    let file = folder.file("config.toml", "[")
    let error = #expect(throws: CommandError.self) {
      try invoked("folow", ["RIDEALONG_CONFIG": file])
    }
    #expect(error?.message.hasPrefix("unknown command folow. Did you mean follow?") == true)
  }

  @Test(arguments: [
    ("follow --trips - --token-file -", "--trips - and --token-file -"),
    ("follow --my-location - --trips -", "--my-location - and --trips -"),
    ("wait --trips - --token-file -", "--trips - and --token-file -"),
    ("drive --locations - --token-file -", "--locations - and --token-file -"),
  ])
  func `Only one option of a command line reads standard input`(line: String, both: String) throws {
    let (command, words) = try invoked(line)
    #expect(throws: CommandError.usage("\(both) cannot both read standard input.")) {
      try command.parse(words).checkStandardInput()
    }
    try command.parse(Array(words.prefix(2))).checkStandardInput()
  }

  @Test(arguments: [
    ("--once", "--once comes after a command, as in ridealong follow --once."),
    ("--once demo", "--once comes after a command, as in ridealong demo --once."),
    ("--help-me", "unknown option --help-me."),
    ("--onec 42", "unknown option --onec. Did you mean --once?"),
    ("--token x", "--token is not supported"),
  ])
  func `The first argument of a command line is not an option`(line: String, message: String) throws
  {
    let error = #expect(throws: CommandError.self) { try invoked(line) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}

@Suite(.limited) struct `An address to listen on` {
  @Test(arguments: [
    ("8080", "127.0.0.1", 8080), (":8080", "127.0.0.1", 8080), (":0", "127.0.0.1", 0),
    ("127.0.0.1:8080", "127.0.0.1", 8080), ("localhost:1", "127.0.0.1", 1),
    ("[::1]:8080", "::1", 8080),
    ("0.0.0.0:80", "0.0.0.0", 80),
  ]) func `An address to listen on is a host and port, or a port of loopback`(
    text: String, host: String, port: Int
  ) throws {
    let address = try ListenAddress(text, for: .listen)
    #expect(address.host == host && Int(address.port) == port)
  }

  @Test(arguments: [
    "", ":", "65536", ":65536", "99999999999999999999", "-1", ":-1", "8080:", "a:1", "127.0.0.1",
    "127.0.0.1:1/x", "٣", "80 80",
  ]) func `An address to listen on is refused if it is neither`(text: String) {
    let error = #expect(throws: CommandError.self) { try ListenAddress(text, for: .admin) }
    #expect(error?.message.hasPrefix("--admin \(text) is not a numeric ADDRESS:PORT") == true)
  }
}
