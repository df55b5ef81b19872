import TrustLimits

/// A tile in the Mapbox Vector Tile format, version 1 or 2.
///
/// Creating one locates the layers. ``visit(_:with:)`` reads their features, and ``DecodedTile`` makes
/// a map of feature classes.
public struct VectorTile: Sendable {
  /// The tile's bytes, inflated.
  public let bytes: [UInt8]
  /// The layers in their order, without damaged and repeated ones.
  public let layers: [TileLayer]
  /// Why layers were left out, at most one problem for each.
  public let problems: [TileProblem]

  /// Locates the layers of an inflated tile; empty bytes are a tile without layers.
  public init(_ bytes: [UInt8]) throws(TileProblem) {
    guard bytes.count <= Limits.Tile.inflatedBytes else { throw TileProblem(.tooLarge) }
    var index = LayerIndex()
    do throws(TileProblem.Kind) { try index.read(bytes.span) } catch { throw TileProblem(error) }
    self.bytes = bytes
    (layers, problems) = (index.layers, index.problems)
  }

  /// The layer with a name, if there is one.
  public func layer(_ name: String) -> TileLayer? { layers.first { $0.name == name } }
}

private struct LayerIndex {
  var layers: [TileLayer] = []
  var problems: [TileProblem] = []
  private var names: Set<String> = []
  private var features = 0

  mutating func read(_ bytes: Span<UInt8>) throws(TileProblem.Kind) {
    var reader = WireReader(0..<bytes.count, of: bytes)
    while let field = try reader.next(bytes) {
      guard field.number == 3 else { continue }
      let range = try field.range
      guard layers.count + problems.count < Limits.Tile.layers else {
        return problems.append(TileProblem(.tooManyLayers))
      }
      add(range, of: bytes)
    }
  }

  private mutating func add(_ range: Range<Int>, of bytes: Span<UInt8>) {
    do throws(TileProblem) {
      let layer = try TileLayer(range, of: bytes)
      guard names.insert(layer.name).inserted else {
        throw TileProblem(.repeatedLayer, layer: layer.name)
      }
      guard layer.featureCount <= Limits.Tile.features - features else {
        throw TileProblem(.tooManyFeatures, layer: layer.name)
      }
      features += layer.featureCount
      layers.append(layer)
    } catch { problems.append(error) }
  }
}
