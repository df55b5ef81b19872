internal import CellGrid

/// Turns the areas of a cell into its background, a character at their edge, or a texture.
struct BaseMapGround {
  let kind: DotGridKind
  let paints: [BaseMapStyle.Paint]
  let dots: CellDots
  let edges: [DotGridKind.Edge]
  /// The colors of backgrounds; the first is the land's, nil for the terminal's own.
  private(set) var colors: [Color?]
  /// The index of each owner's color, that of the land for a texture.
  private(set) var colorIndices: [UInt8] = [0]
  /// The styles of each owner's lines on each color.
  let lineStyles: [CellStyle]
  /// The cell of each owner, and of none, without an edge; nil for a texture.
  let plain: [Cell?]

  init(_ paints: [BaseMapStyle.Paint], kind: DotGridKind, style: BaseMapStyle) {
    self.kind = kind
    self.paints = paints
    dots = CellDots(of: kind)
    // Where block elements may be two columns wide, dots are used instead of them.
    edges = kind.edges(usesBlocks: style.letters != .unambiguous)
    colors = [style.land]
    for paint in paints {
      let color = paint.fill ?? style.land
      if !colors.contains(color) { colors.append(color) }
      colorIndices.append(UInt8(colors.firstIndex(of: color) ?? 0))
    }
    let grounds = colors
    plain = ([nil] + paints).map { paint in
      if let paint, paint.fill == nil { return nil }
      var cell = Cell.blank
      if let color = paint?.fill ?? style.land { cell.style.background = color }
      return cell
    }
    lineStyles = paints.flatMap { paint in grounds.map { style.line(paint, on: $0) } }
  }

  /// The index of the color of most dots of a cell.
  func color(of owners: UInt64) -> Int { Int(ranked(owners).first.value) }

  @inline(__always)
  private func ranked(_ owners: UInt64) -> (first: CellDots.Part, second: CellDots.Part?) {
    dots.ranked(dots.map(owners) { colorIndices[Int($0)] })
  }

  /// A cell without lines: one with an edge, or a texture.
  func cell(_ owners: UInt64, place: () -> (column: Int, row: Int)) -> Cell {
    var result = Cell.blank
    let found = ranked(owners)
    if let color = colors[Int(found.first.value)] { result.style.background = color }
    if !kind.showsSlopes, let second = found.second, let color = colors[Int(second.value)] {
      let edge = edges[Int(second.mask)]
      if edge.glyph == "█" {
        result.style.background = color
      } else if edge.glyph != " " {
        result.base = edge.glyph
        result.style.foreground = edge.isInverse ? result.style.background : color
        if edge.isInverse { result.style.background = color }
      }
    }
    guard result.base == " " else { return result }
    // The highest texture hides the dots of the others.
    let highest = dots.highest(in: owners) { paints[Int($0) - 1].fill == nil }
    if highest > 0 { draw(highest, owners, into: &result, at: place) }
    return result
  }

  /// Draws a texture with its dots, or, where cells show slopes, with characters.
  private func draw(
    _ owner: UInt8, _ owners: UInt64, into result: inout Cell,
    at place: () -> (column: Int, row: Int)
  ) {
    let paint = paints[Int(owner) - 1]
    let mask = dots.mask(of: owner, in: owners)
    if !kind.showsSlopes {
      result.base = kind.glyphs[Int(kind.pattern(ofDots: mask))]
    } else {
      guard mask.nonzeroBitCount > dots.count / 2 else { return }
      if !kind.isASCII {
        result.base = "░"
      } else {
        let (column, row) = place()
        guard paint.hatching.contains(column: column, row: row) else { return }
        result.base = paint.asciiGlyph
      }
    }
    result.style = paint.style.over(result.style)
  }
}
