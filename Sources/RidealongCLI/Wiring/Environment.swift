#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the program takes from its surroundings, read at its edge only.
struct Environment: Sendable {
  /// The environment's variables.
  let variables: [String: String]

  /// The environment of the process.
  static var current: Environment {
    Environment(variables: ProcessInfo.processInfo.environment)
  }

  /// The directory for logs and crash reports, following the XDG base directories.
  var stateDirectory: String? {
    if let state = absolute("XDG_STATE_HOME") { return state + "/ridealong" }
    return absolute("HOME").map { $0 + "/.local/state/ridealong" }
  }

  /// Whether the terminal is reached over the network.
  var isRemote: Bool {
    ["SSH_CONNECTION", "SSH_TTY"].contains { !(variables[$0] ?? "").isEmpty }
  }

  private func absolute(_ name: String) -> String? {
    guard let path = variables[name], path.hasPrefix("/"), path.utf8.count < 4_096 else {
      return nil
    }
    return path
  }
}
