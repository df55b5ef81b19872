import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `The first minute with the program` {
  private let folder = TestFolder()

  private var path: String { folder.path + "/.config/ridealong/config.toml" }
  private var text: String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func run(_ words: String...) throws -> RunningProgram.Outcome {
    try RunningProgram.run(words, in: folder)
  }

  @Test func `The program without words says what it finds, and what to run`() throws {
    let first = try run()
    #expect(first.status == 2)
    #expect(first.errors.contains("ridealong demo"))
    #expect(first.errors.contains("configuration        none; ridealong init writes one"))
    let key = folder.key()
    _ = try run("init", "--provider", "acme", "--service-account", key)
    let second = try RunningProgram.run(
      [],
      in: folder,
      environment: ["FLEET_ENGINE_EMULATOR_URL": "http://127.0.0.1:1\u{1B}[2J"]
    )
    // A long path is wrapped.
    #expect(second.errors.filter { !$0.isWhitespace }.contains(path.filter { !$0.isWhitespace }))
    #expect(second.errors.contains("from service-account"))
    #expect(second.errors.contains("provider             acme"))
    #expect(second.errors.contains("emulator             http://127.0.0.1:1"))
    #expect(!second.errors.contains("\u{1B}"))
  }

  @Test func `A new configuration is private, checked by the doctor, and followed`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let words = [
      "init", "t1", "--provider", TestFolder.providerID, "--service-account", folder.key(),
      "--endpoint", "http://127.0.0.1:\(server.port)",
    ]
    let outcome = try RunningProgram.run(words, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Wrote \(path)."))
    #expect(outcome.output.contains("No problems found"))
    #expect(outcome.output.contains("on the way to pickup"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let written = text
    let again = try RunningProgram.run(words, in: folder)
    #expect(again.status == 2 && again.errors.contains("exists; ridealong never changes it"))
    #expect(text == written)
    // The file is enough for the next time.
    #expect(try run("follow", "t1", "--once").output.contains("on the way to pickup"))
  }

  @Test func `A new configuration says what is missing, and refuses what cannot be right`() throws {
    let key = folder.key()
    #expect(try run("init").errors.contains("ridealong init needs --provider"))
    #expect(try run("init", "--provider", "acme").errors.contains("needs --service-account"))
    let two = try run("init", "--token-url", "https://x", "--token-file", "y", "--provider", "acme")
    #expect(two.status == 2 && two.errors.contains("two sources of tokens"))
    let slash = try run("init", "--provider", "a/b", "--service-account", key)
    #expect(slash.status == 2 && slash.errors.contains("a/b"))
    #expect(try run("init", "a", "b").errors.contains("unexpected argument b"))
    #expect(try run("init", "--config", "none").errors.contains("writes a file"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `On a terminal a new configuration asks for what is not given`() throws {
    let terminal = try start(["init"], in: folder)
    try terminal.wait { $0.screenText.contains("Provider, which is") }
    terminal.type("My Project\r")
    try terminal.wait { $0.screenText.contains("My Project cannot be a provider") }
    terminal.type("acme\r")
    try terminal.wait { $0.screenText.contains("or Enter for Google's") }
    terminal.type("http://example.com\r")
    try terminal.wait { $0.screenText.contains("Refusing to send a token over http") }
    terminal.type("http://127.0.0.1:1/v1\r")
    try terminal.wait { $0.screenText.contains("Tokens, from") }
    terminal.type("no-such-key.json\r")
    try terminal.wait { $0.screenText.contains("There is no file no-such-key.json.") }
    terminal.type("fleet-token \"a b\" {trip}\r")
    try terminal.wait { $0.screenText.contains("or Enter for none") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("Wrote ") }
    #expect(text.contains(#"provider = "acme""#))
    #expect(text.contains(#"endpoint = "http://127.0.0.1:1""#))
    #expect(text.contains(#"token-command = "fleet-token \"a b\" {trip}""#))
    terminal.type("\u{3}")
  }

  @Test(arguments: [(true, false), (false, false), (true, true)])
  func `On a terminal a second configuration replaces the first one, which is kept`(
    isWanted: Bool, isLink: Bool
  ) throws {
    let key = folder.key()
    _ = try run("init", "--provider", "acme", "--service-account", key)
    let first = text
    if isLink {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/dotfile")
      symlink(folder.path + "/dotfile", path)
    }
    let terminal = try start(["init", "--provider", "other", "--service-account", key], in: folder)
    // Long paths are continued in the next row.
    try terminal.wait { $0.screenText.replacing("\n", with: "").contains("(y/N)") }
    terminal.type(isWanted ? "y\r" : "\r")
    guard isWanted else {
      #expect(try terminal.waitForExit() == .exited(2))
      return #expect(text == first)
    }
    try terminal.wait { $0.screenText.contains("or Enter for Google's") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("or Enter for none") }
    terminal.type("\r")
    try terminal.wait {
      let text = $0.screenText.replacing("\n", with: "")
      return text.contains("config.toml.old") && text.contains("Wrote ")
    }
    #expect(text.contains(#"provider = "other""#))
    #expect(FileManager.default.contents(atPath: path + ".old") == Data(first.utf8))
    terminal.type("\u{3}")
  }
}
