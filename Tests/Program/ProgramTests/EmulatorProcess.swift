import AccessTokens
import FleetEmulator
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport

/// `ridealong emulator` in a process of its own.
struct EmulatorProcess {
  let program: RunningProgram
  /// The base URL.
  let endpoint: String
  /// The directory of the key files.
  let keys: String
  /// The words of the ready line, in pairs.
  let words: [(key: String, value: String)]

  /// Starts it and waits until it is ready.
  ///
  /// Its keys are made before, unless it is to make its own or has a directory or provider for that.
  init(_ arguments: [String] = [], makesKeys: Bool = false, in folder: TestFolder) throws {
    var arguments = ["emulator"] + arguments
    if !makesKeys, !arguments.contains("--data-dir"), !arguments.contains("--provider") {
      arguments += ["--keys", try folder.emulatorKeys().directory]
    }
    program = try RunningProgram(arguments, environment: folder.environment)
    let words = try CommandWords(parsing: program.firstLine()).words
    guard words.count >= 6, words.count.isMultiple(of: 2), words[0] == "ready" else {
      throw RunningProgram.Failure(description: "ready line: \(words)")
    }
    (endpoint, keys) = (words[1], words[5])
    self.words = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
  }

  /// The value of a word of the ready line.
  subscript(key: String) -> String? { words.first { $0.key == key }?.value }

  /// The options that a client of it needs.
  func options(_ role: String) -> [String] {
    ["--endpoint", endpoint, "--service-account", "\(keys)/\(role).json"]
  }
}
