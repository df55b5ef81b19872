import CellGrid
import Geo
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `A grid of dots` {
  private let size = GridSize(columns: 12, rows: 4)
  private let corner: [(Double, Double)] = [(0, 15), (8, 0), (20, 8), (23, 8), (23, 15), (-90, 14)]

  private func rows(
    _ style: LineStyle, kind: DotGridKind = .braille, by renderer: MapRenderer = MapRenderer()
  ) -> [String] {
    let scene = MapScene(polylines: [MapPictures.line(corner, in: size, style: style)])
    return MapPictures.frame(scene, size: size, kind: kind, by: renderer).rows
  }

  @Test func `A grid of dots draws lines of one dot`() {
    #expect(rows(LineStyle()) == ["   ⡰⠑⠢⣀     ", "  ⡰⠁   ⠑⠢⣀  ", " ⡰⠁       ⠉⢹", "⣰⣁⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸"])
  }

  @Test func `A grid of dots draws lines of two dots`() {
    #expect(
      rows(LineStyle(width: 2)) == ["   ⣴⠛⢦⣄     ", "  ⣼⠃  ⠈⠛⢦⣄  ", " ⣼⠃      ⠈⠛⢻", "⣼⣧⣤⣤⣤⣤⣤⣤⣤⣤⣤⣼"])
  }

  @Test(arguments: [3, 99])
  func `A grid of dots draws lines of three dots and no more`(width: Int) {
    #expect(
      rows(LineStyle(width: width)) == [
        "  ⢀⣾⠿⢷⣤⡀    ", " ⢀⣾⠏  ⠉⠻⢷⣤⣀⣀", "⢀⣾⠏      ⠉⠛⣿", "⣾⣯⣤⣤⣤⣤⣤⣤⣤⣤⣤⣿",
      ])
  }

  @Test func `A grid of dots draws dashes`() {
    #expect(
      rows(LineStyle(dash: LineStyle.Dash(drawn: 2, gap: 2))) == [
        "   ⡀⠁⠠⡀     ", "  ⡀⠁   ⠑ ⡀  ", " ⡠        ⠈⢡", "⡠⢀⡀⢀⡀⢀⡀⢀⡀⢀⡀⢠",
      ])
  }

  @Test func `A grid of dots draws only the points of a line`() {
    var style = LineStyle(width: 2)
    style.showsPoints = true
    #expect(rows(style) == ["    ⠛       ", "            ", "          ⠛⠘", "⣀          ⢀"])
    style.asciiGlyph = "o"
    #expect(
      rows(style, kind: .ascii) == ["    oo      ", "            ", "          oo", "oo         o"])
  }

  @Test(arguments: [1, 2, 3])
  func `A grid of dots shows a line's own character in ASCII`(width: Int) {
    let style = LineStyle(
      width: width, dash: LineStyle.Dash(drawn: 1, gap: 1), asciiGlyph: ",", patternGlyph: "▒")
    #expect(
      rows(style, kind: .ascii) == ["   ,,,,     ", "  ,,   ,,,  ", " ,,       ,,", ",,,,,,,,,,,,"])
  }

  @Test func `A grid of dots replaces dots with a pattern`() {
    var renderer = MapRenderer()
    #expect(rows(LineStyle(patternGlyph: "▒"), by: renderer)[2] == " ▒▒       ▒▒")
    renderer.usesASCIISymbols = true
    let plain = LineStyle(asciiGlyph: "%", patternGlyph: "▒")
    #expect(rows(plain, by: renderer)[2] == " %%       %%")
  }

  @Test func `A grid of dots gives a cell to the highest line`() {
    let low = MapPictures.line(
      [(0, 5), (23, 5)], in: size, style: LineStyle(cellStyle: CellStyle(attributes: .dim)))
    let high = MapPictures.line([(11, 0), (11, 15)], in: size, zIndex: 1)
    for lines in [[low, high], [high, low]] {
      let frame = MapPictures.frame(MapScene(polylines: lines), size: size, kind: .braille)
      #expect(frame.rows[1] == "⠒⠒⠒⠒⠒⢸⠒⠒⠒⠒⠒⠒")
      #expect(frame[5, 1].style == .plain)
      #expect(frame[4, 1].style.attributes == .dim)
    }
    let equal = MapPictures.line([(11, 0), (11, 15)], in: size)
    let frame = MapPictures.frame(MapScene(polylines: [low, equal]), size: size, kind: .braille)
    #expect(frame[5, 1].base == "⢺")
  }

  @Test func `A grid of dots gives a cell to the higher rank of one order`() {
    let low = MapPictures.line([(0, 5), (23, 5)], in: size)
    var high = MapPictures.line([(11, 0), (11, 15)], in: size)
    high.rank = 1
    for lines in [[low, high], [high, low]] {
      let frame = MapPictures.frame(MapScene(polylines: lines), size: size, kind: .braille)
      #expect(frame.rows[1] == "⠒⠒⠒⠒⠒⢸⠒⠒⠒⠒⠒⠒")
    }
    var lowest = high
    lowest.zIndex = -1
    let frame = MapPictures.frame(MapScene(polylines: [low, lowest]), size: size, kind: .braille)
    #expect(frame.rows[1] == "⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒")
  }

  @Test func `A grid of dots ignores dots outside`() {
    var grid = DotGrid(kind: .braille, size: GridSize(columns: 1, rows: 1))
    grid.paint(x: 0, y: 0)
    grid.use(LineStyle(), zIndex: 0)
    for (x, y) in [(-1, 0), (0, -1), (2, 0), (0, 4), (Int.max, Int.max), (Int.min, Int.min)] {
      grid.paint(x: x, y: y)
    }
    var frame = Frame(size: GridSize(columns: 1, rows: 1))
    grid.draw(into: &frame, at: GridPoint(column: 0, row: 0))
    #expect(frame.rows == [" "])
  }

  @Test(arguments: [
    (0, 0, "⠁"), (1, 0, "⠈"), (0, 1, "⠂"), (1, 1, "⠐"), (0, 2, "⠄"), (1, 2, "⠠"), (0, 3, "⡀"),
    (1, 3, "⢀"),
  ])
  func `A grid of dots maps dots to the right Braille characters`(x: Int, y: Int, glyph: String) {
    var grid = DotGrid(kind: .braille, size: GridSize(columns: 1, rows: 1))
    grid.use(LineStyle(), zIndex: 0)
    grid.paint(x: x, y: y)
    var frame = Frame(size: GridSize(columns: 1, rows: 1))
    grid.draw(into: &frame, at: GridPoint(column: 0, row: 0))
    #expect(frame.rows == [glyph])
  }

  @Test(arguments: [1, 2, 5, 64, 65, 129])
  func `A grid of dots shows repeated points as one dot`(count: Int) {
    let place = MapPictures.coordinate(6, 6, in: size)
    let line = MapPolyline(coordinates: Array(repeating: place, count: count))
    let frame = MapPictures.frame(MapScene(polylines: [line]), size: size, kind: .braille)
    #expect(frame.rows == ["            ", "   ⠄        ", "            ", "            "])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `A grid of dots draws the visible part of any segment`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<80 {
      let ends = (0..<2).map { _ in
        DotPosition(
          x: .random(in: -60...60, using: &random), y: .random(in: -60...60, using: &random))
      }
      let segment = DotSegment(start: ends[0], end: ends[1])
      // The same line on a grid that holds all of it, cut out.
      var small = DotGrid(kind: .ascii, size: GridSize(columns: 20, rows: 10))
      small.use(LineStyle(), zIndex: 0)
      small.paint(segment, style: LineStyle())
      var large = DotGrid(kind: .ascii, size: GridSize(columns: 70, rows: 36))
      large.use(LineStyle(), zIndex: 0)
      large.paint(
        DotSegment(
          start: DotPosition(x: ends[0].x + 64, y: ends[0].y + 64),
          end: DotPosition(x: ends[1].x + 64, y: ends[1].y + 64)
        ),
        style: LineStyle()
      )
      var (one, other) = (Frame(size: small.size), Frame(size: small.size))
      small.draw(into: &one, at: GridPoint(column: 0, row: 0))
      large.draw(into: &other, at: GridPoint(column: -32, row: -16))
      #expect(one == other)
    }
  }

  @Test func `A grid of dots limits the work for malicious lines`() {
    let path = MapPath(
      (0..<30_000).map {
        Coordinate(latitude: $0 % 2 == 0 ? 80 : -80, longitude: Double($0 % 100) / 100)
      })
    let rect = Rect(column: 0, row: 0, columns: 80, rows: 60)
    let viewport = Viewport(
      camera: Camera(center: Coordinate(latitude: 0, longitude: 0.5), zoom: 8), rect: rect)
    var grid = DotGrid(kind: .braille, size: rect.size)
    grid.use(LineStyle(width: 3), zIndex: 0)
    let dots = grid.paint(
      path, projection: viewport.projection(worldsRight: 0), style: LineStyle(width: 3))
    let wanted = DotGrid.maximumDotsPerLine
    #expect((wanted..<wanted + 3 * 240).contains(dots))
  }

  @Test(arguments: [
    DotPosition(x: .nan, y: 0), DotPosition(x: .infinity, y: 0), DotPosition(x: 1e300, y: -1e300),
    DotPosition(x: -1e18, y: 1e18),
  ]) func `A grid of dots ignores invalid positions`(position: DotPosition) {
    var grid = DotGrid(kind: .braille, size: GridSize(columns: 4, rows: 4))
    grid.use(LineStyle(), zIndex: 0)
    let start = DotPosition(x: 1, y: 1)
    grid.paint(DotSegment(start: start, end: position), style: LineStyle(width: 3))
    grid.paint(DotSegment(start: position, end: start), style: LineStyle(width: 3))
    grid.paint(DotSegment(start: position, end: position), style: LineStyle(width: 3))
    let opposite = DotPosition(x: -0.7 * position.x, y: -0.9 * position.y)
    grid.paint(DotSegment(start: position, end: opposite), style: LineStyle(width: 3))
    #expect(grid.dotColumns == 8)
  }
}

