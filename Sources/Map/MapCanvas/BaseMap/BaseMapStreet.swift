public import Geo
public import VectorTiles

/// A street of a base map that has a name.
public struct BaseMapStreet: Sendable, Hashable {
  /// The name, untrusted text.
  public let name: String
  /// The class of road.
  public let featureClass: MapFeatureClass

  /// The named street with the nearest midpoint within `reach` meters.
  ///
  /// Only the tile around the place is searched.
  public static func nearest(
    to place: Coordinate, in tiles: some Sequence<DecodedTile>, within reach: Double = 30
  ) -> BaseMapStreet? {
    guard place.isValid else { return nil }
    let point = WebMercator.worldPoint(place)
    guard
      let tile = tiles.first(where: { tile in
        let edge = Double(1 << tile.address.z)
        return Int(point.x * edge) == tile.address.x && Int(point.y * edge) == tile.address.y
      })
    else { return nil }
    // The unit is that of the tile's coordinates.
    let units = Double(1 << tile.address.z) * Double(DecodedTile.extent)
    let x = point.x * units - Double(tile.address.x * DecodedTile.extent)
    let y = point.y * units - Double(tile.address.y * DecodedTile.extent)
    let metersPerUnit = WebMercator.metersPerWorld(atLatitude: place.latitude) / units
    var nearest = reach / metersPerUnit * (reach / metersPerUnit)
    var found: BaseMapStreet?
    for label in tile.labels {
      guard label.featureClass.isRoad, case .line(let range) = label.placement else { continue }
      let line = tile.labelPoints[range]
      for (start, end) in zip(line, line.dropFirst()) {
        let distance = squaredDistance(x, y, start, end)
        guard distance < nearest else { continue }
        nearest = distance
        found = BaseMapStreet(name: label.name, featureClass: label.featureClass)
      }
    }
    return found
  }

  private static func squaredDistance(
    _ x: Double, _ y: Double, _ start: TilePoint, _ end: TilePoint
  ) -> Double {
    let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    let length = dx * dx + dy * dy
    let along = (x - Double(start.x)) * dx + (y - Double(start.y)) * dy
    let share = length > 0 ? max(0, min(1, along / length)) : 0
    let (right, down) = (Double(start.x) + share * dx - x, Double(start.y) + share * dy - y)
    return right * right + down * down
  }
}
