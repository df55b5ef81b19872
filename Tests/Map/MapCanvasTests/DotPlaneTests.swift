import CellGrid
import TestSupport
import Testing
import VectorTiles

@testable import MapCanvas

/// The dots of a plane as a set of places, decoded with the plane's tables.
extension DotPlane {
  var places: Set<[Int]> {
    var places: Set<[Int]> = []
    for y in 0..<dotRows {
      for x in 0..<dotColumns {
        let (across, down) = (kind.dotsAcross, kind.dotsDown)
        let cell = y / down * size.columns + x / across
        if dots[cell] & kind.bits[y % down * across + x % across] != 0 { places.insert([x, y]) }
      }
    }
    return places
  }

  mutating func line(
    _ points: [(Int16, Int16)], at origin: (Int, Int) = (0, 0), width: Int = 1, clip: DotRect? = nil
  ) {
    let ends = [Int32(points.count)]
    let bounds = bounds
    points.map(TilePoint.init).withUnsafeBufferPointer { points in
      ends.withUnsafeBufferPointer { ends in
        drawLines(
          points, ends: ends, placement: .dots(origin), owner: 1, width: width, clip: clip ?? bounds
        )
      }
    }
  }
}

extension AreaPlane {
  /// The dots of areas as a set of places.
  var places: Set<[Int]> {
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    var places: Set<[Int]> = []
    for y in 0..<dotRows {
      for x in 0..<size.columns * across {
        let shift = UInt64(8 * (y % down * across + x % across))
        if cells[y / down * size.columns + x / across] >> shift & 0xFF != 0 {
          places.insert([x, y])
        }
      }
    }
    return places
  }

  mutating func area(
    _ rings: [[(Int16, Int16)]], at origin: (Int, Int) = (0, 0), scale: Double = 1,
    pattern: FillPattern = .solid, owner: UInt8 = 1
  ) {
    var filler = AreaFiller()
    area(rings, at: origin, scale: scale, pattern: pattern, owner: owner, with: &filler)
  }

  mutating func area(
    _ rings: [[(Int16, Int16)]], at origin: (Int, Int) = (0, 0), scale: Double = 1,
    pattern: FillPattern = .solid, owner: UInt8 = 1, clip: DotRect? = nil,
    with filler: inout AreaFiller
  ) {
    let flat = rings.flatMap { $0.map(TilePoint.init) }
    let bounds = bounds
    var ends: [Int32] = []
    for ring in rings { ends.append((ends.last ?? 0) + Int32(ring.count)) }
    flat.withUnsafeBufferPointer { points in
      ends.withUnsafeBufferPointer { ends in
        filler.fill(
          points, ends: ends, rings: 0..<rings.count, placement: .dots(origin, scale: scale),
          in: &self, owner: owner, pattern: pattern, origin: (Int64(-origin.0), Int64(-origin.1)),
          clip: clip ?? bounds)
      }
    }
  }
}

extension TilePlacement {
  /// A tile whose units are dots, or parts of them.
  static func dots(_ origin: (Int, Int), scale: Double = 1) -> TilePlacement {
    // One tile of the world's zoom 0, as many units wide as it has dots.
    TilePlacement(
      column: 0, row: 0, zoom: 0, extent: 1 << 16,
      projection: DotProjection(
        scaleX: scale * Double(1 << 16), scaleY: scale * Double(1 << 16), offsetX: 0,
        originX: Double(-origin.0), originY: Double(-origin.1)))
  }
}

@Suite(.limited) struct `A plane of dots` {
  private let size = GridSize(columns: 10, rows: 5)

