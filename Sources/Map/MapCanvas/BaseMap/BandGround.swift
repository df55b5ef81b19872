internal import CellGrid

/// Turns the dots of a ground with streets as bands into cells, which show two colors.
///
/// In a cell of more colors streets are kept whole, else they would break; below them is the area of most dots.
struct BandGround: Sendable, Hashable {
  /// The dots of one kind of ground, a mask and the value of most.
  private struct Share {
    var mask: UInt8 = 0
    private(set) var value: UInt8 = 0
    private var most = -1

    mutating func add(_ part: CellDots.Part, weight: Int = 0) {
      mask |= part.mask
      let count = part.mask.nonzeroBitCount + weight
      // Of equal counts the higher owner wins.
      guard count > most || count == most && part.value > value else { return }
      (most, value) = (count, part.value)
    }
  }

  private let dots: CellDots
  private let glyphs: [Unicode.Scalar]
  /// The colors of the ground, without repetition except that of a texture.
  private let colors: [Color]
  /// The color index of each owner; owner 0 is land.
  private let tones: [UInt8]
  private let grounds: [BaseMapStyle.Ground]
  /// The cell of each color alone.
  private let plain: [Cell]

  /// Creates the ground of paints that all have a color.
  init(_ paints: [BaseMapStyle.Paint], kind: DotGridKind, _ table: ColorTable) {
    let land = table.fill(.land) ?? .standard
    dots = CellDots(of: kind)
    glyphs = kind.glyphs
    var plain = [Cell(style: CellStyle(background: land))]
    var tones: [UInt8] = [0]
    var colors = [land]
    for paint in paints {
      let color = paint.fill ?? land
      var cell = Cell(style: CellStyle(background: color))
      if paint.ground == .green, kind != .cell, let texture = table.greenTexture {
        cell = Cell("░", style: texture)
      }
      if !plain.contains(cell) { (plain, colors) = (plain + [cell], colors + [color]) }
      tones.append(UInt8(plain.firstIndex(of: cell) ?? 0))
    }
    grounds = [.land] + paints.map(\.ground)
    (self.colors, self.tones, self.plain) = (colors, tones, plain)
  }

  /// The cell of some owners' dots.
  func cell(_ owners: UInt64) -> Cell {
    guard !dots.areAlike(owners) else { return plain[Int(tones[Int(owners & 0xFF)])] }
    let shown = dots.map(owners) { tones[Int($0)] }
    let first = UInt8(shown & 0xFF)
    guard !dots.areAlike(shown) else { return plain[Int(first)] }
    var streets = Share()
    var (land, green, water) = (Share(), Share(), Share())
    var highest: UInt8 = 0
    dots.forEach(owners) { part in
      highest = max(highest, part.value)
      switch grounds[Int(part.value)] {
      case .land: land.add(part)
      case .green: green.add(part)
      case .water: water.add(part)
      case .street: streets.add(part)
      case .mainRoad: streets.add(part, weight: 2)
      }
    }
    let tone = tones[Int(highest)]
    let mask = dots.mask(of: tone, in: shown)
    guard streets.mask | green.mask | water.mask != 0 else { return mixed(shown) }
    let next = UInt64(8 * (dots.all & ~mask).trailingZeroBitCount)
    let rest = UInt8(truncatingIfNeeded: shown >> next)
    // Two colors are exact.
    if dots.mask(of: rest, in: shown) | mask == dots.all { return cell(tone, mask, on: rest) }
    let back = Self.most(of: water, green, land)
    if streets.mask != 0 {
      return cell(tones[Int(streets.value)], streets.mask, on: tones[Int(back.value)])
    }
    let others = [water, green, land].filter { $0.mask != 0 && $0.mask != back.mask }
    var (front, behind) = (others.reduce(Share()) { Self.most(of: $0, $1) }, back)
    if others.count == 2 {
      // Of three areas water keeps its shape.
      behind = back.mask == water.mask ? front : back
      front = water
    }
    return cell(tones[Int(front.value)], front.mask, on: tones[Int(behind.value)])
  }

