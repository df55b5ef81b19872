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
  public static var actionNames: [String] {
    var names: [String] = []
    for binding in standardLines.flatMap(\.bindings) {
      if let name = binding.action.name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The names of the actions with fixed keys.
  public static var fixedActionNames: [String] {
    Action.allCases.filter { $0.name == nil }.map(\.rawValue)
  }

  /// Whether a name is that of a key that terminals send: `a`, `F5`, `Ctrl-L`, `Shift-Tab`.
  public static func isKey(_ name: String) -> Bool { KeyPress(named: name) != nil }

  /// The standard keys with a user's changes, at most one for each action.
  ///
  /// If two actions want one key, both keep their standard keys.
  public static func standard(
    with changes: [KeyChange]
  ) throws(KeyChangeProblem) -> (table: KeyTable, conflicts: [KeyConflict]) {
    var wanted: [Action: [KeyPress]] = [:]
    for change in changes {
      let (action, keys) = try read(change)
      wanted[action] = keys
    }
    var conflicts: [KeyConflict] = []
    // Standard keys that are restored may conflict with another change.
    while let (conflict, actions) = firstConflict(of: wanted) {
      conflicts.append(conflict)
      for action in actions { wanted[action] = nil }
    }
    return (KeyTable(lines: standardLines.map { changed($0, by: wanted) }), conflicts)
  }

  private static func read(_ change: KeyChange) throws(KeyChangeProblem) -> (Action, [KeyPress]) {
    guard let action = Action(rawValue: change.action) else { throw .unknownAction(change.action) }
    guard action.name != nil else { throw .fixedAction(change.action) }
    var keys: [KeyPress] = []
    for name in change.keys {
      guard let press = KeyPress(named: name) else {
        throw .unknownKey(name, action: change.action)
      }
      // Ctrl-C ends the program in any case.
      if action == .quit, press == .control("c") { continue }
      if !keys.contains(press) { keys.append(press) }
    }
    guard keys.count <= maximumKeys else { throw .tooManyKeys(action: change.action) }
    return (action, keys)
  }

  private static func changed(_ line: Line, by wanted: [Action: [KeyPress]]) -> Line {
    guard line.bindings.contains(where: { wanted[$0.action] != nil }) else { return line }
    var line = line
    for index in line.bindings.indices {
      if let keys = wanted[line.bindings[index].action] { line.bindings[index].keys = keys }
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

  /// The first key that two actions of a guide want, with the changed ones of the two.
  private static func firstConflict(of wanted: [Action: [KeyPress]]) -> (KeyConflict, [Action])? {
    for guide in Guide.allCases {
      var owners: [KeyPress: Action] = [:]
      for binding in standardLines.filter({ $0.guides.contains(guide) }).flatMap(\.bindings) {
        for press in wanted[binding.action] ?? binding.keys {
          guard let owner = owners[press] else {
            owners[press] = binding.action
            continue
          }
          let actions = [binding.action, owner].filter { wanted[$0] != nil }
          guard let first = actions.first, let name = first.name else { continue }
          let other = first == owner ? binding.action : owner
          let conflict = KeyConflict(
            key: press.name,
            action: name,
            other: other.name ?? helpText(of: other, in: guide),
            isFixed: other.name == nil
          )
          return (conflict, actions)
        }
      }
    }
    return nil
  }

  private static func helpText(of action: Action, in guide: Guide) -> String {
    let line = standardLines.first { $0.guides.contains(guide) && $0.actions.contains(action) }
    return line?.text ?? ""
  }

  /// The keys of an action, if they are fixed.
  public static func fixedKeys(of name: String) -> String? {
    guard let action = Action(rawValue: name), action.name == nil,
      let line = standardLines.first(where: { $0.actions.contains(action) }),
      let binding = line.bindings.first(where: { $0.action == action })
    else { return nil }
    return binding.keys.count > Self.maximumKeys
      ? line.keys : binding.keys.map(\.name).joined(separator: " ")
  }
}
