internal import CellGrid

/// What every key does, and how help, the menu and the key bar say it.
///
/// ``standardLines`` is the one table; all else is made from it and from what the user changed.
public struct KeyTable: Sendable, Equatable {
  /// The keys as they are where nobody changes them.
  public static let standard = KeyTable(lines: standardLines)

  /// All keys with what they do, in the order of help.
  let lines: [Line]
  private let actions: [Guide: [KeyPress: Action]]
  /// Every key that a line may name, by its name; `y` answers a question.
  let named: [String: KeyPress]

  init(lines: [Line]) {
    self.lines = lines
    actions = Dictionary(
      uniqueKeysWithValues: Guide.allCases.map { guide in
        let keys = lines.filter { $0.guides.contains(guide) }.flatMap(\.bindings)
          .flatMap { binding in binding.keys.map { ($0, binding.action) } }
        return (guide, Dictionary(keys, uniquingKeysWith: { first, _ in first }))
      }
    )
    named = Dictionary(
      (lines.flatMap(\.bindings).flatMap(\.keys) + ["y"]).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A section of help.
  enum Section: String, CaseIterable, Sendable {
    case list = "LIST"
    case places = "PLACES"
    case camera = "CAMERA"
    case data = "DATA"
    case view = "VIEW"
    case other = "OTHER"
  }

  /// What is told of by help, and whose keys count.
  enum Guide: Hashable, CaseIterable, Sendable {
    /// Following a ride.
    case following
    /// Choosing and booking one.
    case booking
    /// Looking over several rides.
    case listing
  }

  /// An action with its keys.
  struct Binding: Equatable, Sendable {
    let action: Action
    /// The keys; none where the user took them away.
    var keys: [KeyPress]
    /// What it does, in a few words.
    let text: String
    /// What the key bar calls it; nil for what never stands there.
    let label: String?
    /// Whether the menu can do it.
    let isInMenu: Bool

    /// The key that stands for all where there is room for one: the first that writes a character,
    /// else the first; nil where there is none.
    var shownKey: KeyPress? { keys.first { $0.name.count == 1 } ?? keys.first }
  }

  /// A line of help, for one or more actions that belong together.
  struct Line: Equatable, Sendable {
    /// The columns that keys have in help.
    static let keyColumns = 11

    let section: Section
    let guides: Set<Guide>
    /// How the keys are written.
    var keys: String
    /// What they do.
    let text: String
    var bindings: [Binding]

    /// The actions in their order.
    var actions: [Action] { bindings.map(\.action) }
  }

  static let stopKeys = (1...9).map { KeyPress(Character(String($0))) }

  /// The number that a digit's key means; nil for another key.
  static func number(_ press: KeyPress) -> Int? {
    stopKeys.firstIndex(of: press).map { $0 + 1 }
  }

  /// The lines of a guide's help in their order.
  func lines(of guide: Guide) -> [Line] { lines.filter { $0.guides.contains(guide) } }

  /// The action of a key, if it has one.
  func action(_ press: KeyPress, in guide: Guide) -> Action? { actions[guide]?[press] }

  /// An action with its keys; nil where the guide has no such action.
  func binding(of action: Action, in guide: Guide) -> Binding? {
    lines(of: guide).lazy.flatMap(\.bindings).first { $0.action == action }
  }

  /// How the key of an action is called in a sentence: the way through the menu where it has none.
  subscript(action: Action) -> String {
    let binding = lines.lazy.flatMap(\.bindings).first { $0.action == action }
    return binding?.shownKey?.name ?? "Enter (menu)"
  }
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral letter: Character) {
    self.init(letter)
  }
}
