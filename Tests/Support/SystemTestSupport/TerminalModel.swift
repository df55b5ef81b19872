internal import CVterm
public import CellGrid

/// A terminal's screen after some bytes, by a terminal emulator's own library.
///
/// Not for use from two threads at once.
public final class TerminalModel {
  /// The terminal's size.
  public private(set) var size: GridSize

  /// The beginning of a character whose other bytes have not come.
  private var unfinished: [UInt8] = []
  private let model: OpaquePointer
  private let screen: OpaquePointer

  /// Makes an empty terminal.
  public init(size: GridSize) {
    self.size = size
    model = vterm_new(Int32(max(1, size.rows)), Int32(max(1, size.columns)))
    vterm_set_utf8(model, 1)
    screen = vterm_obtain_screen(model)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit { vterm_free(model) }

  /// Takes what a program wrote, in pieces of any length.
  ///
  /// The library takes a character that comes in two pieces for two faulty ones, and whatever stands
  /// after them in a row moves; at the end of the last row the screen then scrolls. So it is given
  /// whole ones.
  public func take(_ bytes: some Collection<UInt8>) {
    let bytes = unfinished + bytes
    let whole = bytes.dropLast(Self.unfinishedBytes(of: bytes))
    unfinished = Array(bytes[whole.endIndex...])
    whole.withUnsafeBytes {
      _ = vterm_input_write(model, $0.bindMemory(to: CChar.self).baseAddress, whole.count)
    }
  }

  /// How many bytes at the end of some begin a character of UTF-8 that has more.
  private static func unfinishedBytes(of bytes: [UInt8]) -> Int {
    for (distance, byte) in bytes.reversed().prefix(3).enumerated() {
      let length =
        switch byte {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF7: 4
        case 0x80...0xBF: 0
        default: 1
        }
      if length > 0 { return length > distance + 1 ? distance + 1 : 0 }
    }
    return 0
  }

  /// The terminal's answers since the last call.
  public func replies() -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 1_024)
    let count = vterm_output_read(model, &buffer, buffer.count)
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// Gives the terminal another size.
  public func resize(to size: GridSize) {
    self.size = size
    vterm_set_size(model, Int32(max(1, size.rows)), Int32(max(1, size.columns)))
  }

  /// One cell as the terminal shows it; a blank outside.
  public func cell(_ column: Int, _ row: Int) -> Cell {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return .blank }
    var cell = ridealong_vterm_cell()
    guard ridealong_vterm_get(screen, Int32(column), Int32(row), &cell) != 0 else { return .blank }
    // The right half of a wide character.
    if cell.text.0 == UInt32.max { return Cell(" ", width: 0) }
    var style = CellStyle(
      foreground: Self.color(cell.foreground), background: Self.color(cell.background))
    if cell.bold != 0 { style.attributes.insert(.bold) }
    if cell.reverse != 0 { style.attributes.insert(.reverse) }
    if cell.underline != 0 { style.attributes.insert(.underline) }
    return Cell(
      cell.text.0 == 0 ? " " : Unicode.Scalar(cell.text.0) ?? "\u{FFFD}",
      marks: (cell.text.1, cell.text.2), width: UInt8(clamping: cell.width), style: style)
  }

  /// The terminal's cells as a frame.
  public var frame: Frame {
    var frame = Frame(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns { frame[column, row] = cell(column, row) }
    }
    return frame
  }

  /// The cell that the cursor is at, shown or not.
  public var cursor: GridPoint {
    var place = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(model), &place)
    return GridPoint(column: Int(place.col), row: Int(place.row))
  }

  /// Finds the rows that scroll by having them scroll, and spoils the picture.
  func takeScrollRegion() -> ClosedRange<Int> {
    for row in 0..<size.rows { take(Array("\u{1B}[\(row + 1);1H\(Self.mark(row))".utf8)) }
    for bottom in (0..<size.rows).reversed() {
      // In the last row of the region a line feed scrolls; below it moves the cursor.
      take(Array("\u{1B}[\(bottom + 1);1H\n".utf8))
      if let top = (0..<size.rows).first(where: { cell(0, $0).base != Self.mark($0) }) {
        return top...max(top, bottom)
      }
    }
    return 0...0
  }

  /// Writes the letter q over the first cell, as the terminal would show it next.
  func takeSample() -> Cell {
    take(Array("\u{1B}[Hq".utf8))
    return cell(0, 0)
  }

  /// A character of one column that no two neighboring rows share.
  private static func mark(_ row: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: "A") + UInt8(row % 26))
  }

  private static func color(_ number: Int32) -> Color {
    UInt8(exactly: number).map { .indexed($0) } ?? .standard
  }
}
