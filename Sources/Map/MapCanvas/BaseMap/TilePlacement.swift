/// A tile's position on a grid of dots, in whole numbers only.
///
/// A view that moves by whole dots moves each point by the same number, so that shapes do not change
/// while the map moves.
struct TilePlacement: Hashable {
  static let fractionBits = 24
  /// The farthest position in dots, far outside of any grid.
  static let farthestDot: Int64 = 1 << 30
  /// Dots for each unit of the tile, times 2^24.
  let scaleX: Int64
  let scaleY: Int64
  /// The tile's origin on the grid, in dots times 2^24.
  private(set) var originX: Int64
  private(set) var originY: Int64

  /// Places a tile; its column is outside of 0..<2^zoom on other copies of the world.
  init(column: Int, row: Int, zoom: Int, extent: Int, projection: DotProjection) {
    let tiles = Double(1 << max(0, min(24, zoom)))
    let unit = Double(1 << Self.fractionBits)
    let (width, height) = (projection.scaleX / tiles, projection.scaleY / tiles)
    let extent = Double(max(1, extent))
    scaleX = Self.whole(width / extent * unit)
    scaleY = Self.whole(height / extent * unit)
    // The grid begins at a whole dot, so the fraction does not depend on the view.
    originX = Self.position(
      (Double(column) + projection.offsetX * tiles) * width, projection.originX)
    originY = Self.position(Double(row) * height, projection.originY)
  }

  /// The placement after the grid's content has moved by dots.
  func moved(columns: Int64, rows: Int64) -> TilePlacement {
    var result = self
    result.originX &+= columns << Int64(Self.fractionBits)
    result.originY &+= rows << Int64(Self.fractionBits)
    return result
  }

  /// The dot column of a point; one unit of a tile may be many dots.
  @inline(__always)
  func column(_ x: Int16) -> Int64 { dots(x, scaleX, originX) >> Int64(Self.fractionBits) }

  @inline(__always)
  func row(_ y: Int16) -> Int64 { dots(y, scaleY, originY) >> Int64(Self.fractionBits) }

  /// A position across in 1/256 dots.
  @inline(__always)
  func fineColumn(_ x: Int16) -> Int64 { dots(x, scaleX, originX) >> Int64(Self.fractionBits - 8) }

  @inline(__always)
  func fineRow(_ y: Int16) -> Int64 { dots(y, scaleY, originY) >> Int64(Self.fractionBits - 8) }

  @inline(__always) private func dots(_ value: Int16, _ scale: Int64, _ origin: Int64) -> Int64 {
    Int64(value) &* scale &+ origin
  }

  private static func position(_ dots: Double, _ origin: Double) -> Int64 {
    let start = origin.rounded()
    let whole = dots.rounded(.down)
    let unit = Double(1 << fractionBits)
    return Self.whole((whole - start) * unit) &+ Self.whole((dots - whole) * unit)
  }

  /// The nearest whole number, within ±2^54.
  private static func whole(_ value: Double) -> Int64 {
    guard value.isFinite else { return 0 }
    let most = Double(1 << 54)
    return Int64(max(-most, min(most, value)).rounded())
  }
}
