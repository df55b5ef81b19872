internal import SystemLibrary
internal import TrustLimits
internal import Viewer

/// The settings of one configuration file, which the program never writes.
///
/// It may name commands, addresses and files that return tokens, but no key holds a token.
struct ConfigurationFile: Sendable, Hashable {
  struct Context: Sendable, Hashable {
    let name: String
    let settings: [String: Setting]
  }

  struct KeySetting: Sendable, Hashable {
    let change: KeyChange
    let file: String
    let line: Int
  }

  private(set) var settings: [String: Setting] = [:]
  private(set) var contexts: [Context] = []
  private(set) var keys: [KeySetting] = []
  private(set) var warnings: [String] = []
  let file: String
  private(set) var exists = true

  init(contentsOf path: String, home: String?, isRequired: Bool) throws(CommandError) {
    let content: BoundedFile
    do { content = try BoundedFile(path: path, limit: Limits.File.configurationBytes) } catch {
      let sentence = "The configuration file \(path) \(error.reason)."
      switch error {
      case .missing where !isRequired, .unreadable(errorNumber: ENOTDIR) where !isRequired:
        try self.init(toml: [], file: path, home: home)
        exists = false
      case .notPermitted where !isRequired:
        try self.init(toml: [], file: path, home: home)
        warnings = [sentence]
      default: throw .usage(sentence + " --config none reads no file.")
      }
      return
    }
    try Self.checkTrust(content, path)
    try self.init(toml: content.bytes, file: path, home: home)
  }

  /// Checks that only this user and root can change or replace a file.
  private static func checkTrust(_ file: BoundedFile, _ path: String) throws(CommandError) {
    let trust = FileTrust(owner: file.owner, permissions: file.permissions)
    let ofFile = trust.risk(isRootTrusted: true, isStickyTrusted: true).map { (path, $0) }
    let risks =
      [ofFile].compactMap(\.self)
      + directories(of: path).compactMap { directory in
        FileTrust(directory: directory)?.risk(isRootTrusted: true, isStickyTrusted: true).map {
          (directory, $0)
        }
      }
    guard let (place, risk) = risks.first else { return }
    let what =
      ofFile == nil ? "directory \(place) of the configuration" : "configuration file \(path)"
    throw .usage(
      "The \(what) \(risk.reason). A configuration names commands to run. Run: "
        + risks.map { $0.1.command($0.0) }.joined(separator: " && "))
  }