@Suite(.limited) struct `A path of very many points` {
  /// A spiral whose turns cross the map at every zoom.
  private let path = MapPath(
    (0..<100_000).map { index in
      let turn = Double(index) / 1_000
      return Coordinate(
        latitude: 45 + turn / 400 * Maths.sin(turn),
        longitude: 9 + turn / 400 * Maths.sin(turn - .pi / 2))
    })

  @Test func `A long path is drawn from the points that differ by half a dot`() {
    #expect(path.count == 100_000)
    let counts = path.levels.map(\.points.count)
    #expect(counts.first == 100_000)
    for (finer, coarser) in zip(counts, counts.dropFirst()) { #expect(coarser * 2 <= finer) }
    #expect(path.level(dotsPerWorld: 256).points.count < 2_048)
    #expect(path.level(dotsPerWorld: 1e9).points.count == 100_000)
  }

  @Test func `A simplified path of many points keeps its ends and stays within half a dot`() {
    for zoom in stride(from: 4.0, through: 16, by: 1.5) {
      let scale = 256 * Maths.exp2(zoom)
      let level = path.level(dotsPerWorld: scale)
      #expect(level.points.first == path.points.first)
      #expect(level.points.last == path.points.last)
      var kept = 0
      for point in path.points {
        while kept + 1 < level.points.count, level.points[kept + 1] == point { kept += 1 }
        let near = level.points[kept]
        #expect(abs(point.x - near.x) * scale <= 0.5)
        #expect(abs(point.y - near.y) * scale <= 0.5)
        if point == level.points.last { break }
      }
    }
  }
}

@Suite(.limited) struct `Edges of areas` {
  /// The dots of a cell, row by row, as an area's edge.
  private func edge(_ rows: String, _ kind: DotGridKind) -> String {
    let dots = rows.filter { $0 != " " }.enumerated()
      .reduce(UInt8(0)) { $1.element == "x" ? $0 | 1 << $1.offset : $0 }
    let edge = kind.edges(usesBlocks: true)[Int(dots)]
    return String(edge.glyph) + (edge.isInverse ? " inverse" : "")
  }

