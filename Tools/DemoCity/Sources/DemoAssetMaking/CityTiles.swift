public import DemoCity
public import TileWriting
public import VectorTiles
internal import Geo

/// A town as vector tiles that name their layers and features as Protomaps does.
///
/// Each zoom has what is drawn there and nothing else; the same town gives the same bytes.
public struct CityTiles: Sendable {
  /// The zooms that there are tiles of.
  public static let zooms = 8...16

  /// The town.
  public let city: DemoCity

  /// Creates the tiles' maker.
  ///
  /// - Parameter city: The town.
  public init(_ city: DemoCity) { self.city = city }

  /// The metadata of an archive of the tiles.
  public var metadata: TileSourceMetadata {
    TileSourceMetadata(
      name: city.name.text, attribution: "\(city.name.text), an invented town",
      minimumZoom: Self.zooms.lowerBound, maximumZoom: Self.zooms.upperBound,
      bounds: DemoCity.bounds, center: DemoCity.origin, layers: CityLayer.allCases.map(\.rawValue))
  }

  /// Makes all tiles.
  ///
  /// - Returns: The bytes of a PMTiles archive.
  /// - Throws: That it cannot be made, for want of memory.
  public func archive() throws(PMTilesWriter.Failure) -> [UInt8] {
    var writer = PMTilesWriter(metadata: metadata)
    for zoom in Self.zooms {
      for (address, tile) in tiles(atZoom: zoom) { try writer.add(tile, at: address) }
    }
    return try writer.archive()
  }

  /// Makes the tiles of one zoom.
  ///
  /// - Parameter zoom: The zoom, one of ``zooms``.
  /// - Returns: The tiles, not compressed, those that have anything in them.
  public func tiles(atZoom zoom: Int) -> [TileAddress: [UInt8]] {
    let scale = ZoomScale(zoom)
    var tiles: [TileAddress: TileContents] = [:]
    for feature in CityFeatures(city, scale).features {
      for address in scale.tiles(around: feature.shape) {
        guard let piece = scale.piece(of: feature.shape, in: address) else { continue }
        tiles[address, default: TileContents()].add(piece, feature)
      }
    }
    return tiles.mapValues { TileEncoder.encode($0.layers(extent: scale.extent)) }
  }
}

/// A layer of the tiles, from the lowest to the highest.
enum CityLayer: String, CaseIterable { case earth, landuse, water, roads, buildings, places, pois }

/// The content of a tile.
private struct TileContents {
  private var features: [CityLayer: [VectorTile.Feature]] = [:]

  mutating func add(_ piece: TilePiece, _ feature: CityFeature) {
    features[feature.layer, default: []].append(
      VectorTile.Feature(
        type: feature.shape.type, properties: feature.properties, coordinates: piece.coordinates,
        partEnds: piece.partEnds))
  }

  func layers(extent: Int) -> [EncodableLayer] {
    CityLayer.allCases.compactMap { layer in
      features[layer].map { EncodableLayer(name: layer.rawValue, extent: extent, features: $0) }
    }
  }
}
