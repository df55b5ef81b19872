import Glibc

/// `ridealong emulator` in a process of its own.
struct EmulatorProcess {
  let program: RunningProgram
  /// The base URL.
  let endpoint: String
  /// The directory of the key files.
  let keys: String

  /// Starts it and waits until it is ready.
  init(_ arguments: [String] = [], in folder: TestFolder) throws {
    program = try RunningProgram(["emulator"] + arguments, environment: folder.environment)
    let words = try program.firstLine().split(separator: " ").map(String.init)
    guard words.count >= 6, words[0] == "ready" else {
      throw RunningProgram.Failure(description: "ready line: \(words)")
    }
    (endpoint, keys) = (words[1], words[5])
  }

  /// The options that a client of it needs.
  func options(_ role: String) -> [String] {
    ["--endpoint", endpoint, "--service-account", "\(keys)/\(role).json"]
  }
}
