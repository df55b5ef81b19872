/// A point of a shape that reaches beyond the range of ``TilePoint``, in the same units.
struct FarPoint {
  var x: Int
  var y: Int
}

/// Cuts shapes that reach far beyond a tile, as tiles without clipping have them.
enum TileClipper {
  /// The coordinates that are kept, two tiles around the tile.
  private static let kept = -8_192.0...12_288.0

  /// The parts of a line within the range.
  static func line(_ points: ArraySlice<FarPoint>) -> [[TilePoint]] {
    var parts: [[TilePoint]] = []
    var part: [TilePoint] = []
    func end() {
      if part.count > 1 { parts.append(part) }
      part = []
    }
    for (from, to) in zip(points, points.dropFirst()) {
      guard let (start, stop) = shares(from, to) else {
        end()
        continue
      }
      if start > 0 || part.isEmpty {
        end()
        part = [point(from, to, start)]
      }
      part.append(point(from, to, stop))
      if stop < 1 { end() }
    }
    end()
    return parts
  }

  /// The part of an area's ring within the range; empty if nothing of it is.
  static func ring(_ points: ArraySlice<FarPoint>) -> [TilePoint] {
    var ring = points.map { (x: Double($0.x), y: Double($0.y)) }
    // One edge of the range after the other.
    for side in 0..<4 where !ring.isEmpty {
      func inside(_ point: (x: Double, y: Double)) -> Double {
        switch side {
        case 0: point.x - kept.lowerBound
        case 1: kept.upperBound - point.x
        case 2: point.y - kept.lowerBound
        default: kept.upperBound - point.y
        }
      }
      var next: [(x: Double, y: Double)] = []
      var last = ring[ring.count - 1]
      for point in ring {
        let (before, now) = (inside(last), inside(point))
        if before < 0 && now > 0 || before > 0 && now < 0 {
          let share = before / (before - now)
          next.append((last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share))
        }
        if now >= 0 { next.append(point) }
        last = point
      }
      ring = next
    }
    return ring.count > 2 ? ring.map { rounded($0.x, $0.y) } : []
  }

  /// Whether a point is within the range.
  static func keeps(_ point: FarPoint) -> Bool {
    kept.contains(Double(point.x)) && kept.contains(Double(point.y))
  }

  /// The shares of the way between two points at which it enters and leaves the range; nil if it is outside.
  private static func shares(_ from: FarPoint, _ to: FarPoint) -> (start: Double, stop: Double)? {
    var (start, stop) = (0.0, 1.0)
    for (value, change) in [
      (Double(from.x), Double(to.x) - Double(from.x)),
      (Double(from.y), Double(to.y) - Double(from.y)),
    ] {
      guard change != 0 else {
        if kept.contains(value) { continue }
        return nil
      }
      let (one, other) = ((kept.lowerBound - value) / change, (kept.upperBound - value) / change)
      start = max(start, min(one, other))
      stop = min(stop, max(one, other))
    }
    return start <= stop ? (start, stop) : nil
  }

  private static func point(_ from: FarPoint, _ to: FarPoint, _ share: Double) -> TilePoint {
    rounded(
      Double(from.x) + (Double(to.x) - Double(from.x)) * share,
      Double(from.y) + (Double(to.y) - Double(from.y)) * share)
  }

  private static func rounded(_ x: Double, _ y: Double) -> TilePoint {
    func number(_ value: Double) -> Int16 {
      Int16(max(kept.lowerBound, min(kept.upperBound, value.rounded())))
    }
    return TilePoint(x: number(x), y: number(y))
  }
}
