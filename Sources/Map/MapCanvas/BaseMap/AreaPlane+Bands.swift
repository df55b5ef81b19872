internal import CellGrid
internal import VectorTiles

/// A band along a line, as wide as a street is shown.
struct Band: Sendable, Hashable {
  /// The width in Braille dots; a band is at least one dot of the plane wide.
  var width: Double
  /// Whether a band that is one dot wide has no corners that only touch, where dots are coarse.
  var fillsCorners = false

  static let thin = Band(width: 1)
}

extension AreaPlane {
  /// Gives the dots of a band along connected lines to `owner`, except those that `hidden` has.
  ///
  /// For each dot along the longer axis a segment has the same number of dots across, so that bands are even;
  /// discs close the gaps at bends. The dots depend only on the ends of a segment, whatever the part in sight.
  ///
  /// `budget` is the number of dots that may be set in wide bands, which bounds the time for hostile tiles; further
  /// bands are thin.
  mutating func draw(
    _ band: Band, along points: UnsafeBufferPointer<TilePoint>, ends: UnsafeBufferPointer<Int32>,
    placement: TilePlacement, owner: UInt8, hidden: AreaPlane? = nil, budget: inout Int64,
    clip: DotRect
  ) {
    let clip = clip.intersection(bounds)
    guard !clip.isEmpty else { return }
    unsafe withBrush(clip, owner, hidden: hidden) { brush in
      var point = 0
      for part in 0..<ends.count {
        let end = unsafe min(points.count, Int(ends[part]))
        guard point < end else { continue }
        defer { point = end }
        let line = unsafe UnsafeBufferPointer(rebasing: points[point..<end])
        guard unsafe brush.mayShow(line, placement, band) else { continue }
        let last = end - 1
        var from = unsafe brush.place(points[point], placement)
        if point == last { budget -= unsafe brush.segment(from, from, budget > 0 ? band : .thin) }
        while point < last {
          point += 1
          let to = unsafe brush.place(points[point], placement)
          // Segments of less than 1.5 Braille dots would stick out of a wide band.
          guard unsafe point == last || brush.isApart(from, to) else { continue }
          budget -= unsafe brush.segment(from, to, budget > 0 ? band : .thin)
          if point < last, budget > 0 { budget -= unsafe brush.disc(at: to, diameter: band.width) }
          from = to
        }
      }
    }
  }

  private mutating func withBrush(
    _ clip: DotRect, _ owner: UInt8, hidden: AreaPlane?, _ body: (BandBrush) -> Void
  ) {
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    let rows = rowBytes
    func draw(_ hiding: UnsafePointer<UInt8>?) {
      unsafe cells.withUnsafeMutableBytes { bytes in
        unsafe rows.withUnsafeBufferPointer { rows in
          guard let rows = rows.baseAddress,
            let bytes = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
          else { return }
          unsafe body(
            BandBrush(
              bytes: bytes, hidden: hiding, rows: rows, owner: owner, clip: clip,
              isPaired: across == 2, unitX: 2 / Double(across), unitY: 4 / Double(down)))
        }
      }
    }
    guard let hidden, hidden.cells.count == cells.count else { return draw(nil) }
    unsafe hidden.cells.withUnsafeBytes { bytes in
      unsafe draw(unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    }
  }
}

/// A plane's dots while bands are drawn, in which alone the pointers are valid; positions are in 1/256 dots.
@unsafe private struct BandBrush {
  typealias Place = (x: Int64, y: Int64)

  let bytes: UnsafeMutablePointer<UInt8>
  let hidden: UnsafePointer<UInt8>?
  /// The byte of each row's first dot.
  let rows: UnsafePointer<Int32>
  let owner: UInt8
  let clip: DotRect
  /// Whether cells have two dots across.
  let isPaired: Bool
  /// The size of a dot in Braille dots.
  let unitX: Double
  let unitY: Double

  /// The most dots across a band.
  private static let mostDots = 256.0

  @inline(__always) func place(_ point: TilePoint, _ placement: TilePlacement) -> Place {
    (placement.fineColumn(point.x), placement.fineRow(point.y))
  }

  /// Whether a band along points may be in the clip.
  @inline(__always) func mayShow(
    _ points: UnsafeBufferPointer<TilePoint>, _ placement: TilePlacement, _ band: Band
  ) -> Bool {
    let (least, most) = unsafe points.corners
    let clip = unsafe clip
    let margin = unsafe Int64(min(Self.mostDots, band.width) + 2)
    return placement.column(most.x) >= clip.minX - margin
      && placement.row(most.y) >= clip.minY - margin
      && placement.column(least.x) <= clip.maxX + margin
      && placement.row(least.y) <= clip.maxY + margin
  }

  /// The distance in Braille dots.
  @inline(__always) func distance(_ from: Place, _ to: Place) -> Double {
    let (x, y) = unsafe (Double(to.x - from.x) * unitX, Double(to.y - from.y) * unitY)
    return (x * x + y * y).squareRoot() / 256
  }

