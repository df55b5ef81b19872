/// What a map draws of a tile: lines and areas by class, and names.
///
/// Every coordinate is in 4,096ths of the tile's edge, whatever the tile's own extent is.
public struct DecodedTile: Sendable, Hashable {
  /// The units along the tile's edge.
  public static let extent = 4_096

  /// Which tile it is.
  public let address: TileAddress
  /// How much of it was decoded.
  public let detail: TileDetail
  /// The schema of its layers; nil if no layer is of a known one, so that nothing is drawn.
  public let schema: TileSchema?
  /// The lines and areas in the order of drawing, none of them empty.
  public internal(set) var geometries: [TileGeometry] = []
  /// The names, the most important first.
  public internal(set) var labels: [TileLabel] = []
  /// The points of the lines that names belong to.
  public internal(set) var labelPoints: [TilePoint] = []
  /// What was wrong with the tile, at most one problem of each kind in each layer.
  public internal(set) var problems: [TileProblem] = []

  /// Decodes what a map draws of a tile at a detail.
  ///
  /// Only the layers that the detail draws are read. Damaged parts are left out and reported in
  /// ``problems``. Languages are tags such as `de` or `pt-BR`, the best first.
  public init(
    _ tile: VectorTile,
    address: TileAddress,
    detail: TileDetail,
    languages: [String] = []
  ) {
    self.address = address
    self.detail = detail
    schema = TileSchema.matching(tile.layers.lazy.map(\.name))
    problems = tile.problems
    guard let schema else { return }
    let names = NameOrder(languages)
    var content = TileContent()
    for layer in tile.layers {
      do {
        try content.add(layer, of: tile, schema: schema, detail: detail, names: names)
      } catch {
        content.record(error)
      }
    }
    problems += content.problems
    geometries = content.geometries()
    labels = Self.sorted(content.labels)
    labelPoints = content.labelPoints
  }

  /// Creates a tile with nothing in it, such as one of the open sea.
  public init(empty address: TileAddress, detail: TileDetail) {
    self.address = address
    self.detail = detail
    schema = nil
  }

  /// Labels by rank, those of the same rank in the order of the tile.
  private static func sorted(_ labels: [TileLabel]) -> [TileLabel] {
    // Plain numbers are sorted several times faster than what holds texts.
    labels.indices.map { Int64(labels[$0].rank) << 32 | Int64($0) }.sorted()
      .map { labels[Int($0 & 0xFFFF_FFFF)] }
  }

  /// The geometry of a class and structure, if the tile has any.
  public func geometry(
    _ featureClass: MapFeatureClass,
    _ structure: MapFeatureStructure = .ground
  ) -> TileGeometry? {
    geometries.first { $0.featureClass == featureClass && $0.structure == structure }
  }

  /// The bytes that the tile takes in memory, nearly.
  public var cost: Int {
    MemoryLayout<DecodedTile>.size + geometries.reduce(0) { $0 + $1.cost + 96 }
      + labels.reduce(0) { $0 + MemoryLayout<TileLabel>.stride + $1.name.utf8.count + 16 }
      + labelPoints.count * MemoryLayout<TilePoint>.stride + problems.count * 64
  }
}

/// The keys under which a name is looked for.
struct NameOrder: Sendable {
  /// How good each key is, 0 for the best.
  let ranks: WordTable<UInt8>

  /// The keys for languages, the best first, with what to take when none of them is there.
  init(_ languages: [String]) {
    var keys: [String] = []
    for language in languages.prefix(8) {
      let short = language.prefix { $0 != "-" && $0 != "_" }
      for tag in [language, String(short)] {
        keys += ["name:" + tag, "name_" + tag]
      }
    }
    keys += ["name:latin", "name"]
    var ranks: [String: UInt8] = [:]
    for key in keys where ranks[key] == nil { ranks[key] = UInt8(ranks.count) }
    self.ranks = WordTable(ranks)
  }
}
