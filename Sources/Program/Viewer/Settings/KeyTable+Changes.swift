/// A user's choice of keys for one action.
public struct KeyChange: Sendable, Hashable {
  /// The action's name; see ``KeyTable/actionNames``.
  public let action: String
  /// The names of its keys; empty removes them all.
  public let keys: [String]

  /// Creates a change.
  public init(action: String, keys: [String]) {
    self.action = action
    self.keys = keys
  }
}

/// Why a key change is invalid.
public enum KeyChangeProblem: Error, Sendable, Hashable {
  /// No action has this name.
  case unknownAction(String)
  /// The action's keys cannot be changed.
  case fixedAction(String)
  /// No key has this name, or terminals do not send it.
  case unknownKey(String, action: String)
  /// The action would have more than ``KeyTable/maximumKeys`` keys.
  case tooManyKeys(action: String)
}

/// A key that two actions want; the changed ones of them keep their standard keys.
public struct KeyConflict: Sendable, Hashable {
  /// The key's name.
  public let key: String
  /// The name of the action with changed keys.
  public let action: String
  /// The name of the other action; its text in help if its keys are fixed.
  public let other: String
  /// Whether the other action's keys are fixed.
  public let isFixed: Bool
}

extension KeyTable {
  /// The most keys that an action may have.
  public static let maximumKeys = 4

  /// The names of the actions with changeable keys, in the order of help.
  public static var actionNames: [String] { names(where: { !$0.isFixed }) }

  /// The names of the actions with fixed keys.
  public static var fixedActionNames: [String] { names(where: \.isFixed) }

  private static func names(where isWanted: (Binding) -> Bool) -> [String] {
    var names: [String] = []
    for binding in standardLines.flatMap(\.bindings)
    where isWanted(binding) && !names.contains(binding.name) { names.append(binding.name) }
    return names
  }

  /// Whether a name is that of a key that terminals send: `a`, `F5`, `Ctrl-L`, `Shift-Tab`.
  public static func isKey(_ name: String) -> Bool { KeyPress(named: name) != nil }

  /// The standard keys with a user's changes, at most one for each action.
  ///
  /// If two actions want one key, both keep their standard keys.
  public static func standard(
    with changes: [KeyChange]
  ) throws(KeyChangeProblem) -> (table: KeyTable, conflicts: [KeyConflict]) {
    var wanted: [String: [KeyPress]] = [:]
    for change in changes { wanted[change.action] = try read(change) }
    var conflicts: [KeyConflict] = []
    // Standard keys that are restored may conflict with another change.
    while let (conflict, names) = firstConflict(of: wanted) {
      conflicts.append(conflict)
      for name in names { wanted[name] = nil }
    }
    return (KeyTable(lines: standardLines.map { changed($0, by: wanted) }), conflicts)
  }

  private static func read(_ change: KeyChange) throws(KeyChangeProblem) -> [KeyPress] {
    guard actionNames.contains(change.action) else {
      throw fixedActionNames.contains(change.action)
        ? .fixedAction(change.action) : .unknownAction(change.action)
    }
    var keys: [KeyPress] = []
    for name in change.keys {
      guard let press = KeyPress(named: name) else {
        throw .unknownKey(name, action: change.action)
      }
      // Ctrl-C ends the program in any case.
      if change.action == "quit", press == .control("c") { continue }
      if !keys.contains(press) { keys.append(press) }
    }
    guard keys.count <= maximumKeys else { throw .tooManyKeys(action: change.action) }
    return keys
  }

  private static func changed(_ line: Line, by wanted: [String: [KeyPress]]) -> Line {
    guard line.bindings.contains(where: { wanted[$0.name] != nil }) else { return line }
    var line = line
    for index in line.bindings.indices {
      if let keys = wanted[line.bindings[index].name] { line.bindings[index].keys = keys }
    }
    // As many as fit into help's column, one key of each action before any second one.
    let rounds = (0..<maximumKeys).flatMap { round in
      line.bindings.compactMap { $0.keys.count > round ? $0.keys[round].name : nil }
    }
    let keys = rounds.dropFirst().reduce(rounds.first ?? "-") { text, name in
      text.count + 1 + name.count <= Line.keyColumns ? text + " " + name : text
    }
    line.keys = keys
    return line
  }

  /// The first key that two actions of a screen want, with the names of the changed ones.
  private static func firstConflict(of wanted: [String: [KeyPress]]) -> (KeyConflict, [String])? {
    for guide in Guide.allCases {
      var owners: [KeyPress: Binding] = [:]
      for binding in standardLines.filter({ $0.guides.contains(guide) }).flatMap(\.bindings) {
        for press in wanted[binding.name] ?? binding.keys {
          guard let owner = owners[press] else {
            owners[press] = binding
            continue
          }
          let changed = [binding, owner].filter { wanted[$0.name] != nil }
          guard let first = changed.first else { continue }
          let other = first.name == owner.name ? binding : owner
          let conflict = KeyConflict(
            key: press.name, action: first.name,
            other: other.isFixed ? helpText(of: other, in: guide) : other.name,
            isFixed: other.isFixed)
          return (conflict, changed.map(\.name))
        }
      }
    }
    return nil
  }

  private static func helpText(of binding: Binding, in guide: Guide) -> String {
    let lines = standardLines.filter { $0.guides.contains(guide) }
    return lines.first { $0.bindings.contains(binding) }?.text ?? binding.text
  }

  /// The keys of an action, if they are fixed.
  public static func fixedKeys(of name: String) -> String? {
    guard let line = standardLines.first(where: { $0.bindings.contains { $0.name == name } }) else {
      return nil
    }
    let bindings = line.bindings.filter { $0.name == name && $0.isFixed }
    guard let first = bindings.first else { return nil }
    return bindings.count > 1 ? line.keys : first.keys.map(\.name).joined(separator: " ")
  }
}
