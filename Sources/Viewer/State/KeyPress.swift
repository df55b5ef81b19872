internal import CellGrid

/// A key with what is held beside it.
struct KeyPress: Hashable {
  let key: Key
  let modifiers: Modifiers

  init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  init(_ character: Character) {
    self.init(.character(character))
  }

  /// How the key is written, `a`, `Space`, `F5`, `Ctrl-L`, `Shift-Tab`.
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
}
