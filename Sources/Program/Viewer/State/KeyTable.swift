internal import CellGrid

/// The keys of all actions, with their texts in help, the menu and the key bar.
///
/// Everything derives from ``standardLines`` and the user's changes.
public struct KeyTable: Sendable, Equatable {
  /// The keys without changes by the user.
  public static let standard = KeyTable(lines: standardLines)

  let lines: [Line]
  private let actions: [Guide: [KeyPress: Action]]

  init(lines: [Line]) {
    self.lines = lines
    actions = Dictionary(
      uniqueKeysWithValues: Guide.allCases.map { guide in
        let keys = lines.filter { $0.guides.contains(guide) }.flatMap(\.bindings)
          .flatMap { binding in binding.keys.map { ($0, binding.action) } }
        return (guide, Dictionary(keys, uniquingKeysWith: { first, _ in first }))
      }
    )
  }

  enum Section: CaseIterable, Sendable {
    case list, places, camera, data, time, view, other

    var title: String {
      switch self {
      case .list: "LIST"
      case .places: "PLACES"
      case .camera: "CAMERA"
      case .data: "DATA"
      case .time: "TIME"
      case .view: "VIEW"
      case .other: "OTHER"
      }
    }
  }

  /// The screen that keys and help belong to.
  enum Guide: Hashable, CaseIterable, Sendable {
    case following, booking, listing
  }

  struct Binding: Equatable, Sendable {
    let action: Action
    /// Empty if the user removed them.
    var keys: [KeyPress]
    let text: String
    /// The key bar's label; nil for an action that the key bar never shows.
    let label: String?
    let isInMenu: Bool

    /// The key to show if there is room for one, preferably one that writes a character.
    var shownKey: KeyPress? { keys.first { $0.name.count == 1 } ?? keys.first }
  }

  /// A line of help, for one or more related actions.
  struct Line: Equatable, Sendable {
    static let keyColumns = 11

    var section = Section.other
    let guides: Set<Guide>
    /// How the keys are written, unless the user has changed them.
    var keys: String
    var text: String
    var bindings: [Binding] = []

    var actions: [Action] { bindings.map(\.action) }
  }

  static let stopKeys = (1...9).map { KeyPress(Character(String($0))) }

  /// The number of a digit key, from 1; nil for another key.
  static func number(_ press: KeyPress) -> Int? { stopKeys.firstIndex(of: press).map { $0 + 1 } }
  func lines(of guide: Guide) -> [Line] { lines.filter { $0.guides.contains(guide) } }
  func action(_ press: KeyPress, in guide: Guide) -> Action? { actions[guide]?[press] }

  /// An action with its keys; nil if the guide has no such action.
  func binding(of action: Action, in guide: Guide) -> Binding? {
    lines(of: guide).lazy.flatMap(\.bindings).first { $0.action == action }
  }

  /// An action's key in a sentence; the menu's key for an action without keys.
  subscript(action: Action) -> String {
    let binding = lines.lazy.flatMap(\.bindings).first { $0.action == action }
    return binding?.shownKey?.name ?? "Enter (menu)"
  }
}

/// The keys of one screen, for help outside of the screen.
public struct KeyGuide: Sendable, Hashable {
  /// Keys that belong together.
  public struct Section: Sendable, Hashable {
    /// The title, in capitals.
    public let title: String
    /// The keys and what they do, in ASCII.
    public let rows: [Row]
  }

  /// One or more keys.
  public struct Row: Sendable, Hashable {
    /// How the keys are written.
    public let keys: String
    /// The effect of the keys.
    public let text: String
  }

  /// When the keys apply.
  public let title: String
  /// The sections in the order of the screen's help.
  public let sections: [Section]

  /// The guides for following a ride, for several rides, for booking, and for the command line.
  public static func all(_ keys: KeyTable) -> [KeyGuide] {
    [
      KeyGuide("While a ride is followed", keys.lines(of: .following)),
      KeyGuide("While several rides are listed", keys.lines(of: .listing)),
      KeyGuide("While a ride is chosen and booked", keys.lines(of: .booking)), commands,
    ]
  }

