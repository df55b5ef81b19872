/// The shores of one zoom.
struct Shores {
  /// The distance that counts as at the water, in units of the tiles.
  private let reach: Double
  private let edges: [(start: TilePosition, end: TilePosition)]

  /// Finds the shores among features.
  init(_ features: [CityFeature], reach: Double) {
    self.reach = reach
    edges = features.filter { $0.layer == .water }.flatMap(\.shape.parts).flatMap { ring in
      ring.indices.map { (ring[$0], ring[$0 + 1 < ring.count ? $0 + 1 : 0]) }
    }
  }

  /// Whether a line runs along a shore for most of its way.
  func areFollowed(by line: [TilePosition]) -> Bool {
    var beside = 0.0
    for (start, end) in zip(line, line.dropFirst()) {
      let middle = (start + end) / 2
      guard edges.contains(where: { Shapes.distance(middle, from: $0, to: $1) < reach })
      else { continue }
      beside += Shapes.length([start, end])
    }
    return beside > 0.5 * Shapes.length(line)
  }
}
