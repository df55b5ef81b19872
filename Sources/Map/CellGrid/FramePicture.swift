internal import TrustLimits

/// A frame drawn as SVG.
struct SVGPicture {
  /// The size of a cell in pixels.
  fileprivate static let (width, height) = (8, 16)

  private let frame: Frame
  private let foreground: String
  fileprivate let background: String

  init(_ frame: Frame, isLight: Bool) {
    self.frame = frame
    (foreground, background) = isLight ? ("#24292f", "#ffffff") : ("#d0d0d0", "#101418")
  }

  var text: String { SVGDocument(size: frame.size, background: background).text(content) }

  /// The elements of the whole frame.
  var content: String {
    content((0..<frame.size.rows).map { Run(row: $0, columns: 0..<frame.size.columns) })
  }

  /// The elements of the cells that differ from another frame of the same size, with their
  /// backgrounds; empty without a difference.
  func changes(since other: Frame) -> String {
    let runs = runs(since: other)
    guard !runs.isEmpty else { return "" }
    var cleared = Path()
    for run in runs { cleared.add(run) }
    return "<path fill=\"\(background)\" d=\"\(cleared.text)\"/>\n" + content(runs)
  }

  /// Some cells of a row.
  private struct Run {
    let row: Int
    var columns: Range<Int>
  }