  /// The directory of a file's path and, for a symbolic link, that of its target.
  private static func directories(of path: String) -> [String] {
    func parent(_ path: String) -> String {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
    guard let resolved = unsafe realpath(path, nil) else { return [parent(path)] }
    defer { unsafe free(resolved) }
    let real = parent(unsafe String(cString: resolved))
    return FileTrust(directory: real) == FileTrust(directory: parent(path))
      ? [parent(path)] : [parent(path), real]
  }

  init(toml: [UInt8], file: String, home: String?) throws(CommandError) {
    self.file = file
    let directory = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    try TOMLDocument.read(toml, file: file) { document throws(TOMLProblem) in
      try read(document, directory: directory, home: home)
    }
  }

  private mutating func read(
    _ document: TOMLDocument, directory: String, home: String?
  ) throws(TOMLProblem) {
    let options = Option.configurable
    /// Reads a key; false if it is unknown.
    func setting(
      _ entry: TOMLDocument.Entry, table: String?, _ settings: inout [String: Setting],
      from origin: Setting.Origin
    ) throws(TOMLProblem) -> Bool {
      guard let option = options.first(where: { $0.key == entry.key }) else { return false }
      let form = SettingForm(option: option, directory: directory, home: home)
      guard let setting = form.setting(entry.value, from: origin) else {
        let expected = SettingForm.expected(option)
        throw .wrong(entry, in: table, expected: expected, choices: option.kind.choices)
      }
      settings[option.name] = setting
      return true
    }
    let keys = options.map(\.key)
    for entry in document.entries.sorted(by: { $0.line < $1.line })
    where !Self.tables.contains(entry.key) {
      let origin = Setting.Origin.file(file, line: entry.line)
      if try setting(entry, table: nil, &settings, from: origin) { continue }
      warn(of: entry, in: nil, known: keys + Self.tables)
    }
    if let table = document.entries.first(where: { $0.key == "keys" }) { try readKeys(table) }
    let tables = document.entries.first { $0.key == "contexts" }
    for entry in try tables?.children(in: nil) ?? [] {
      let name = entry.key
      let table = "[contexts.\(TOMLProblem.shown(name))]"
      guard Self.isName(name) else {
        throw entry.problem(
          "\"\(TOMLProblem.shown(name))\" is not a name for a context: expected 1 to 64 letters, "
            + "digits and . _ -, and not none.")
      }
      var settings: [String: Setting] = [:]
      for inner in try entry.children(in: "[contexts]") {
        let origin = Setting.Origin.context(name, file: file, line: inner.line)
        var isKnown = inner.key != Option.context.key
        if isKnown { isKnown = try setting(inner, table: table, &settings, from: origin) }
        if !isKnown { warn(of: inner, in: table, known: keys.filter { $0 != Option.context.key }) }
      }
      contexts.append(Context(name: name, settings: settings))
    }
  }

  private static let tables = ["contexts", "keys"]

  private mutating func readKeys(_ table: TOMLDocument.Entry) throws(TOMLProblem) {
    for entry in try table.children(in: nil) {
      guard KeyTable.actionNames.contains(entry.key) else {
        if let keys = KeyTable.fixedKeys(of: entry.key) {
          warnings.append(
            "\(file):\(entry.line): the keys of \"\(entry.key)\" cannot be changed; \(keys) always "
              + "has this meaning")
        } else {
          warn(of: entry, in: "[keys]", known: KeyTable.actionNames)
        }
        continue
      }
      guard let names = Self.keyNames(entry.value) else {
        throw .wrong(entry, in: "[keys]", expected: "a key such as \"a\", or a list of keys")
      }
      guard names.count <= KeyTable.maximumKeys else {
        let limit = "an action has at most \(KeyTable.maximumKeys)."
        throw entry.problem("\(entry.key) in [keys] has \(names.count) keys; \(limit)")
      }
      for name in names where !KeyTable.isKey(name) {
        throw entry.problem(
          "\"\(TOMLProblem.shown(name))\" for \(entry.key) in [keys] is not a key of a terminal. "
            + "Keys are called a, A, F5, Ctrl-L, Shift-Tab, Space, Up, PgDn.")
      }
      let change = KeyChange(action: entry.key, keys: names)
      keys.append(KeySetting(change: change, file: file, line: entry.line))
    }
  }

  /// The names of one or more keys; nil for any other value.
  private static func keyNames(_ value: TOMLDocument.Value) -> [String]? {
    switch value {
    case .string(let name): return [name]
    case .array(let values):
      let names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
      return names.count < values.count ? nil : names
    default: return nil
    }
  }

  /// Warns about an unknown key, without its value.
  private mutating func warn(of entry: TOMLDocument.Entry, in table: String?, known: [String]) {
    let shown = TOMLProblem.shown(entry.key)
    let place = "\(file):\(entry.line): "
    if ["token", "access-token", "jwt"].contains(entry.key) {
      warnings.append(
        place + "a token in this file is ignored; set the source of tokens with token-command, "
          + "token-url, token-file or service-account.")
    } else if Option.isOnCommandLineOnly(key: entry.key) {
      warnings.append(place + "\"\(shown)\" works on the command line only")
    } else {
      let near = Spelling.nearest(to: entry.key, among: known)
      warnings.append(
        place + "unknown key \"\(shown)\"" + (table.map { " in \($0)" } ?? "")
          + (near.map { " (did you mean \"\($0)\"?)" } ?? ""))
    }
  }

  /// Whether a name is valid for a context: a word that shells neither split nor expand.
  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name != "none" && !name.hasPrefix("-")
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}