  @Test(arguments: [
    ("xx xx -- --", "▀"), ("x- x- x- x-", "▌"), ("-- -- -- xx", "▂"),
    ("xx -- -- --", "▆ inverse"), ("-- x- xx xx", "▄"), ("-- x- x- xx", "▄"),
    ("xx xx x- x-", "▛"), ("x- -- -- --", " "), ("xx xx -x xx", "█"), ("xx xx xx xx", "█"),
  ])
  func `Edges of areas below Braille lines are the nearest block elements`(
    _ dots: String,
    blocks: String
  ) {
    #expect(edge(dots, .braille) == blocks)
  }

  @Test
  func `Octants and sextants have a character for each pattern, older ones where there are any`() {
    for kind in [DotGridKind.octant, .sextant, .quadrant] {
      #expect(Set(kind.glyphs).count == 1 << (kind.dotsAcross * kind.dotsDown))
    }
    let octants = DotGridKind.octant.glyphs
    #expect(octants[0b100] == "\u{1CD00}" && octants[0b111] == "\u{1CD02}")
    #expect(octants[0b1111_1110] == "\u{1CDE5}" && octants[0b1100_0000] == "▂")
    #expect(octants[0b0000_1111] == "▀" && octants[0b0101_0101] == "▌")
    #expect(DotGridKind.sextant.glyphs[1] == "\u{1FB00}")
    #expect(DotGridKind.sextant.glyphs[62] == "\u{1FB3B}")
  }

  @Test func `Edges of areas have no crumbs of a single dot`() {
    let edges = DotGridKind.braille.edges(usesBlocks: true)
    let singles = edges.indices.filter { [1, 7].contains($0.nonzeroBitCount) }
    #expect(singles.allSatisfy { [" ", "█"].contains(edges[$0].glyph) })
    #expect(Set(edges.map(\.glyph)).count > 12)
  }
}
