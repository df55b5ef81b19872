internal import CellGrid
internal import TerminalUI
internal import TrustLimits
internal import Viewer

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

struct Environment: Sendable {
  let variables: [String: String]

  static var current: Environment { Environment(variables: ProcessInfo.processInfo.environment) }

  /// The variables for child processes, without the one for this program's crash reports.
  var programVariables: [String: String] { variables.filter { $0.key != "SWIFT_BACKTRACE" } }

  /// The directory for logs and crash reports.
  var stateDirectory: String? { directory("XDG_STATE_HOME", "/.local/state") }
  var cacheDirectory: String? { directory("XDG_CACHE_HOME", "/.cache") }
  var configurationDirectory: String? { directory("XDG_CONFIG_HOME", "/.config") }

  /// The directory for what the user saves.
  var dataDirectory: String? { directory("XDG_DATA_HOME", "/.local/share") }

  /// The program's directory in one of the XDG base directories.
  ///
  /// It is nil if it would be in a home directory that does not exist, which the program never creates.
  private func directory(_ variable: String, _ standard: String) -> String? {
    guard let base = absolute(variable) ?? home.map({ $0 + standard }) else { return nil }
    let path = base + "/ridealong"
    if let home, FileTrust(directory: home) == nil, Self.contains(home, path) { return nil }
    return path
  }

  /// The path of the home directory, which may not exist.
  var home: String? { absolute("HOME") }

  /// Why one of the program's directories is nil.
  var homeProblem: String {
    home.map { "HOME is \($0), which is not a directory" } ?? "HOME is not set to an absolute path"
  }

  /// The user's languages, such as `de` or `pt-BR`, the preferred first.
  var languages: [String] {
    guard let locale = first("LC_ALL", "LC_MESSAGES", "LANG"), let own = Self.language(locale[...])
    else { return [] }
    // As with gettext, a list of languages counts only with a locale.
    let list = (variables["LANGUAGE"] ?? "").split(separator: ":").prefix(8)
    let wished = list.compactMap { Self.language($0) }
    return (wished + [own]).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The language of a locale such as `pt_BR.UTF-8`; nil for `C`.
  private static func language(_ locale: Substring) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_", maxSplits: 1)
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      parts.allSatisfy({ $0.utf8.count <= 8 && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    else { return nil }
    return parts.joined(separator: "-")
  }

  /// The terminal's background according to `COLORFGBG`, whose last number is its basic color.
  var background: Appearance.Background {
    let colors = (variables["COLORFGBG"] ?? "").split(separator: ";")
    guard colors.count >= 2, let color = colors.last.flatMap({ UInt8($0) }), color < 16 else {
      return .unknown
    }
    return color == 7 || color > 8 ? .light : .dark
  }

  /// The units of road distances in the country of `LC_ALL`, `LC_MEASUREMENT` or `LANG`.
  var distanceUnits: DistanceUnits {
    let name = (first("LC_ALL", "LC_MEASUREMENT", "LANG") ?? "").prefix { $0 != "." && $0 != "@" }
    // Few countries use miles on roads.
    let country = name.split(separator: "_", maxSplits: 1).dropFirst().first
    return ["US", "GB", "LR", "PR"].contains(country) ? .miles : .kilometers
  }

  /// Whether `ACCESSIBLE` asks for output that a screen reader can follow.
  var isAccessible: Bool { variables["ACCESSIBLE"].map { !$0.isEmpty && $0 != "0" } ?? false }

  /// Whether the terminal is connected over the network.
  var isRemote: Bool { TerminalCapabilities.isRemote(variables) }

  /// The first of some variables that is set and not empty.
  private func first(_ names: String...) -> String? {
    names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
  }

  private func absolute(_ name: String) -> String? {
    guard let path = variables[name], path.hasPrefix("/"), path.utf8.count < 4_096 else {
      return nil
    }
    return path
  }
}
