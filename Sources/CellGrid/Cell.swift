/// One cell of a screen: a character of one or two columns, with a style.
public struct Cell: Sendable, Hashable {
  /// The character that stands alone.
  public var base: Unicode.Scalar
  /// Up to two combining marks on it, 0 where there is none.
  public var marks: (UInt32, UInt32)
  /// The columns it takes: 1 or 2, or 0 for the right half of a wide character.
  public var width: UInt8
  /// How it is shown.
  public var style: CellStyle

  /// Creates a cell.
  public init(
    _ base: Unicode.Scalar = " ",
    marks: (UInt32, UInt32) = (0, 0),
    width: UInt8 = 1,
    style: CellStyle = .plain
  ) {
    self.base = base
    self.marks = marks
    self.width = width
    self.style = style
  }

  /// An empty cell in the terminal's own style.
  public static let blank = Cell()

  /// Whether nothing but its background shows, so that the glyph's color and weight make no difference.
  public var isEmpty: Bool {
    base == " " && width == 1 && marks == (0, 0)
      && style.attributes.isDisjoint(with: [.reverse, .underline])
  }

  /// Whether people see no difference to another cell, though it may be empty in another color.
  public func looksLike(_ other: Cell) -> Bool {
    self == other || (isEmpty && other.isEmpty && style.background == other.style.background)
  }

  /// Whether two cells are the same.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.base == other.base && one.marks == other.marks && one.width == other.width
      && one.style == other.style
  }

  /// Hashes what a cell looks like.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(marks.0)
    hasher.combine(marks.1)
    hasher.combine(width)
    hasher.combine(style)
  }
}
