internal import CNcurses
package import CellGrid
internal import SystemLibrary

/// Curses for output only: it turns cells into bytes for the terminal.
///
/// It writes to a file without a name, so that other code counts the bytes and decides when they go
/// to the terminal. Safe: the pointers are made in `init`, freed in ``close()`` and never exposed.
@safe @TerminalActor package final class CursesOutput {
  /// The most spaces in a row that get the style of the character before them.
  private static let mostStyledSpaces = 8
  /// The number of styles whose looks are kept.
  private static let slots = 512
  private static let noLooks = [(style: CellStyle, look: cchar_t)?](repeating: nil, count: slots)

  private let screen: OpaquePointer
  private let buffer: UnsafeMutablePointer<FILE>
  private let window: UnsafeMutablePointer<WINDOW>
  private let depth: ColorDepth
  private let isASCIIOnly: Bool
  /// The highest color number for curses: 255, or more where exact colors are numbered from 256 on.
  private var lastColor = 255
  /// The colors that are not in the palette, and their numbers for curses, from 256 on.
  private var exactColors: [Color] = []
  private var exactNumbers: [Color: Int32] = [:]
  /// Whether a reversed cell with colors gets them swapped, because the terminal cannot reverse colors.
  private let swapsColors: Bool
  /// The terminal's own colors; nil if curses does not name pairs.
  private let usual: OutputFilter.Colors?
  private var filter: OutputFilter
  private var looks = noLooks
  /// The colors of each pair of curses.
  private var pairs: [(foreground: Int32, background: Int32)?] = []
  /// The cells of a row on their way to curses.
  private var line: [cchar_t] = []
  private var isCursorShown = false
  private var isClosed = false
  /// The cursor's place after the next update; nil if it is hidden.
  private var cursor: GridPoint?
  /// The bytes that let every row scroll and move the cursor; empty if the terminal has no regions.
  let wholeRegion: [UInt8]
  /// The bytes that end the screen after a crash, without curses.
  let crashRestore: [UInt8]
  /// The bytes that end the screen after a kill, when a shell may have written to it already.
  let killRestore: [UInt8]

  /// Starts curses for a terminal's description.
  ///
  /// The first update enters curses' mode, with the size that is set by then.
  package init(
    term: String, depth: ColorDepth, isASCIIOnly: Bool, hasExactColors: Bool = false
  ) throws(TerminalError) {
    guard let buffer = unsafe ridealong_curses_buffer() else {
      throw TerminalError.system(operation: "make a buffer", code: errno)
    }
    var usual = [CChar](repeating: 0, count: 32)
    guard let screen = unsafe ridealong_curses_new(term, buffer, &usual) else {
      unsafe fclose(buffer)
      throw TerminalError.unknownTerminal(term: SafeText(term))
    }
    guard let window = unsafe ridealong_curses_window() else {
      endwin()
      unsafe delscreen(screen)
      unsafe fclose(buffer)
      throw TerminalError.unknownTerminal(term: SafeText(term))
    }
    unsafe self.buffer = buffer
    unsafe self.screen = screen
    unsafe self.window = window
    self.isASCIIOnly = isASCIIOnly
    var depth = depth
    if depth != .monochrome, start_color() != OK || use_default_colors() != OK {
      depth = .monochrome
    }
    self.depth = depth
    curs_set(0)
    unsafe leaveok(window, true)
    unsafe scrollok(window, false)
    swapsColors = ridealong_curses_swaps_colors() != 0
    let names = ridealong_curses_names_pairs() != 0
    self.usual = names ? unsafe Self.usualColors(Self.text(usual)) : nil
    filter = OutputFilter(usual: self.usual)
    wholeRegion = ridealong_curses_sets_region() != 0 ? TerminalModes.wholeRegion : []
    (crashRestore, killRestore) = Self.makeRestores()
    // So far curses has written for 24 rows, since a file has no size, and lets no other row scroll.
    // These bytes are discarded, and the first update writes them again.
    endwin()
    _ = takeBytes()
    if hasExactColors, canShowExactColors { showExactColors() }
  }

  /// Whether exact colors can be written, should the terminal show them.
  var canShowExactColors: Bool { depth == .palette256 && usual != nil }

  /// Writes exact colors from the next frame on, instead of the nearest of the palette.
  func showExactColors() {
    lastColor = Int(ridealong_curses_colors()) - 1
    looks = Self.noLooks
  }

  /// Without an alternate screen the last picture stays; a crash leaves an empty line below it.
  private static func makeRestores() -> (crash: [UInt8], kill: [UInt8]) {
    let cursor = unsafe text(ridealong_curses_usual_cursor())
    let exit = unsafe text(ridealong_curses_exit_screen())
    guard exit.isEmpty else {
      let restore = TerminalModes.wholeRegion + TerminalModes.restore + cursor + exit
      return (restore, restore)
    }
    let clear = unsafe text(ridealong_curses_clear_line())
    return (
      TerminalModes.wholeRegion + TerminalModes.restore + cursor + TerminalModes.lastRow + clear,
      TerminalModes.wholeRegionAround + TerminalModes.restore + cursor
    )
  }

  /// A sequence of the terminal's description, without delays such as `$<5>`.
  private static func text(_ sequence: UnsafePointer<CChar>?) -> [UInt8] {
    guard let sequence = unsafe sequence else { return [] }
    var bytes = Array(unsafe String(cString: sequence).utf8)
    // A regular expression takes long to compile at the start.
    while let start = bytes.firstRange(of: "$<".utf8)?.lowerBound,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    { bytes.removeSubrange(start...end) }
    return bytes
  }

  package func resize(to size: GridSize) {
    resizeterm(Int32(clamping: size.rows), Int32(clamping: size.columns))
  }

  /// Makes the next update write every cell.
  func forgetScreen() {
    guard let current = unsafe ridealong_curses_current() else { return }
    unsafe clearok(current, true)
  }

  /// Puts the rows of a frame that differ from those of the one before into the window; false if the
  /// frames are the same.
  ///
  /// Curses then finds the cells that differ.
  package func put(_ frame: Frame, over shown: Frame?) -> Bool {
    var isSame = shown != nil && shown?.cursor == frame.cursor
    for row in 0..<frame.size.rows where shown?.hasSame(row: row, as: frame) != true {
      put(row, of: frame)
      isSame = false
    }
    cursor = frame.cursor
    return !isSame
  }

  private func put(_ row: Int, of frame: Frame) {
    let columns = frame.size.columns
    let cells = frame.cells.span.extracting(row * columns..<(row + 1) * columns)
    var style: CellStyle?
    var look = cchar_t()
    func use(_ wanted: CellStyle) {
      guard wanted != style else { return }
      style = wanted
      look = self.look(of: wanted)
    }
    var start = 0
    var column = 0
    line.removeAll(keepingCapacity: true)
    while column < columns {
      let cell = cells[column]
      if cell.isEmpty {
        let background = cell.style.background
        let first = column
        while column < columns, cells[column].isEmpty, cells[column].style.background == background
        { column += 1 }
        // The style of the character before, so that it is not switched off and on; a terminal may clear
        // more cells at once.
        if column - first > Self.mostStyledSpaces || style?.background != background
          || style?.attributes.isDisjoint(with: [.reverse, .underline]) != true
        {
          use(CellStyle(background: background))
        }
        _ = unsafe ridealong_curses_fill(&look, 0x20, 0, 0)
        line.append(contentsOf: repeatElement(look, count: column - first))
        continue
      }
      column += 1
      // The replacement of a wide character takes one column, so its other half is written too.
      guard cell.width > 0 || isASCIIOnly else { continue }
      use(cell.style)
      let marks = isASCIIOnly ? (0, 0) : cell.marks
      let width = unsafe ridealong_curses_fill(&look, character(cell), marks.0, marks.1)
      line.append(look)
      // Where the C library takes a character for wider or narrower, the next one keeps its column.
      guard !isASCIIOnly, width != Int32(cell.width) else { continue }
      putLine(at: start, row)
      start = column + Int(cell.width) - 1
    }
    putLine(at: start, row)
  }

  private func putLine(at column: Int, _ row: Int) {
    unsafe wmove(window, Int32(clamping: row), Int32(clamping: column))
    unsafe wadd_wchnstr(window, line, Int32(clamping: line.count))
    line.removeAll(keepingCapacity: true)
  }

  /// The bytes that make the terminal show the window.
  ///
  /// - Parameter hidesCursor: Whether the cursor's moves would be seen: then it is hidden first and shown last.
  package func update(hidesCursor: Bool = true) -> [UInt8] {
    if isCursorShown, cursor == nil || hidesCursor { showCursor(false) }
    unsafe leaveok(window, cursor == nil)
    if let cursor {
      unsafe wmove(window, Int32(clamping: cursor.row), Int32(clamping: cursor.column))
    }
    unsafe wnoutrefresh(window)
    doupdate()
    if cursor != nil, !isCursorShown { showCursor(true) }
    return takeBytes()
  }

  /// The bytes that leave curses' mode; the next update enters it again.
  ///
  /// They leave the cursor in an empty line, so that the shell does not write into the picture.
  func leave() -> [UInt8] {
    endwin()
    // The region comes first: setting it moves the cursor, which curses then puts in its place.
    let bytes = wholeRegion + takeBytes()
    guard unsafe ridealong_curses_exit_screen() == nil else { return bytes }
    let clear = unsafe Self.text(ridealong_curses_clear_line())
    return bytes + [0x0D] + clear
  }

  /// Removes and returns the bytes that curses has written.
  package func takeBytes() -> [UInt8] {
    unsafe fflush(buffer)
    let file = unsafe fileno(buffer)
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe pread(file, &bytes, size, 0)
    lseek(file, 0, SEEK_SET)
    ftruncate(file, 0)
    return filter.filtered(count == size ? bytes : Array(bytes[..<max(0, count)]))
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    unsafe delscreen(screen)
    unsafe fclose(buffer)
  }

  private func showCursor(_ isShown: Bool) {
    isCursorShown = isShown
    curs_set(isShown ? 1 : 0)
  }

  private static func attributes(of style: CellStyle) -> UInt32 {
    var attributes: UInt32 = 0
    if style.attributes.contains(.bold) { attributes |= ridealong_curses_bold() }
    if style.attributes.contains(.dim) { attributes |= ridealong_curses_dim() }
    if style.attributes.contains(.reverse) { attributes |= ridealong_curses_reverse() }
    if style.attributes.contains(.underline) { attributes |= ridealong_curses_underline() }
    return attributes
  }

  /// The code point of a character that may be written.
  ///
  /// A glyph may come from anywhere in the program, but control characters are never written.
  private func character(_ cell: Cell) -> UInt32 {
    let base = cell.base.value
    let isUnsafe = base < 0x20 || (0x7F..<0xA0).contains(base) || (isASCIIOnly && base > 0x7E)
    return isUnsafe ? 0x3F : base
  }

  /// A cell with the attributes and colors of a style, without a character.
  private func look(of style: CellStyle) -> cchar_t {
    let slot = Self.slot(of: style)
    if let known = looks[slot], known.style == style { return known.look }
    var shown = lastColor > 255 ? style : style.reduced(to: depth)
    let hasColors = shown.foreground != .standard || shown.background != .standard
    if swapsColors, hasColors, shown.attributes.contains(.reverse) {
      shown.attributes.remove(.reverse)
      (shown.foreground, shown.background) = (shown.background, shown.foreground)
    }
    let pair = hasColors ? pair(of: shown) : 0
    var look = cchar_t()
    unsafe ridealong_curses_style(&look, Self.attributes(of: shown), pair ?? 0)
    if pair != nil { looks[slot] = (style, look) }
    return look
  }

  private static func slot(of style: CellStyle) -> Int {
    func number(_ color: Color) -> Int {
      switch color {
      case .standard: 0
      case .indexed(let index): 1 + Int(index)
      case .rgb(let red, let green, let blue): Int(red) &* 5 ^ Int(green) &* 3 ^ Int(blue)
      }
    }
    let colors = number(style.foreground) &* 257 &+ number(style.background)
    return (colors &* 8 &+ Int(style.attributes.rawValue)) &* 40_503 >> 8 & (slots - 1)
  }

  /// The pair of two colors; nil if curses has no room for it.
  private func pair(of style: CellStyle) -> Int32? {
    let (foreground, background) = (number(style.foreground), number(style.background))
    let pair = Int(alloc_pair(foreground, background))
    guard pair > 0 else { return nil }
    while pairs.count <= pair { pairs.append(nil) }
    guard pairs[pair]?.foreground != foreground || pairs[pair]?.background != background else {
      return Int32(pair)
    }
    // Where the table is full, curses may replace a pair.
    if pairs[pair] != nil { looks = Self.noLooks }
    pairs[pair] = (foreground, background)
    if let usual {
      filter.define(
        pair,
        OutputFilter.Colors(
          foreground: parameters(of: foreground, isBackground: false) ?? usual.foreground,
          background: parameters(of: background, isBackground: true) ?? usual.background))
    }
    return Int32(pair)
  }

  /// The parameters of the sequence for a color; nil for the terminal's own color.
  private func parameters(of color: Int32, isBackground: Bool) -> [UInt8]? {
    guard color >= 0 else { return nil }
    if color > 255, case .rgb(let red, let green, let blue) = exactColors[Int(color) - 256] {
      return Array("\(isBackground ? "48" : "38");2;\(red);\(green);\(blue)".utf8)
    }
    let sequence = unsafe Self.text(ridealong_curses_color(color, isBackground ? 1 : 0))
    return Array(sequence.dropFirst(2).dropLast())
  }

  /// The terminal's own colors by its sequence for both.
  private static func usualColors(_ sequence: [UInt8]) -> OutputFilter.Colors? {
    let parts = sequence.dropFirst(2).dropLast().split(separator: UInt8(ascii: ";"))
    guard parts.count == 2 else { return nil }
    return OutputFilter.Colors(foreground: Array(parts[0]), background: Array(parts[1]))
  }

  /// The number of a color for curses, which does not know exact colors; the nearest of the palette where all
  /// numbers are used.
  private func number(_ color: Color) -> Int32 {
    switch color {
    case .standard: return -1
    case .indexed(let index): return Int32(index)
    case .rgb:
      if let known = exactNumbers[color] { return known }
      guard exactColors.count + 256 <= lastColor else {
        return number(color.reduced(to: .palette256))
      }
      exactColors.append(color)
      exactNumbers[color] = Int32(exactColors.count + 255)
      return Int32(exactColors.count + 255)
    }
  }
}
