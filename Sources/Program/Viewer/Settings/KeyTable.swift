internal import CellGrid

/// The keys of all actions, with their texts in help, the menu and the key bar.
///
/// Everything derives from ``standardLines`` and the user's changes.
public struct KeyTable: Sendable, Equatable {
  /// The keys without changes by the user.
  public static let standard = KeyTable(lines: standardLines)

  let lines: [Line]

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
  enum Guide: Hashable, CaseIterable, Sendable { case following, booking, listing }

  /// The action of a key on each kind of screen; nil where it has none.
  struct Actions: Equatable, Sendable {
    var ride: RideAction?
    var list: ListAction?
    var booking: BookingAction?

    static func ride(_ action: RideAction) -> Self { Self(ride: action) }
    static func list(_ action: ListAction) -> Self { Self(list: action) }
    static func booking(_ action: BookingAction) -> Self { Self(booking: action) }
    static func screen(_ action: ScreenAction) -> Self {
      all(.screen(action), .screen(action), .screen(action))
    }

    static func all(_ ride: RideAction, _ list: ListAction, _ booking: BookingAction) -> Self {
      Self(ride: ride, list: list, booking: booking)
    }
  }

  struct Binding: Equatable, Sendable {
    let actions: Actions
    /// The name in key settings.
    let name: String
    /// Empty if the user removed them.
    var keys: [KeyPress]
    let text: String
    /// The key bar's label; nil for an action that the key bar never shows.
    let label: String?
    /// Whether its keys cannot be changed, so that every screen can always be left.
    let isFixed: Bool

    /// The key to show if there is room for one, preferably one that writes a character.
    var shownKey: KeyPress? { keys.first { $0.name.count == 1 } ?? keys.first }
  }

  /// A line of help, for one or more related actions.
  struct Line: Equatable, Sendable {
    static let keyColumns = 11

    var section = Section.other
    /// How the keys are written, unless the user has changed them.
    var keys: String
    var text: String
    var bindings: [Binding] = []

    /// The screens that have these keys.
    var guides: Set<Guide> {
      var guides: Set<Guide> = []
      for actions in bindings.map(\.actions) {
        if actions.ride != nil { guides.insert(.following) }
        if actions.list != nil { guides.insert(.listing) }
        if actions.booking != nil { guides.insert(.booking) }
      }
      return guides
    }
  }

  /// The number of a digit key, from 1; nil for another key.
  static func number(_ press: KeyPress) -> Int? { Int(press.name).flatMap { $0 > 0 ? $0 : nil } }
  func lines(of guide: Guide) -> [Line] { lines.filter { $0.guides.contains(guide) } }
  private var bindings: some Sequence<Binding> { lines.lazy.flatMap(\.bindings) }

  /// The action of a key; nil if the screen has none for it.
  func action<Action: KeyedAction>(_ press: KeyPress, as _: Action.Type = Action.self) -> Action? {
    for binding in bindings where binding.keys.contains(press) {
      if let action = Action.of(binding.actions) { return action }
    }
    return nil
  }

  /// An action with its keys.
  func binding<Action: KeyedAction>(of action: Action) -> Binding? {
    bindings.first { Action.of($0.actions) == action }
  }

  func names<Action: KeyedAction>(of actions: Set<Action>) -> Set<String> {
    Set(actions.compactMap { binding(of: $0)?.name })
  }

  /// An action's key in a sentence; the menu's key for an action without keys.
  subscript<Action: KeyedAction>(action: Action) -> String {
    binding(of: action)?.shownKey?.name ?? "Enter (menu)"
  }

  subscript(action: RideAction) -> String { binding(of: action)?.shownKey?.name ?? "Enter (menu)" }
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
