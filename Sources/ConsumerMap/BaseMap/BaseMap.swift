public import MapCanvas
public import VectorTiles

/// The street map under the trips, and how it is drawn.
public struct BaseMap: Sendable {
  /// Where its tiles are.
  public var tiles: TileStore
  /// How it looks.
  public var style: BaseMapStyle
  /// The kind of dots.
  public var dots: DotGridKind

  /// Creates a base map.
  public init(
    tiles: TileStore,
    style: BaseMapStyle = .dark,
    dots: DotGridKind = .braille
  ) {
    self.tiles = tiles
    self.style = style
    self.dots = dots
  }
}
