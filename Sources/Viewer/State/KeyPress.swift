internal import CellGrid

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
