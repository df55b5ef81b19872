/// How the features of one layer become classes of a map.
struct LayerRule: Sendable {
  enum Names: Sendable {
    case unused
    /// Labels in addition to the shapes.
    case used
    /// Labels only: another layer has the shapes.
    case only
  }

  /// The most important rank: the smallest number or the largest.
  enum RankOrder: Sendable { case ascending, descending }

  let layer: String
  /// The purposes of the layer's keys, except those of names.
  let purposes: WordTable<KeyPurpose>
  /// The classes by the values of the keys of kind; features with other values are not drawn.
  let classes: WordTable<MapFeatureClass>
  /// The class of features without a known kind.
  let otherwise: MapFeatureClass?
  let names: Names
  let rankOrder: RankOrder?
  /// The least detail at which any of the layer's features is drawn.
  let detail: TileDetail
  /// Whether its features are roads or water, without which a map says little.
  let isEssential: Bool
  /// A key that only the layers have that the rule is for.
  let marker: String?

  /// Creates a rule for a layer; `kinds` are the keys of a feature's class, the most precise first.
  init(
    _ layer: String, by kinds: [String] = [], _ classes: [String: MapFeatureClass] = [:],
    otherwise: MapFeatureClass? = nil, names: Names = .unused,
    rank: (key: String, order: RankOrder)? = nil, least: TileDetail = .overview,
    marker: String? = nil
  ) {
    self.layer = layer
    self.otherwise = otherwise
    self.names = names
    self.marker = marker
    self.classes = WordTable(classes)
    purposes = KeyPurpose.table(kinds: kinds, rank: rank?.key)
    rankOrder = rank?.order
    let drawn = Array(classes.values) + [otherwise].compactMap(\.self)
    detail = max(least, drawn.map(\.detail).min() ?? .overview)
    isEssential = names != .only && drawn.contains { $0.isRoad || $0 == .water || $0 == .river }
  }
}

/// A naming scheme for layers and features that many tiles share.
public struct TileSchema: Sendable, Hashable {
  /// The schema's name for people.
  public let name: String
  let rules: [LayerRule]

  /// All schemas that can be drawn.
  public static let all: [TileSchema] = [.openMapTiles, .protomaps, .mapboxStreets, .shortbread]

  /// The schema with the most layers of a map, if that has its roads or its water; nil for a map that cannot be drawn.
  public static func drawing(_ layers: some Sequence<String>) -> TileSchema? {
    guard let schema = matching(layers) else { return nil }
    let essential = Set(schema.rules.lazy.filter(\.isEssential).map(\.layer))
    return layers.contains(where: essential.contains) ? schema : nil
  }

  /// The sentence about a map with none but unknown layers.
  static func refusal(of layers: some Sequence<String>) -> String {
    let names = layers.prefix(8).map { String($0.prefix(40)) }
    return
      "None of the map's layers (\(names.joined(separator: ", "))) is known: it cannot be drawn."
  }

  /// The schema with the most layers of a tile; nil if none of them is known.
  public static func matching(_ layers: some Sequence<String>) -> TileSchema? {
    var scores = Array(repeating: 0, count: all.count)
    var seen: Set<Int> = []
    for layer in layers {
      guard let known = owners[layer], seen.insert(known.number).inserted else { continue }
      // A name that only one schema has counts more than one that several have.
      for schema in known.schemas { scores[schema] += known.schemas.count > 1 ? 1 : 4 }
    }
    let best = scores.indices.max { (scores[$0], -$0) < (scores[$1], -$1) }
    return best.flatMap { scores[$0] > 0 ? all[$0] : nil }
  }

  /// For each layer's name the schemas that have it, and a number for the name.
  private static let owners: [String: (number: Int, schemas: [Int])] = {
    var owners: [String: (number: Int, schemas: [Int])] = [:]
    for (index, schema) in all.enumerated() {
      for layer in Set(schema.rules.map(\.layer)) {
        let number = owners.count
        owners[layer, default: (number, [])].schemas.append(index)
      }
    }
    return owners
  }()

  /// Compares the names.
  public static func == (one: TileSchema, other: TileSchema) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