  private static var commands: KeyGuide {
    let rows = PromptCommand.allCases.map { Row(keys: $0.form, text: $0.entry.text) }
    return KeyGuide(
      title: "On the command line",
      sections: [Section(title: "COMMANDS", rows: rows)]
    )
  }

  private init(title: String, sections: [Section]) {
    (self.title, self.sections) = (title, sections)
  }

  private init(_ title: String, _ lines: [KeyTable.Line]) {
    self.title = title
    sections = KeyTable.Section.allCases.compactMap { section in
      let rows = lines.filter { $0.section == section }.map { Row(keys: $0.keys, text: $0.text) }
      return rows.isEmpty ? nil : Section(title: section.title, rows: rows)
    }
  }
}

struct KeyPress: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  let key: Key
  let modifiers: Modifiers

  static let (up, down, left, right) = (Self(.up), Self(.down), Self(.left), Self(.right))
  static let (home, end, pageUp, pageDown) =
    (Self(.home), Self(.end), Self(.pageUp), Self(.pageDown))
  static let (enter, escape, tab, backspace) =
    (Self(.enter), Self(.escape), Self(.tab), Self(.backspace))

  static func function(_ number: Int) -> Self { Self(.function(number)) }
  static func control(_ letter: Character) -> Self { Self(.character(letter), .control) }
  static func shift(_ key: Key) -> Self { Self(key, .shift) }

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  init(_ character: Character) { self.init(.character(character)) }
  init(extendedGraphemeClusterLiteral letter: Character) { self.init(letter) }

  /// How the key is written: `a`, `Space`, `F5`, `Ctrl-L`, `Shift-Tab`.
  var name: String {
    let held = [(Modifiers.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
    let prefix = held.filter { modifiers.contains($0.0) }.map(\.1).joined()
    let name =
      switch key {
      case .character(" "): "Space"
      case .character(let letter): modifiers.isEmpty ? String(letter) : letter.uppercased()
      case .up: "Up"
      case .down: "Down"
      case .left: "Left"
      case .right: "Right"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .insert: "Ins"
      case .delete: "Del"
      case .backspace: "Bksp"
      case .tab: "Tab"
      case .enter: "Enter"
      case .escape: "Esc"
      case .function(let number): "F\(number)"
      }
    return prefix + name
  }

  /// Parses a ``name``, ignoring case except for a letter alone; nil for an unknown key.
  init?(named name: String) {
    var modifiers: Modifiers = []
    var rest = name[...]
    let held = [("ctrl-", Modifiers.control), ("alt-", .alt), ("shift-", .shift)]
    while let (prefix, modifier) = held.first(where: {
      rest.count > $0.0.count && rest.lowercased().hasPrefix($0.0)
    }) {
      guard !modifiers.contains(modifier) else { return nil }
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    let lower = rest.lowercased()
    if rest.count == 1 || lower == "space" {
      self.init(letter: lower == "space" ? " " : rest[rest.startIndex], modifiers)
    } else if let key = Self.keys[lower] {
      self.init(key, modifiers)
    } else {
      return nil
    }
  }

  private init?(letter: Character, _ modifiers: Modifiers) {
    // Shift is part of the character that is written.
    guard !modifiers.contains(.shift), SafeText(String(letter)).description == String(letter)
    else { return nil }
    guard modifiers.contains(.control) else {
      self.init(.character(letter), modifiers)
      return
    }
    // A terminal sends Ctrl with a letter in either case; Ctrl-I and Ctrl-M are Tab and Enter.
    guard letter.isASCII, letter.isLetter, !"im".contains(letter.lowercased()) else { return nil }
    self.init(.character(Character(letter.lowercased())), modifiers)
  }

  /// The keys that write no character, by their names in lower case.
  private static let keys: [String: Key] = {
    let plain: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
      .tab, .enter, .escape,
    ]
    let all = plain + (1...12).map(Key.function)
    return Dictionary(uniqueKeysWithValues: all.map { (KeyPress($0).name.lowercased(), $0) })
  }()
}
