internal import CNcurses
package import CellGrid
internal import SystemLibrary

/// Curses for output only: it turns cells into bytes for the terminal.
///
/// It writes to a file without a name, so that other code counts the bytes and decides when they go
/// to the terminal. Safe: the pointers are made in `init`, freed in ``close()`` and never exposed.
@safe
@TerminalActor
package final class CursesOutput {
  private struct PairKey: Hashable {
    var foreground: Color
    var background: Color
  }

  private let screen: OpaquePointer
  private let buffer: UnsafeMutablePointer<FILE>
  private let window: UnsafeMutablePointer<WINDOW>
  private let depth: ColorDepth
  private let isASCIIOnly: Bool
  private let filter: OutputFilter
  private var pairs: [PairKey: Int32] = [:]
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
    term: String,
    depth: ColorDepth,
    isASCIIOnly: Bool,
    hasExactColors: Bool = false
  ) throws(TerminalError) {
    guard let buffer = unsafe ridealong_curses_buffer() else {
      throw TerminalError.system(operation: "make a buffer", code: errno)
    }
    guard let screen = unsafe ridealong_curses_new(term, buffer) else {
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
    let palette = unsafe Self.text(ridealong_curses_usual_palette())
    filter = OutputFilter(palette: palette, hasExactColors: hasExactColors)
    wholeRegion = ridealong_curses_sets_region() != 0 ? TerminalModes.wholeRegion : []
    (crashRestore, killRestore) = Self.makeRestores()
    // So far curses has written for 24 rows, since a file has no size, and lets no other row scroll.
    // These bytes are discarded, and the first update writes them again.
    endwin()
    _ = takeBytes()
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
    return Array(unsafe String(cString: sequence).replacing(/\$<[^>]*>/, with: "").utf8)
  }

  package func resize(to size: GridSize) {
    resizeterm(Int32(clamping: size.rows), Int32(clamping: size.columns))
  }

  /// Makes the next update write every cell.
  func forgetScreen() {
    guard let current = unsafe ridealong_curses_current() else { return }
    unsafe clearok(current, true)
  }

  package func put(_ runs: [FrameDiff.Run]) {
    var cells: [cchar_t] = []
    for run in runs {
      cells.removeAll(keepingCapacity: true)
      var last: (style: CellStyle, attributes: UInt32, pair: Int32)?
      // The replacement of a wide character takes one column, so its other half is written too.
      for cell in run.cells where cell.width > 0 || isASCIIOnly {
        var look = last.flatMap { $0.style == cell.style ? $0 : nil }
        if look == nil {
          let style = cell.style.reduced(to: depth)
          look = (cell.style, Self.attributes(of: style), pair(of: style))
          last = look
        }
        cells.append(character(cell, look?.attributes ?? 0, look?.pair ?? 0))
      }
      unsafe wmove(window, Int32(clamping: run.row), Int32(clamping: run.column))
      unsafe wadd_wchnstr(window, cells, Int32(clamping: cells.count))
    }
  }

  /// Puts the changes of a frame into the window with as few bytes as possible; false if it has none.
  package func put(_ frame: Frame, over shown: Frame?) -> Bool {
    let diff = FrameDiff(from: shown, to: frame)
    put(diff.economicalRuns(in: frame))
    cursor = frame.cursor
    return !diff.isEmpty || shown == nil || shown?.cursor != frame.cursor
  }

  /// The bytes that make the terminal show the window.
  package func update() -> [UInt8] {
    // The cursor is hidden first and shown last, so that its moves are not visible.
    if cursor == nil, isCursorShown { showCursor(false) }
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

  private func character(_ cell: Cell, _ attributes: UInt32, _ pair: Int32) -> cchar_t {
    var result = cchar_t()
    // A glyph may come from anywhere in the program, but control characters are never written.
    var base = cell.base.value
    if base < 0x20 || (0x7F..<0xA0).contains(base) || (isASCIIOnly && base > 0x7E) { base = 0x3F }
    let marks = isASCIIOnly ? (0, 0) : cell.marks
    unsafe ridealong_curses_cell(&result, base, marks.0, marks.1, attributes, pair)
    return result
  }

  private func pair(of style: CellStyle) -> Int32 {
    guard style.foreground != .standard || style.background != .standard else { return 0 }
    let key = PairKey(foreground: style.foreground, background: style.background)
    if let pair = pairs[key] { return pair }
    // Curses keeps the table and, when it is full, replaces the least recently used pair.
    let pair = max(0, alloc_pair(Self.number(style.foreground), Self.number(style.background)))
    // A replaced pair would still be known under its old colors, so few are remembered here.
    if pairs.count >= 128 { pairs.removeAll() }
    pairs[key] = pair
    return pair
  }

  private static func number(_ color: Color) -> Int32 {
    switch color {
    case .standard: -1
    case .indexed(let index): Int32(index)
    case .rgb: number(color.reduced(to: .palette256))
    }
  }
}
