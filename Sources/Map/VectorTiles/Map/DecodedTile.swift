/// The parts of a tile that a map draws: lines and areas by class, and names.
///
/// Every coordinate is in 4,096ths of the tile's edge, whatever the tile's own extent.
public struct DecodedTile: Sendable, Hashable {
  /// The units along the tile's edge.
  public static let extent = 4_096

  /// The tile's address.
  public let address: TileAddress
  /// How much of the tile was decoded.
  public let detail: TileDetail
  /// The schema of its layers; nil if no layer's name is known, so that nothing is drawn.
  public let schema: TileSchema?
  /// The names of the layers, untrusted text, if no layer is known.
  public let unknownLayers: [String]
  /// The lines and areas in drawing order; each has points.
  public internal(set) var geometries: [TileGeometry] = []
  /// The names, the most important first.
  public internal(set) var labels: [TileLabel] = []
  /// The points of the lines that names belong to.
  public internal(set) var labelPoints: [TilePoint] = []
  /// The tile's problems, at most one of each kind for each layer.
  public internal(set) var problems: [TileProblem] = []

  /// Decodes the parts of a tile that a map draws at a detail.
  ///
  /// Only layers of that detail are read. Damaged parts are left out and reported in ``problems``.
  /// Languages are tags such as `de` or `pt-BR`, the preferred first.
  public init(
    _ tile: VectorTile, address: TileAddress, detail: TileDetail, languages: [String] = []
  ) {
    self.address = address
    self.detail = detail
    schema = TileSchema.matching(tile.layers.lazy.map(\.name))
    unknownLayers = schema == nil ? tile.layers.prefix(8).map(\.name) : []
    problems = tile.problems
    guard let schema else { return }
    let names = Self.nameKeys(languages)
    var content = TileContent()
    for layer in tile.layers {
      do { try content.add(layer, of: tile, schema: schema, detail: detail, names: names) } catch {
        content.record(error)
      }
    }
    problems += content.problems
    geometries = content.geometries()
    // By rank, then by order in the tile. Sorting numbers is several times faster than sorting labels.
    let order = content.labels.indices.map { Int64(content.labels[$0].rank) << 32 | Int64($0) }
    labels = order.sorted().map { content.labels[Int($0 & 0xFFFF_FFFF)] }
    labelPoints = content.labelPoints
  }

  /// Creates an empty tile, such as one of the open sea.
  public init(empty address: TileAddress, detail: TileDetail) {
    self.address = address
    self.detail = detail
    schema = nil
    unknownLayers = []
  }

  /// Whether it has nothing to draw.
  var isBlank: Bool { geometries.isEmpty && labels.isEmpty }

  /// The geometry of a class and structure, if the tile has any.
  public func geometry(
    _ featureClass: MapFeatureClass, _ structure: MapFeatureStructure = .ground
  ) -> TileGeometry? {
    geometries.first { $0.featureClass == featureClass && $0.structure == structure }
  }

  /// The approximate memory of the tile in bytes.
  public var cost: Int {
    MemoryLayout<DecodedTile>.size + geometries.reduce(0) { $0 + $1.cost + 96 }
      + labels.reduce(0) { $0 + MemoryLayout<TileLabel>.stride + $1.name.utf8.count + 16 }
      + labelPoints.count * MemoryLayout<TilePoint>.stride + problems.count * 64
  }

  /// The keys of names in the preferred languages with their rank, 0 for the best.
  static func nameKeys(_ languages: [String]) -> WordTable<UInt8> {
    var keys: [String] = []
    for language in languages.prefix(8) {
      let short = language.prefix { $0 != "-" && $0 != "_" }
      for tag in [language, String(short)] { keys += ["name:" + tag, "name_" + tag] }
    }
    var ranks: [String: UInt8] = [:]
    for key in keys + ["name:latin", "name"] where ranks[key] == nil {
      ranks[key] = UInt8(ranks.count)
    }
    return WordTable(ranks)
  }
}
