internal import CellGrid

/// What a user wants an action's keys to be.
public struct KeyChange: Sendable, Hashable {
  /// The action's name; see ``KeyTable/actionNames``.
  public let action: String
  /// The names of its keys; none takes them all away.
  public let keys: [String]

  /// Creates a wish.
  public init(action: String, keys: [String]) {
    self.action = action
    self.keys = keys
  }
}

/// Why a user's keys cannot be as they are wished.
public enum KeyChangeProblem: Error, Sendable, Hashable {
  /// There is no action of the name.
  case unknownAction(String)
  /// The action's keys are the same for everybody.
  case fixedAction(String)
  /// There is no key of the name, or a terminal sends none such.
  case unknownKey(String, action: String)
  /// An action has more keys than it may have.
  case tooManyKeys(action: String)
}

/// Two actions that want the same key, so that those of them whose keys were changed keep their
/// standard keys.
public struct KeyConflict: Sendable, Hashable {
  /// The key's name.
  public let key: String
  /// The name of the action whose keys were changed.
  public let action: String
  /// The name of the other, which may be one whose keys nobody changed; what the key does, in the
  /// words of help, where it means the same for everybody.
  public let other: String
  /// Whether the key means the same for everybody, so that no other action can have it.
  public let isFixed: Bool
}

extension KeyTable {
  /// The most keys that an action may have.
  public static let maximumKeys = 4

  /// The names of the actions whose keys may be changed, in the order of help.
  public static var actionNames: [String] {
    var names: [String] = []
    for binding in standardLines.flatMap(\.bindings) {
      if let name = binding.action.name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The names of the actions whose keys are the same for everybody.
  public static var fixedActionNames: [String] {
    Action.allCases.filter { $0.name == nil }.map(\.rawValue)
  }

  /// Whether a terminal sends a key of a name, such as `a`, `F5`, `Ctrl-L` or `Shift-Tab`.
  public static func isKey(_ name: String) -> Bool { KeyPress(named: name) != nil }

  /// The keys as a user wants them.
  ///
  /// Where two actions want one key, both keep their standard keys.
  ///
  /// - Parameter changes: What is wished, each action once.
  /// - Returns: The keys, and what was in conflict.
  /// - Throws: ``KeyChangeProblem`` for an action or a key that there is not.
  public static func standard(
    with changes: [KeyChange]
  ) throws(KeyChangeProblem) -> (table: KeyTable, conflicts: [KeyConflict]) {
    var wishes: [Action: [KeyPress]] = [:]
    for change in changes {
      let (action, keys) = try read(change)
      wishes[action] = keys
    }
    var conflicts: [KeyConflict] = []
    // What goes back to its standard keys may meet another wish there, until nothing does.
    while let (conflict, actions) = firstConflict(of: wishes) {
      conflicts.append(conflict)
      for action in actions { wishes[action] = nil }
    }
    return (KeyTable(lines: standardLines.map { changed($0, by: wishes) }), conflicts)
  }

  private static func read(
    _ change: KeyChange
  ) throws(KeyChangeProblem) -> (Action, [KeyPress]) {
    guard let action = Action(rawValue: change.action) else {
      throw .unknownAction(change.action)
    }
    guard action.name != nil else { throw .fixedAction(change.action) }
    var keys: [KeyPress] = []
    for name in change.keys {
      guard let press = KeyPress(named: name) else {
        throw .unknownKey(name, action: change.action)
      }
      // Ctrl-C ends the program in any case.
      if action == .quit, press == KeyPress(.character("c"), .control) { continue }
      if !keys.contains(press) { keys.append(press) }
    }
    guard keys.count <= maximumKeys else { throw .tooManyKeys(action: change.action) }
    return (action, keys)
  }

  /// A line with the keys that are wished for its actions.
  private static func changed(_ line: Line, by wishes: [Action: [KeyPress]]) -> Line {
    guard line.bindings.contains(where: { wishes[$0.action] != nil }) else { return line }
    var line = line
    for index in line.bindings.indices {
      if let keys = wishes[line.bindings[index].action] { line.bindings[index].keys = keys }
    }
    // As many as fit into help's column, of each action one before any has two.
    let rounds = (0..<maximumKeys).flatMap { round in
      line.bindings.compactMap { $0.keys.count > round ? $0.keys[round].name : nil }
    }
    line.keys = rounds.dropFirst().reduce(rounds.first ?? "-") { text, name in
      text.count + 1 + name.count <= Line.keyColumns ? text + " " + name : text
    }
    return line
  }

  /// The first key that two actions of a guide want, with those of them that have wishes.
  private static func firstConflict(
    of wishes: [Action: [KeyPress]]
  ) -> (KeyConflict, [Action])? {
    for guide in Guide.allCases {
      var owners: [KeyPress: Action] = [:]
      for binding in standardLines.filter({ $0.guides.contains(guide) }).flatMap(\.bindings) {
        for press in wishes[binding.action] ?? binding.keys {
          guard let owner = owners[press] else {
            owners[press] = binding.action
            continue
          }
          let actions = [binding.action, owner].filter { wishes[$0] != nil }
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

  /// What help says of an action.
  private static func helpText(of action: Action, in guide: Guide) -> String {
    let line = standardLines.first { $0.guides.contains(guide) && $0.actions.contains(action) }
    return line?.text ?? ""
  }

  /// The keys of an action that are the same for everybody.
  public static func fixedKeys(of name: String) -> String? {
    guard let action = Action(rawValue: name), action.name == nil,
      let line = standardLines.first(where: { $0.actions.contains(action) }),
      let binding = line.bindings.first(where: { $0.action == action })
    else { return nil }
    return binding.keys.count > Self.maximumKeys
      ? line.keys : binding.keys.map(\.name).joined(separator: " ")
  }
}
