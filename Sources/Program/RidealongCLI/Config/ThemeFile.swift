internal import CellGrid
internal import TrustLimits
internal import Viewer

/// Reads the user's themes from the directory next to the configuration.
struct ThemeFile: Sendable {
  let directory: String?

  func theme(_ name: String, namedBy option: String) throws(CommandError) -> UserTheme {
    let builtIn = ThemeChoice.allCases.map(\.rawValue)
    guard Self.isName(name), let directory else { throw .noChoice(option, name, among: builtIn) }
    let path = "\(directory)/\(name).toml"
    let content: BoundedFile
    do { content = try BoundedFile(path: path, limit: Limits.File.styleBytes) } catch {
      guard case .missing = error else { throw .usage("The theme file \(path) \(error.reason).") }
      throw .usage(
        "\(option) must be one of \(builtIn.joined(separator: ", ")), or the name of your own theme, "
          + "not \(name): \(path) does not exist.\(Spelling.question(name, among: builtIn))")
    }
    return try Self.theme(name, toml: content.bytes, file: path)
  }

  static func theme(_ name: String, toml: [UInt8], file: String) throws(CommandError) -> UserTheme {
    try TOMLDocument.read(toml, file: file) { document throws(TOMLProblem) in
      var base = ThemeChoice.auto
      var colors: [ThemeRole: Color] = [:]
      for entry in document.entries.sorted(by: { $0.line < $1.line }) {
        switch entry.key {
        case "base": base = try Self.base(entry)
        case "colors":
          for color in try entry.children(in: nil) {
            let (role, value) = try Self.color(color)
            colors[role] = value
          }
        default: throw TOMLProblem.unknown("key", entry, in: nil, known: ["base", "colors"])
        }
      }
      return UserTheme(name: name, base: base, colors: colors)
    }
  }

  private static func base(_ entry: TOMLDocument.Entry) throws(TOMLProblem) -> ThemeChoice {
    if case .string(let text) = entry.value, let theme = ThemeChoice(rawValue: text) {
      return theme
    }
    let names = ThemeChoice.allCases.map(\.rawValue)
    throw .wrong(
      entry, in: nil, expected: "one of \(names.joined(separator: ", "))", choices: names)
  }

  private static func color(_ entry: TOMLDocument.Entry) throws(TOMLProblem) -> (ThemeRole, Color) {
    guard let role = ThemeRole(rawValue: entry.key) else {
      throw .unknown("role", entry, in: "[colors]", known: ThemeRole.allCases.map(\.rawValue))
    }
    if case .string(let name) = entry.value, let index = Self.names.firstIndex(of: name) {
      return (role, .indexed(UInt8(index)))
    }
    let form = StyleForm<Color>.color
    guard let color = form.content(entry.value) else {
      throw .wrong(
        entry, in: "[colors]",
        expected: form.name + ", or a name such as \"blue\" or \"bright-blue\"", choices: Self.names
      )
    }
    return (role, color)
  }

  /// The names of a terminal's 16 colors, in their order.
  private static let names: [String] = {
    let plain = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return plain + plain.map { "bright-" + $0 }
  }()

  /// Whether a name is valid for a theme, without a path to another directory.
  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}
