import CellGrid
import SystemTestSupport
import TerminalUI
import TestSupport

/// Shows frames made by chance to a terminal's model through curses, and compares.
struct RandomFrames {
  /// Texts in scripts that terminals and curses may take for wider or narrower than they are.
  private static let texts: [SafeText] = [
    "桜川大通り", "月見坂", "한강대로", "Café", "Łódź", "Я●─é", "ถนนสุขุมวิท", "हिन्दी मार्ग",
    "שדרות רוטשילד", "شارع الحمراء", "🚗x🛣️", "q Quit", "⣿⠿⡇", "To pickup 1.2 km", "   ",
    "e\u{301}\u{327}",
  ]

  private var generator: SeededGenerator
  private var frame: Frame

  private init(seed: UInt64, size: GridSize) {
    generator = SeededGenerator(seed: seed)
    frame = Frame(size: size)
  }

  /// Shows some frames.
  ///
  /// - Returns: What the terminal showed wrong, nil if nothing.
  @TerminalActor static func failure(
    seed: UInt64, count: Int, size: GridSize, term: String, depth: ColorDepth
  ) throws -> String? {
    let output = try CursesOutput(term: term, depth: depth, isASCIIOnly: false)
    defer { output.close() }
    output.resize(to: size)
    let model = TerminalModel(size: size)
    model.take(output.takeBytes())
    var chance = RandomFrames(seed: seed, size: size)
    var shown: Frame?
    for index in 0..<count {
      chance.change()
      guard output.put(chance.frame, over: shown) else { continue }
      let bytes = output.update()
      chance.send(bytes, to: model)
      let picture = model.frame
      let (wanted, got) = (chance.frame.rows, picture.rows)
      let isDifferent = { (row: Int) in
        wanted[row] != got[row]
          || (0..<size.columns).contains {
            !chance.frame[$0, row].hasColors(of: picture[$0, row], depth)
          }
      }
      if let row = wanted.indices.first(where: isDifferent) {
        return """
          In frame \(index) of seed \(seed), row \(row) is
          \(got[row])
          and not
          \(wanted[row])
          after
          \(shown?.rows[row] ?? "")
          by \(String(decoding: bytes, as: UTF8.self).debugDescription)
          """
      }
      shown = chance.frame
    }
    return nil
  }

  /// Sends bytes in pieces, as a terminal reads them, but combining marks together with their base: at
  /// the end of a row the model does not find it again.
  private mutating func send(_ bytes: [UInt8], to model: TerminalModel) {
    var marks: Set<Int> = []
    var place = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let end = place + UTF8.width(scalar)
      if CharacterWidth.columns(of: scalar) == 0 { marks.formUnion(place..<end) }
      place = end
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      var count = Int.random(in: 1...min(40, rest.count), using: &generator)
      while marks.contains(rest.startIndex + count) { count += 1 }
      model.take(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  private mutating func change() {
    let size = frame.size
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let column = Int.random(in: 0..<size.columns, using: &generator)
      let row = Int.random(in: 0..<size.rows, using: &generator)
      var style = CellStyle.plain
      if Bool.random(using: &generator) {
        style.foreground = .indexed(UInt8.random(in: 0...255, using: &generator))
      }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        style.background = .indexed(UInt8.random(in: 0...20, using: &generator))
      }
      for attribute in [CellStyle.Attributes.reverse, .underline, .bold]
      where Int.random(in: 0..<4, using: &generator) == 0 { style.attributes.insert(attribute) }
      let text = Self.texts.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        frame.fill(
          Rect(
            column: column, row: row, columns: Int.random(in: 1...20, using: &generator), rows: 1),
          style: style)
      case 1: frame.draw("⡇", column: column, row: row, style: style)
      case 2: frame.draw(text, column: size.columns - text.width, row: size.rows - 1, style: style)
      case 3:
        let part = Frame(size: GridSize(columns: 9, rows: 2))
        frame.draw(part, at: GridPoint(column: column, row: row))
      default: frame.draw(text, column: column, row: row, style: style)
      }
    }
    frame.cursor =
      Int.random(in: 0..<5, using: &generator) == 0
      ? GridPoint(
        column: Int.random(in: 0..<size.columns, using: &generator),
        row: Int.random(in: 0..<size.rows, using: &generator)) : nil
  }
}

extension Cell {
  /// Whether a terminal's cell has the colors and attributes that show.
  fileprivate func hasColors(of shown: Cell, _ depth: ColorDepth) -> Bool {
    let wanted = Cell(base, marks: marks, width: width, style: style.reduced(to: depth))
    return width == 0
      || wanted.looksLike(Cell(base, marks: marks, width: width, style: shown.style))
  }
}