  /// Whether the distance is at least a Braille dot and a half.
  @inline(__always) func isApart(_ from: Place, _ to: Place) -> Bool {
    let (x, y) = unsafe (Double(to.x - from.x) * unitX, Double(to.y - from.y) * unitY)
    return x * x + y * y >= 384 * 384
  }

  @inline(__always) private func set(_ x: Int64, _ y: Int64) {
    let byte = unsafe Int(rows[Int(y)]) &+ Int(isPaired ? (x >> 1) << 3 | x & 1 : x << 3)
    if let hidden = unsafe hidden, unsafe hidden[byte] != 0 { return }
    unsafe bytes[byte] = owner
  }

  /// Sets the dots of a row or a column that are in the clip.
  @inline(__always) private func set(_ major: Int64, _ minors: Range<Int64>, isFlat: Bool) {
    let clip = unsafe clip
    let limits = isFlat ? clip.minY..<clip.maxY : clip.minX..<clip.maxX
    var minor = max(minors.lowerBound, limits.lowerBound)
    let end = min(minors.upperBound, limits.upperBound)
    while minor < end {
      if isFlat { unsafe set(major, minor) } else { unsafe set(minor, major) }
      minor &+= 1
    }
  }

  /// Sets the dots of a segment, and returns their number.
  @inline(__always) func segment(_ from: Place, _ to: Place, _ band: Band) -> Int64 {
    let clip = unsafe clip
    let margin = unsafe Int64(min(Self.mostDots, band.width) + 2) << 8
    guard max(from.x, to.x) >= clip.minX << 8 - margin,
      max(from.y, to.y) >= clip.minY << 8 - margin,
      min(from.x, to.x) <= clip.maxX << 8 + margin, min(from.y, to.y) <= clip.maxY << 8 + margin
    else { return 0 }
    let isFlat = abs(to.x &- from.x) >= abs(to.y &- from.y)
    // From the lower end of the longer side, so that both directions have the same dots.
    let isForward = isFlat ? from.x <= to.x : from.y <= to.y
    let (start, end) = isForward ? (from, to) : (to, from)
    let (origin, span, side) =
      isFlat ? (start.x, end.x - start.x, start.y) : (start.y, end.y - start.y, start.x)
    let slope = span == 0 ? 0 : Double(isFlat ? end.y - start.y : end.x - start.x) / Double(span)
    let (along, unit) = unsafe isFlat ? (unitX, unitY) : (unitY, unitX)
    let ratio = span == 0 ? 1 : unsafe distance(start, end) * 256 / (Double(span) * along)
    let across = unsafe Int64(max(1, min(Self.mostDots, (band.width * ratio / unit).rounded())))
    let first = max(origin >> 8, isFlat ? clip.minX : clip.minY)
    let last = min((origin + span) >> 8, (isFlat ? clip.maxX : clip.maxY) - 1)
    // The dot before the first one in sight, which a corner may touch.
    var major = band.fillsCorners && across == 1 ? max(origin >> 8, first - 1) : first
    var before: Int64?
    while major <= last {
      let there = max(0, min(span, major << 8 + 128 - origin))
      let place = side + Int64((Double(there) * slope).rounded(.down))
      let minor = (place - (across - 1) * 128) >> 8
      if major >= first {
        if band.fillsCorners, across == 1, let before, before != minor {
          unsafe set(major, before..<before + 1, isFlat: isFlat)
        }
        unsafe set(major, minor..<minor + across, isFlat: isFlat)
      }
      before = minor
      major &+= 1
    }
    return max(0, last - first + 1) * across
  }

  /// Closes the gap between two segments that are more than two dots wide, and returns the number of visited dots.
  @inline(__always) func disc(at middle: Place, diameter: Double) -> Int64 {
    let clip = unsafe clip
    let unitY = unsafe unitY
    let unitX = unsafe unitX
    guard diameter / max(unitX, unitY) > 2 else { return 0 }
    let radius = unsafe min(Self.mostDots, diameter) / 2
    let (wide, high) = (Int64(radius / unitX) + 1, Int64(radius / unitY) + 1)
    let (column, row) = (middle.x >> 8, middle.y >> 8)
    guard column + wide >= clip.minX, column - wide < clip.maxX, row + high >= clip.minY,
      row - high < clip.maxY
    else { return 0 }
    for y in max(clip.minY, row - high)..<min(clip.maxY, row + high + 1) {
      let down = Double(y << 8 + 128 - middle.y) / 256 * unitY
      let rest = radius * radius - down * down
      guard rest > 0 else { continue }
      let half = rest.squareRoot()
      for x in max(clip.minX, column - wide)..<min(clip.maxX, column + wide + 1)
      where abs(Double(x << 8 + 128 - middle.x) / 256 * unitX) < half { unsafe set(x, y) }
    }
    return (2 * wide + 1) * (2 * high + 1)
  }
}