  private func runs(since other: Frame) -> [Run] {
    // A few equal cells between changes cost less than another run.
    let gap = 2
    // Fonts do not keep letters within their cells, so words are drawn whole.
    let isWord = { (column: Int, row: Int) in
      (0..<frame.size.columns).contains(column)
        && [frame, other].contains { Self.isLetter($0[column, row]) }
    }
    var runs: [Run] = []
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns where !frame[column, row].looksLike(other[column, row]) {
        var (start, end) = (column, column + 1)
        if isWord(column, row) {
          while isWord(start - 1, row) { start -= 1 }
          while isWord(end, row) { end += 1 }
        }
        if let last = runs.last, last.row == row, start <= last.columns.upperBound + gap {
          runs[runs.count - 1].columns =
            min(last.columns.lowerBound, start)..<max(last.columns.upperBound, end)
        } else {
          runs.append(Run(row: row, columns: start..<end))
        }
      }
    }
    return runs
  }

  /// Whether a cell has a character of a font, or the second half of one.
  private static func isLetter(_ cell: Cell) -> Bool {
    cell.width != 1 || (cell.base != " " && rectangles(of: cell.base).isEmpty)
  }

  private func content(_ runs: [Run]) -> String {
    var backgrounds: [String: Path] = [:]
    var shapes: [String: Path] = [:]
    var dots: [String: Path] = [:]
    var texts = ""
    for run in runs {
      let row = run.row
      var column = run.columns.lowerBound
      while column < run.columns.upperBound {
        let look = Look(frame[column, row].style, foreground, background)
        let start = column
        repeat {
          column += 1
        } while column < run.columns.upperBound
          && frame[column, row].style == frame[start, row].style
        if look.background != background {
          backgrounds[look.background, default: Path()].add(Run(row: row, columns: start..<column))
        }
        var word = ""
        var wordStart = start
        func finishWord(at end: Int) {
          if word.contains(where: { $0 != " " }) {
            texts += look.element(
              word, x: wordStart * Self.width, y: row * Self.height + 12,
              width: (end - wordStart) * Self.width)
          }
          word = ""
        }
        for cell in start..<column {
          let rectangles = Self.rectangles(of: frame[cell, row].base)
          guard rectangles.isEmpty else {
            finishWord(at: cell)
            let isDots = rectangles[0].width == 2 && rectangles[0].height == 2
            for rect in rectangles {
              let (x, y) = (cell * Self.width + rect.x, row * Self.height + rect.y)
              if isDots {
                dots[look.foreground, default: Path()].addDot(x: x, y: y)
              } else {
                shapes[look.foreground, default: Path()].add((x, y, rect.width, rect.height))
              }
            }
            continue
          }
          if word.isEmpty { wordStart = cell }
          if frame[cell, row].width > 0 { word += frame[cell, row].text }
        }
        finishWord(at: column)
      }
    }
    func paths(_ paint: String, _ paths: [String: Path]) -> String {
      paths.sorted { $0.key < $1.key }.map { "<path \(paint)=\"\($0)\" d=\"\($1.text)\"/>\n" }
        .joined()
    }
    return paths("fill", backgrounds) + paths("fill", shapes) + paths("stroke", dots) + texts
  }

  /// The rectangles and dots of one color, each moved to from the one before if that is shorter.
  private struct Path {
    private(set) var text = ""
    private var pen = (x: 0, y: 0)

    mutating func add(_ run: Run) {
      add((run.columns.lowerBound * width, run.row * height, run.columns.count * width, height))
    }

    mutating func add(_ rect: (x: Int, y: Int, width: Int, height: Int)) {
      move(to: (rect.x, rect.y))
      text += "h\(rect.width)v\(rect.height)h-\(rect.width)z"
    }

    /// Adds a square of two units, as a line that is as long as wide.
    mutating func addDot(x: Int, y: Int) {
      move(to: (x + 1, y))
      text += "v2"
      pen.y += 2
    }

    private mutating func move(to place: (x: Int, y: Int)) {
      let (right, down) = (place.x - pen.x, place.y - pen.y)
      let there = "M\(place.x) \(place.y)"
      let step = "m\(right)\(down < 0 ? "" : " ")\(down)"
      text += !text.isEmpty && step.utf8.count < there.utf8.count ? step : there
      pen = place
    }
  }

  /// The rectangles in a cell that a Braille pattern or a block element consists of; empty for
  /// other characters.
  private static func rectangles(
    of scalar: Unicode.Scalar
  ) -> [(x: Int, y: Int, width: Int, height: Int)] {
    let value = Int(scalar.value)
    switch value {
    case 0x2800...0x28FF:
      let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
      return places.indices.filter { (value - 0x2800) >> $0 & 1 == 1 }.map {
        (places[$0].0 * 4 + 1, places[$0].1 * 4 + 1, 2, 2)
      }
    case 0x2580: return [(0, 0, 8, 8)]
    case 0x2581...0x2588:
      let height = (value - 0x2580) * 2
      return [(0, 16 - height, 8, height)]
    case 0x2589...0x258F: return [(0, 0, 0x2590 - value, 16)]
    case 0x2590: return [(4, 0, 4, 16)]
    case 0x2596...0x259F:
      // Bits: upper left, upper right, lower left, lower right.
      let quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][value - 0x2596]
      return (0..<4).filter { quadrants >> $0 & 1 == 1 }.map { ($0 % 2 * 4, $0 / 2 * 8, 4, 8) }
    default: return parts[scalar] ?? []
    }
  }

  /// The rectangles of sextants and octants.
  private static let parts: [Unicode.Scalar: [(x: Int, y: Int, width: Int, height: Int)]] = {
    var parts: [Unicode.Scalar: [(x: Int, y: Int, width: Int, height: Int)]] = [:]
    for (glyphs, edges) in [
      (BlockElements.sextants, [0, 5, 11, 16]), (BlockElements.octants, [0, 4, 8, 12, 16]),
    ] {
      for (pattern, glyph) in glyphs.enumerated() where glyph != " " {
        parts[glyph] = (0..<(edges.count - 1) * 2).filter { pattern >> $0 & 1 == 1 }.map {
          ($0 % 2 * 4, edges[$0 / 2], 4, edges[$0 / 2 + 1] - edges[$0 / 2])
        }
      }
    }
    return parts
  }()

  /// The colors and weight of a run of cells.
  private struct Look {
    let foreground: String
    let background: String
    private let attributes: CellStyle.Attributes

    init(_ style: CellStyle, _ foreground: String, _ background: String) {
      let colors = (
        style.foreground.hexadecimal ?? foreground, style.background.hexadecimal ?? background
      )
      attributes = style.attributes
      (self.foreground, self.background) =
        attributes.contains(.reverse) ? (colors.1, colors.0) : colors
    }

    func element(_ word: String, x: Int, y: Int, width: Int) -> String {
      var properties = ""
      if attributes.contains(.bold) { properties += " font-weight=\"bold\"" }
      if attributes.contains(.dim) { properties += " opacity=\"0.6\"" }
      if attributes.contains(.underline) { properties += " text-decoration=\"underline\"" }
      let escaped = EscapedText.markup(word)
      return "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(foreground)\" textLength=\"\(width)\""
        + "\(properties)>\(escaped)</text>\n"
    }
  }
}