  /// The cell of a ride's dots on some owners' dots.
  func cell(_ owners: UInt64, ride mask: UInt8, style: CellStyle) -> Cell {
    var shown = style
    if dots.count == 1 {
      // Seen as a color, and as a character in a copy of the text.
      shown.background = style.foreground
    } else if shown.background == .standard {
      let (area, street) = grounds(of: owners, besides: mask)
      shown.background = street ?? area
    }
    return Cell(glyphs[Int(mask)], style: shown)
  }

  /// The color of the area of most dots, besides some, and that of the streets if they have half of the dots.
  func grounds(of owners: UInt64, besides mask: UInt8 = 0) -> (area: Color, street: Color?) {
    if dots.areAlike(owners), mask != dots.all {
      let owner = Int(owners & 0xFF)
      let color = colors[Int(tones[owner])]
      return (color, grounds[owner].isStreet ? color : nil)
    }
    var streets = Share()
    var (land, green, water) = (Share(), Share(), Share())
    dots.forEach(owners) { part in
      let part = (value: part.value, mask: part.mask & ~mask)
      guard part.mask != 0 else { return }
      switch grounds[Int(part.value)] {
      case .land: land.add(part)
      case .green: green.add(part)
      case .water: water.add(part)
      case .street, .mainRoad: streets.add(part)
      }
    }
    func color(_ share: Share) -> Color { colors[Int(tones[Int(share.value)])] }
    let rest = (dots.all & ~mask).nonzeroBitCount
    let area = Self.most(of: water, green, land)
    let isStreet =
      streets.mask != 0
      && (streets.mask.nonzeroBitCount * 2 >= max(1, rest) || area.mask == 0)
    return (color(area.mask == 0 && isStreet ? streets : area), isStreet ? color(streets) : nil)
  }

  /// The area of most dots, the first of equals.
  private static func most(of first: Share, _ second: Share) -> Share {
    second.mask.nonzeroBitCount > first.mask.nonzeroBitCount ? second : first
  }

  private static func most(of first: Share, _ second: Share, _ third: Share) -> Share {
    most(of: most(of: first, second), third)
  }

  /// A cell of land, squares and buildings.
  private func mixed(_ shown: UInt64) -> Cell {
    let (first, second) = dots.ranked(shown)
    // A quarter of a cell of building would be a crumb.
    guard let second, second.mask.nonzeroBitCount * 4 > dots.count else {
      return plain[Int(first.value)]
    }
    return cell(second.value, second.mask, on: first.value)
  }

  private func cell(_ front: UInt8, _ mask: UInt8, on back: UInt8) -> Cell {
    guard front != back, mask != dots.all else { return plain[Int(front)] }
    return Cell(
      glyphs[Int(mask)],
      style: CellStyle(foreground: colors[Int(front)], background: colors[Int(back)]))
  }
}

/// The ground of a painted map, below the ride.
struct PaintedGround: Sendable, Hashable {
  let kind: DotGridKind
  let look: BandGround
  /// The owners of each cell's dots, row by row.
  let owners: [UInt64]

  /// The colors behind a text, one for each of its cells.
  ///
  /// They are those of the areas, and of the street behind a text with three fifths of its cells along it.
  func colors(behind text: Rect, columns: Int) -> [Color] {
    let first = text.minRow * columns + text.minColumn
    guard text.minColumn >= 0, text.maxColumn <= columns, first >= 0,
      first + text.columns <= owners.count
    else { return [] }
    let grounds = owners[first..<first + text.columns].map { look.grounds(of: $0) }
    let isAlongStreet = grounds.count { $0.street != nil } * 5 >= grounds.count * 3
    return grounds.map { isAlongStreet ? $0.street ?? $0.area : $0.area }
  }
}