  @Test(arguments: DotGridKind.allCases)
  func `A plane of dots draws a line from end to end in both directions alike`(kind: DotGridKind) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let ends = (0..<2).map { _ in
        (Int16.random(in: -40...60, using: &random), Int16.random(in: -40...60, using: &random))
      }
      var one = DotPlane(kind: kind, size: size)
      var other = one
      one.line(ends)
      other.line(ends.reversed())
      #expect(one == other)
      for (x, y) in ends where x >= 0 && y >= 0 && x < one.dotColumns && y < one.dotRows {
        #expect(one.places.contains([Int(x), Int(y)]))
      }
    }
  }

  @Test func `A plane of dots draws the part in sight of what a larger plane shows`() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<300 {
      let reach: Int16 = round % 3 == 0 ? 6_000 : 90
      let ends = (0..<3).map { _ in
        (
          Int16.random(in: -reach...reach, using: &random),
          Int16.random(in: -reach...reach, using: &random)
        )
      }
      let width = round % 3 + 1
      var small = DotPlane(kind: .braille, size: size)
      small.line(ends, width: width)
      var large = DotPlane(kind: .braille, size: GridSize(columns: 110, rows: 55))
      large.line(ends, at: (100, 100), width: width)
      let cropped = large.places.compactMap { place -> [Int]? in
        let (x, y) = (place[0] - 100, place[1] - 100)
        return x >= 0 && y >= 0 && x < small.dotColumns && y < small.dotRows ? [x, y] : nil
      }
      #expect(small.places == Set(cropped))
    }
  }

  @Test func `A plane of dots draws everything inside its clip and nothing outside`() {
    var random = SeededGenerator(seed: 23)
    let clip = DotRect(minX: 4, minY: 3, maxX: 15, maxY: 12)
    for _ in 0..<200 {
      let ends = (0..<2).map { _ in
        (Int16.random(in: -30...50, using: &random), Int16.random(in: -30...50, using: &random))
      }
      var whole = DotPlane(kind: .braille, size: size)
      var clipped = whole
      whole.line(ends)
      clipped.line(ends, clip: clip)
      let expected = whole.places.filter { (4..<15).contains($0[0]) && (3..<12).contains($0[1]) }
      #expect(clipped.places == expected)
    }
  }

  @Test func `A plane of dots leaves no gap in a line`() {
    var plane = DotPlane(kind: .braille, size: size)
    plane.line([(0, 0), (19, 7)])
    #expect(plane.places.count == 20)
    #expect(Set(plane.places.map { $0[0] }).count == 20)
  }

  @Test func `A plane of dots draws lines to the farthest points`() {
    var plane = DotPlane(kind: .braille, size: size)
    plane.line([(.min, .min), (.max, .max), (.min, 3), (.max, 3)])
    #expect(plane.places.contains([5, 5]))
    #expect(plane.places.contains([5, 3]))
  }

  @Test func `A plane of dots gives a cell to the last paint and keeps its dots`() {
    var plane = DotPlane(kind: .braille, size: size)
    plane.line([(0, 0), (3, 0)])
    plane.owners[0] = 9
    plane.line([(0, 3), (0, 3)])
    #expect(plane.owners[0] == 1)
    #expect(plane.dots[0] == 0x01 | 0x08 | 0x40)
    #expect(plane.owners[2] == 0)
  }
}

@Suite(.limited) struct `Filling an area` {
  private let size = GridSize(columns: 12, rows: 6)

  /// Whether a dot's middle is inside, by counting rings along a ray.
  private func isInside(_ x: Int, _ y: Int, _ rings: [[(Int16, Int16)]], scale: Double) -> Bool {
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    var isInside = false
    for ring in rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        let (ax, ay) = (Double(a.0) * scale, Double(a.1) * scale)
        let (bx, by) = (Double(b.0) * scale, Double(b.1) * scale)
        guard (ay <= py) != (by <= py) else { continue }
        if ax + (py - ay) * (bx - ax) / (by - ay) <= px { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(arguments: DotGridKind.allCases, [1, 12, 32, 64, 100])
  func `Filling an area sets the same dots as a slow reference`(kind: DotGridKind, columns: Int) {
    var random = SeededGenerator(seed: 3)
    // One for all areas, so that nothing of one is left for the next.
    var filler = AreaFiller()
    let size = GridSize(columns: columns, rows: 6)
    var plane = AreaPlane(kind: kind, size: size)
    let wide = columns * kind.dotsAcross
    for round in 0..<20 {
      // Quarters of a dot, so that middles and corners meet too.
      let places = -40...Int16(4 * wide + 40)
      let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          (Int16.random(in: places, using: &random), Int16.random(in: -40...160, using: &random))
        }
      }
      var clip = plane.bounds
      if round % 2 == 1 {
        clip.minX = Int64.random(in: 0...clip.maxX, using: &random)
        clip.maxX = Int64.random(in: clip.minX...clip.maxX, using: &random)
        clip.maxY -= 2
      }
      plane.clear(kind: kind, size: size)
      plane.area(rings, scale: 0.25, clip: clip, with: &filler)
      var expected: Set<[Int]> = []
      for y in Int(clip.minY)..<Int(clip.maxY) {
        for x in Int(clip.minX)..<Int(clip.maxX) where isInside(x, y, rings, scale: 0.25) {
          expected.insert([x, y])
        }
      }
      #expect(plane.places == expected)
    }
  }

