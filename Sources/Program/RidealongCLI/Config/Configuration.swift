internal import Viewer

/// The settings of the environment and the configuration files.
struct Configuration: Sendable, Hashable {
  static let systemPath = "/etc/ridealong/config.toml"

  /// The directory of the user's themes, next to the user's file.
  let themeDirectory: String?
  private let files: [ConfigurationFile]
  private let variables: [String: Setting]
  private let chosen: Setting?

  init(
    _ arguments: Arguments, _ environment: Environment, systemPath: String = systemPath
  ) throws(CommandError) {
    themeDirectory = Self.themeDirectory(arguments, environment)
    variables = try environment.settings(of: Option.configurable)
    files = try Self.files(arguments, environment, systemPath: systemPath)
    let layers = [variables] + files.map(\.settings)
    chosen = arguments.setting(.context) ?? layers.lazy.compactMap { $0[Option.context.name] }.first
  }

  /// The paths of the existing files, the user's first.
  var readPaths: [String] { files.filter(\.exists).map(\.file) }

  /// The name of the chosen context, which may not exist; nil for none.
  var currentContext: String? { chosen?.values.first.flatMap { $0 == "none" ? nil : $0 } }

  func checkContext() throws(CommandError) {
    guard let chosen, let name = currentContext, context(name) == nil else { return }
    let question = Spelling.question(name, among: contexts)
    throw .usage(
      "\(chosen.origin.named(.context)): no context is named \(name)."
        + (question.isEmpty ? " ridealong contexts lists them." : question))
  }

  /// The names of all contexts, the user's first.
  var contexts: [String] {
    files.flatMap(\.contexts).map(\.name).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  var warnings: [String] { files.flatMap(\.warnings) }

  /// The keys of the screen with the changes of the files; the user's file comes first.
  func keyTable() throws(CommandError) -> (table: KeyTable, warnings: [String]) {
    var changes: [ConfigurationFile.KeySetting] = []
    for change in files.flatMap(\.keys)
    where !changes.contains(where: { $0.change.action == change.change.action }) {
      changes.append(change)
    }
    do {
      let (table, conflicts) = try KeyTable.standard(with: changes.map(\.change))
      let warnings = conflicts.map { conflict in
        let change = changes.first { $0.change.action == conflict.action }
        let place = change.map { "\($0.file):\($0.line): " } ?? ""
        guard !conflict.isFixed else {
          return place + "\(conflict.action) cannot have the key \(conflict.key), which cannot be "
            + "changed (\(conflict.other)); \(conflict.action) keeps its standard keys"
        }
        return place
          + "\(conflict.action) and \(conflict.other) cannot both have the key \(conflict.key); "
          + "both keep their standard keys"
      }
      return (table, warnings)
    } catch { throw .usage("The keys cannot be changed like this: \(error).") }
  }

  /// The layers of settings, the closest to the user first.
  func layers(context name: String?) -> [[String: Setting]] {
    let chosen = name.flatMap { context($0) }
    return [variables] + (chosen.map { [$0.settings] } ?? []) + files.map(\.settings)
  }

  /// A context; the user's replaces one for all users with the same name.
  private func context(_ name: String) -> ConfigurationFile.Context? {
    files.lazy.flatMap(\.contexts).first { $0.name == name }
  }

  private static func themeDirectory(
    _ arguments: Arguments,
    _ environment: Environment
  ) -> String? {
    guard let named = arguments[.config] ?? environment.configurationFile, named != "none" else {
      return environment.configurationDirectory.map { $0 + "/themes" }
    }
    return (named.lastIndex(of: "/").map { String(named[..<$0]) } ?? ".") + "/themes"
  }

  private static func files(
    _ arguments: Arguments, _ environment: Environment, systemPath: String
  ) throws(CommandError) -> [ConfigurationFile] {
    let named = arguments[.config] ?? environment.configurationFile
    guard named != "none" else { return [] }
    var paths = [systemPath]
    if let own = environment.configurationDirectory { paths.insert(own + "/config.toml", at: 0) }
    // A file that was named must exist; the others need not.
    if let named { paths = [named, systemPath] }
    return try paths.map { path throws(CommandError) in
      try ConfigurationFile(contentsOf: path, home: environment.home, isRequired: path == named)
    }
  }
}

extension Arguments {
  mutating func fill(_ options: [Option], from configuration: Configuration) {
    fill(options, from: configuration.layers(context: configuration.currentContext))
  }
}

extension Environment {
  fileprivate var configurationFile: String? {
    variables[Option.config.variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate func settings(of options: [Option]) throws(CommandError) -> [String: Setting] {
    var settings: [String: Setting] = [:]
    for option in options {
      guard let text = variables[option.variable], !text.isEmpty else { continue }
      let origin = Setting.Origin.variable(option.variable)
      switch option.kind {
      case .flag:
        guard let isOn = ["1": true, "true": true, "0": false, "false": false][text] else {
          throw .noChoice(option.variable, text, among: ["true", "false", "1", "0"])
        }
        settings[option.name] = Setting([], isOn: isOn != option.isInverted, from: origin)
      case .words(let words) where !words.contains(text):
        throw .noChoice(option.variable, text, among: words)
      default: settings[option.name] = Setting([text], from: origin)
      }
    }
    return settings
  }
}
