/// One cell of a screen: a character of one or two columns, with a style.
public struct Cell: Sendable, Hashable {
  /// The character without its combining marks.
  public var base: Unicode.Scalar
  /// Up to two combining marks; 0 for a missing one.
  public var marks: (UInt32, UInt32)
  /// The columns: 1 or 2, or 0 for the right half of a wide character.
  public var width: UInt8
  /// The style of the character.
  public var style: CellStyle

  /// Creates a cell.
  public init(
    _ base: Unicode.Scalar = " ", marks: (UInt32, UInt32) = (0, 0), width: UInt8 = 1,
    style: CellStyle = .plain
  ) {
    self.base = base
    self.marks = marks
    self.width = width
    self.style = style
  }

  /// An empty cell in the terminal's own style.
  public static let blank = Cell()

  var scalars: [Unicode.Scalar] {
    [base] + [marks.0, marks.1].compactMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  /// Whether only the background is visible, so that the foreground's style does not matter.
  public var isEmpty: Bool {
    base == " " && width == 1 && marks == (0, 0)
      && style.attributes.isDisjoint(with: [.reverse, .underline])
  }

  /// Whether two cells look the same, even if they are empty and have different foreground styles.
  public func looksLike(_ other: Cell) -> Bool {
    self == other || (isEmpty && other.isEmpty && style.background == other.style.background)
  }

  /// Compares all properties.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.base == other.base && one.marks == other.marks && one.width == other.width
      && one.style == other.style
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(marks.0)
    hasher.combine(marks.1)
    hasher.combine(width)
    hasher.combine(style)
  }
}
