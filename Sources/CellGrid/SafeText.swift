internal import TrustLimits

/// Text that cannot harm a terminal: clean, bounded, with a known width.
///
/// Text from a server, a file or another program becomes safe where it enters, and frames, logs,
/// reports and error texts accept nothing else. Two safe texts joined are safe again.
/// Interpolation cleans whatever is interpolated.
///
/// Control, bidirectional, zero-width, tag, private and unassigned characters are dropped, tabs and
/// line ends become spaces, a base keeps at most two marks, and no text is longer than 512 columns
/// or 4 KiB. Marks are composed with their base as in normalisation form C for Latin, Greek,
/// Cyrillic, kana and Hangul. Cleaning a clean text changes nothing.
/// Source: the rules of the user interface study, section 6.4.
public struct SafeText: Sendable, Hashable, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, CustomStringConvertible
{
  /// The characters as cells of the plain style, one each.
  public private(set) var glyphs: [Cell]
  /// The columns that the text takes, at most 512.
  public private(set) var width: Int
  /// The bytes of the text as UTF-8, at most 4,096.
  private var bytes: Int

  /// Creates an empty text.
  public init() {
    glyphs = []
    width = 0
    bytes = 0
  }

  /// Cleans and bounds a text.
  public init(_ text: String) {
    self.init(scalars: text.unicodeScalars)
  }

  /// Cleans and bounds bytes of UTF-8; what is not UTF-8 becomes U+FFFD.
  public init(utf8 text: some Sequence<UInt8>) {
    self.init(
      scalars: String(
        decoding: Array(text.prefix(Self.mostScanned)),
        as: UTF8.self
      ).unicodeScalars
    )
  }

  /// Cleans a text of the program's own.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Whether there is nothing to see.
  public var isEmpty: Bool { glyphs.isEmpty }

  /// The clean text.
  public var description: String {
    var view = String.UnicodeScalarView()
    for glyph in glyphs {
      view.append(glyph.base)
      for mark in [glyph.marks.0, glyph.marks.1] where mark != 0 {
        if let scalar = Unicode.Scalar(mark) { view.append(scalar) }
      }
    }
    return String(view)
  }

  /// Two texts one after the other, within the same bounds.
  public static func + (one: SafeText, other: SafeText) -> SafeText {
    var result = one
    result += other
    return result
  }

  /// Appends a text, within the same bounds.
  public static func += (one: inout SafeText, other: SafeText) {
    for glyph in other.glyphs {
      guard one.append(glyph) else { return }
    }
  }

  /// The part that fits into some columns, cut at whole characters.
  public func prefix(columns: Int) -> SafeText {
    var result = SafeText()
    for glyph in glyphs {
      guard result.width + Int(glyph.width) <= columns, result.append(glyph) else { break }
    }
    return result
  }

  /// The text if it fits into some columns, else its start and a mark that it was cut.
  public func truncated(to columns: Int, ellipsis: SafeText = "…") -> SafeText {
    guard width > columns else { return self }
    guard ellipsis.width <= columns else { return prefix(columns: columns) }
    return prefix(columns: columns - ellipsis.width) + ellipsis
  }

  /// Where a text stands in columns wider than itself.
  public enum Alignment: Sendable, Hashable {
    /// At the left.
    case leading
    /// In the middle, one column to the left where it does not come out even.
    case center
    /// At the right.
    case trailing
  }

  /// The text with spaces around it up to some columns; a wider text stays as it is.
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

  /// A text of one character that is part of a text already.
  init(glyph: Cell) {
    self.init()
    _ = append(glyph)
  }

  /// A text of spaces.
  private static func spaces(_ count: Int) -> SafeText {
    var result = SafeText()
    for _ in 0..<count where result.append(.blank) {}
    return result
  }

  /// The most characters that are looked at, since dropped ones count against no other bound.
  private static let mostScanned = 16 * Limits.Text.bytes

  private init(scalars: String.UnicodeScalarView) {
    self.init()
    var pending: Cell?
    for scalar in scalars.prefix(Self.mostScanned) {
      guard let clean = Self.clean(scalar) else { continue }
      let width = CharacterWidth.columns(of: clean)
      if width == 0 {
        // A mark without a base has nothing to stand on.
        if let base = pending { pending = Self.adding(clean, to: base) }
        continue
      }
      if let base = pending, !append(base) { return }
      pending = Cell(clean, width: UInt8(width))
    }
    if let base = pending { _ = append(base) }
  }

  /// Appends a cell if the bounds allow it.
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

  /// A cell with one more mark, composed where that is possible, as it was where it has two.
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

  /// A character as it may be shown, or nil if it must not be.
  private static func clean(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return scalar
    case 0x09, 0x0A, 0x0D: return " "
    case 0..<0xA0: return nil
    // A no-break space is a space to a terminal; variation selectors and fillers show nothing.
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
    case .spaceSeparator:
      return scalar.value == 0x3000 ? scalar : " "
    default: break
    }
    guard let age = properties.age, (age.major, age.minor) <= CharacterWidth.version
    else { return nil }
    return scalar
  }
}
