internal import CellGrid

/// What every key does, and how help, the menu and the key bar say it.
///
/// ``lines`` is the one table; all else is made from it. Source: user interface study, section 4.
enum KeyTable {
  /// A section of help.
  enum Section: String, CaseIterable {
    case list = "LIST"
    case places = "PLACES"
    case camera = "CAMERA"
    case data = "DATA"
    case view = "VIEW"
    case other = "OTHER"
  }

  /// What is told of by help, and whose keys count.
  enum Guide: Hashable, CaseIterable {
    /// Following a ride.
    case following
    /// Choosing and booking one.
    case booking
    /// Looking over several rides.
    case listing

    /// The lines of help in their order.
    var lines: [Line] { KeyTable.lines.filter { $0.guides.contains(self) } }
  }

  /// An action with its keys.
  struct Binding: Equatable {
    let action: Action
    let keys: [KeyPress]
    /// What it does, in a few words.
    let text: String
    /// What the key bar calls it; nil for what never stands there.
    let label: String?
    /// Whether the menu can do it.
    let isInMenu: Bool

    /// The key that stands for all where there is room for one: the first that writes a character,
    /// else the first.
    var shownKey: KeyPress { keys.first { $0.name.count == 1 } ?? keys[0] }
  }

  /// A line of help, for one or more actions that belong together.
  struct Line: Equatable {
    let section: Section
    let guides: Set<Guide>
    /// How the keys are written.
    let keys: String
    /// What they do.
    let text: String
    let bindings: [Binding]

    /// The actions in their order.
    var actions: [Action] { bindings.map(\.action) }
  }

  static let stopKeys = (1...9).map { KeyPress(Character(String($0))) }

  /// The number that a digit's key means; nil for another key.
  static func number(_ press: KeyPress) -> Int? {
    stopKeys.firstIndex(of: press).map { $0 + 1 }
  }

  private static let actions = Dictionary(
    uniqueKeysWithValues: Guide.allCases.map { guide in
      let keys = guide.lines.flatMap(\.bindings).flatMap { binding in
        binding.keys.map { ($0, binding.action) }
      }
      return (guide, Dictionary(keys, uniquingKeysWith: { first, _ in first }))
    }
  )

  /// The action of a key, if it has one.
  static func action(_ press: KeyPress, in guide: Guide) -> Action? { actions[guide]?[press] }

  /// An action with its keys; nil where the guide has no such action.
  static func binding(of action: Action, in guide: Guide) -> Binding? {
    guide.lines.lazy.flatMap(\.bindings).first { $0.action == action }
  }
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral letter: Character) {
    self.init(letter)
  }
}
