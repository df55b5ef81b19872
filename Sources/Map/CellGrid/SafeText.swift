internal import TrustLimits

/// Text that cannot harm a terminal: clean, bounded, with a known width.
///
/// Text from a server, a file or another program becomes safe where it enters, and frames, logs,
/// reports and errors accept only safe text. Joining and interpolation keep text safe.
///
/// Control, bidirectional, zero-width, tag, private and unassigned characters are removed, tabs and
/// line ends become spaces, a base keeps at most two marks, and the text at most 512 columns and
/// 4 KiB. Marks are composed with their base as in normalisation form C for Latin, Greek, Cyrillic,
/// kana and Hangul. Cleaning a clean text does not change it.
public struct SafeText: Sendable, Hashable, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, CustomStringConvertible
{
  /// The characters as cells of the plain style.
  public private(set) var glyphs: [Cell] = []
  /// The width in columns, at most 512.
  public private(set) var width = 0
  /// The bytes of the text as UTF-8, at most 4,096.
  private var bytes = 0

  /// Creates an empty text.
  public init() {}

  /// Cleans and bounds a text.
  public init(_ text: String) { self.init(scalars: text.unicodeScalars) }

  /// Cleans and bounds bytes of UTF-8; invalid bytes become U+FFFD.
  public init(utf8 text: some Sequence<UInt8>) {
    self.init(String(decoding: Array(text.prefix(Self.mostScanned)), as: UTF8.self))
  }

  /// Cleans and bounds a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Whether there are no characters.
  public var isEmpty: Bool { glyphs.isEmpty }

  /// The clean text.
  public var description: String {
    var view = String.UnicodeScalarView()
    for glyph in glyphs { view.append(contentsOf: glyph.scalars) }
    return String(view)
  }

  /// Joins two texts within the same bounds.
  public static func + (one: SafeText, other: SafeText) -> SafeText {
    var result = one
    result += other
    return result
  }

  /// Appends a text, within the same bounds.
  public static func += (one: inout SafeText, other: SafeText) {
    for glyph in other.glyphs { guard one.append(glyph) else { return } }
  }

  /// The longest prefix of whole characters that fits into some columns.
  public func prefix(columns: Int) -> SafeText {
    var result = SafeText()
    for glyph in glyphs {
      guard result.width + Int(glyph.width) <= columns, result.append(glyph) else { break }
    }
    return result
  }

  /// The text if it fits into some columns, otherwise its start and an ellipsis.
  public func truncated(to columns: Int, ellipsis: SafeText = "…") -> SafeText {
    guard width > columns else { return self }
    guard ellipsis.width <= columns else { return prefix(columns: columns) }
    return prefix(columns: columns - ellipsis.width) + ellipsis
  }

  /// A text's place in wider columns.
  public enum Alignment: Sendable, Hashable {
    case leading
    /// In the middle, or half a column to the left of it.
    case center
    case trailing
  }

  /// The text padded with spaces to some columns; a wider text does not change.
  public func padded(to columns: Int, alignment: Alignment = .leading) -> SafeText {
    let missing = min(columns, Limits.Text.cells) - width
    guard missing > 0 else { return self }
    let before =
      switch alignment {
      case .leading: 0
      case .center: missing / 2
      case .trailing: missing
      }
    return .spaces(before) + self + .spaces(missing - before)
  }

  /// A text of one clean character.
  init(glyph: Cell) {
    self.init()
    _ = append(glyph)
  }

  private static func spaces(_ count: Int) -> SafeText {
    var result = SafeText()
    for _ in 0..<count where result.append(.blank) {}
    return result
  }

  /// The most characters to read, because no other limit counts removed ones.
  private static let mostScanned = 16 * Limits.Text.bytes

  private init(scalars: String.UnicodeScalarView) {
    self.init()
    var pending: Cell?
    for scalar in scalars.prefix(Self.mostScanned) {
      guard let clean = Self.clean(scalar) else { continue }
      let width = CharacterWidth.columns(of: clean)
      if width == 0 {
        // A mark without a base is removed.
        if let base = pending { pending = Self.adding(clean, to: base) }
        continue
      }
      if let base = pending, !append(base) { return }
      pending = Cell(clean, width: UInt8(width))
    }
    if let base = pending { _ = append(base) }
  }

  private mutating func append(_ glyph: Cell) -> Bool {
    var size = UTF8.width(glyph.base)
    for mark in [glyph.marks.0, glyph.marks.1] where mark != 0 {
      size += Unicode.Scalar(mark).map(UTF8.width) ?? 0
    }
    guard width + Int(glyph.width) <= Limits.Text.cells, bytes + size <= Limits.Text.bytes
    else { return false }
    glyphs.append(glyph)
    width += Int(glyph.width)
    bytes += size
    return true
  }

  /// Adds a mark to a cell, composed if possible; a cell with two marks does not change.
  private static func adding(_ mark: Unicode.Scalar, to cell: Cell) -> Cell {
    var cell = cell
    if cell.marks.0 == 0 {
      if let composed = Composition.composed(cell.base, mark),
        CharacterWidth.columns(of: composed) == Int(cell.width)
      {
        cell.base = composed
      } else {
        cell.marks.0 = mark.value
      }
      return cell
    }
    if cell.marks.1 == 0 { cell.marks.1 = mark.value }
    return cell
  }

  /// A character as it is shown; nil if it must not be shown.
  private static func clean(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return scalar
    case 0x09, 0x0A, 0x0D: return " "
    case 0..<0xA0: return nil
    // A no-break space is a space to a terminal; variation selectors and fillers are invisible.
    case 0xA0: return " "
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: return nil
    case 0xFE00...0xFE0F, 0xE0000...0xE0FFF: return nil
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return nil
    case .spaceSeparator: return scalar.value == 0x3000 ? scalar : " "
    default: break
    }
    guard let age = properties.age, (age.major, age.minor) <= CharacterWidth.version
    else { return nil }
    return scalar
  }
}