  @Test func `Filling an area leaves holes open`() {
    var plane = AreaPlane(kind: .braille, size: size)
    let square: [(Int16, Int16)] = [(0, 0), (16, 0), (16, 16), (0, 16)]
    let hole: [(Int16, Int16)] = [(4, 4), (4, 12), (12, 12), (12, 4)]
    plane.area([square, hole])
    #expect(plane.places.count == 16 * 16 - 8 * 8)
    #expect(!plane.places.contains([8, 8]))
  }

  @Test func `Filling an area shares no dot between areas side by side`() {
    var one = AreaPlane(kind: .braille, size: size)
    var other = one
    one.area([[(0, 0), (7, 3), (5, 17), (0, 17)]])
    other.area([[(7, 3), (20, 0), (20, 17), (5, 17)]])
    #expect(one.places.isDisjoint(with: other.places))
  }

  @Test func `Filling an area keeps a pattern in its place while the map moves`() {
    for shift in [(2, 4), (-6, 8), (10, -4)] {
      var still = AreaPlane(kind: .braille, size: size)
      still.area([[(-90, -90), (90, -90), (90, 90), (-90, 90)]], pattern: .eighth)
      var moved = still
      moved.clear(kind: .braille, size: size)
      moved.area([[(-90, -90), (90, -90), (90, 90), (-90, 90)]], at: shift, pattern: .eighth)
      for place in still.places {
        let (x, y) = (place[0] + shift.0, place[1] + shift.1)
        guard x >= 0, y >= 0, x < 2 * size.columns, y < moved.dotRows else { continue }
        #expect(moved.places.contains([x, y]))
      }
    }
  }

  @Test(arguments: DotGridKind.allCases)
  func `Filling an area keeps the dots of others outside of it`(kind: DotGridKind) {
    var plane = AreaPlane(kind: kind, size: size)
    let (wide, tall) = (Int16(size.columns * kind.dotsAcross), Int16(size.rows * kind.dotsDown))
    plane.area([[(0, 0), (wide, 0), (wide, tall), (0, tall)]], owner: 7)
    plane.area([[(1, 1), (wide - 1, 1), (wide - 1, tall - 1), (1, tall - 1)]], owner: 9)
    let dots = CellDots(of: kind)
    #expect(
      plane.cells.reduce(0) { $0 + dots.mask(of: 9, in: $1).nonzeroBitCount }
        == Int(wide - 2) * Int(tall - 2)
    )
    #expect(plane.cells.reduce(0) { $0 + dots.mask(of: 0, in: $1).nonzeroBitCount } == 0)
    let corner = dots.ranked(plane.cells[0])
    #expect(
      corner.first.mask | (corner.second?.mask ?? 0)
        == UInt8(truncatingIfNeeded: 1 << dots.count - 1))
    #expect(
      plane.cells.indices.allSatisfy { cell in
        dots.areAlike(plane.cells[cell]) == (dots.ranked(plane.cells[cell]).second == nil)
      })
  }

  @Test func `The dots of a cell are counted as one after the other`() {
    var random = SeededGenerator(seed: 5)
    for kind in DotGridKind.allCases {
      let dots = CellDots(of: kind)
      for _ in 0..<500 {
        let values = (0..<dots.count).map { _ in
          UInt8([0, 0, 1, 3, 200, 255].randomElement(using: &random) ?? 0)
        }
        let cell = values.enumerated().reduce(UInt64(0)) {
          $0 | UInt64($1.element) << UInt64(8 * $1.offset)
        }
        let counts = Set(values).map { value in (count: values.count { $0 == value }, value: value)
        }
        .sorted { ($0.count, $0.value) > ($1.count, $1.value) }
        let found = dots.ranked(cell)
        #expect(found.first.value == counts[0].value)
        #expect(found.second?.value == (counts.count > 1 ? counts[1].value : nil))
        for (value, mask) in [found.first] + (found.second.map { [$0] } ?? []) {
          let expected = values.indices.reduce(0) { values[$1] == value ? $0 | 1 << $1 : $0 }
          #expect(Int(mask) == expected)
        }
        #expect(dots.highest(in: cell) { $0 < 200 } == values.filter { $0 < 200 }.max() ?? 0)
      }
    }
  }
}