/// The frame around the elements of SVG pictures.
private struct SVGDocument {
  let size: GridSize
  let background: String

  func text(_ content: String, style: String = "") -> String {
    let (width, height) = (size.columns * SVGPicture.width, size.rows * SVGPicture.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="DejaVu Sans Mono,Menlo,monospace" \
      font-size="13" stroke-width="2" xml:space="preserve">
      \(style)<rect width="100%" height="100%" fill="\(background)"/>
      \(content)</svg>

      """
  }
}

/// Frames of one size that are shown one after the other, again and again, as one SVG file.
///
/// It holds the first frame and what changes in each later one; players that show no animation, or
/// whose users want none, show the last frame.
public struct FrameAnimation {
  /// How long the last frame is shown before the first one comes again.
  private static let lastTime = Duration.seconds(3)

  private let frameTime: Duration
  private let background: Appearance.Background
  private var last: Frame?
  private var document: SVGDocument?
  private var content = ""
  /// The numbers of the frames in which something changes.
  private var changes: [Int] = []
  private var count = 0

  /// Creates an animation without frames.
  ///
  /// - Parameters:
  ///   - frameTime: How long each frame is shown.
  ///   - background: Decides the standard colors; an unknown one counts as dark.
  public init(frameTime: Duration, background: Appearance.Background = .dark) {
    (self.frameTime, self.background) = (frameTime, background)
  }

  /// Adds a frame, which must have the size of the first one.
  public mutating func add(_ frame: Frame) {
    let picture = SVGPicture(frame, isLight: background == .light)
    if let last {
      let change = picture.changes(since: last)
      if !change.isEmpty {
        content += "<g class=\"f\" style=\"animation-name:f\(count)\">\n\(change)</g>\n"
        changes.append(count)
      }
    } else {
      document = SVGDocument(size: frame.size, background: picture.background)
      content = picture.content
    }
    (last, count) = (frame, count + 1)
  }

  /// The file's text; empty without frames.
  public var text: String {
    guard let document else { return "" }
    let total = frameTime / .seconds(1) * Double(count) + Self.lastTime / .seconds(1)
    let frames = changes.map { number in
      let share = (frameTime / .seconds(1) * Double(number) / total * 100_000).rounded() / 1_000
      return "@keyframes f\(number){0%{visibility:hidden}\(share)%{visibility:visible}}\n"
    }
    let style = """
      <style>
      .f{animation-duration:\((total * 100).rounded() / 100)s;animation-timing-function:step-end;\
      animation-iteration-count:infinite}
      @media (prefers-reduced-motion:reduce){.f{animation:none!important}}
      \(frames.joined())</style>

      """
    return document.text(content, style: style)
  }
}

extension Color {
  /// The color as `#rrggbb`; nil for the terminal's own.
  fileprivate var hexadecimal: String? {
    guard self != .standard else { return nil }
    return Self.hexadecimal(components)
  }

  private static func hexadecimal(_ components: (red: Int, green: Int, blue: Int)) -> String {
    let (red, green, blue) = components
    return "#"
      + [red, green, blue].map { component in
        (component < 16 ? "0" : "") + String(component, radix: 16)
      }.joined()
  }
}
