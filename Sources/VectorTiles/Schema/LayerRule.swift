/// How the features of one layer become classes of a map.
struct LayerRule: Sendable {
  enum Names: Sendable {
    /// Nothing.
    case unused
    /// Labels beside the shapes.
    case used
    /// Labels only: another layer has the shapes.
    case only
  }

  /// How a rank is counted.
  enum RankOrder: Sendable {
    /// The smallest number is the most important.
    case ascending
    /// The largest number is the most important.
    case descending
  }

  let layer: String
  /// What the layer's keys are for, but those of names.
  let roles: WordTable<LayerRoles.Assignment>
  /// What the values of the keys mean that say what a feature is; what is not in here is not drawn.
  let classes: WordTable<MapFeatureClass>
  /// What features are of which none of those keys says anything known.
  let otherwise: MapFeatureClass?
  let names: Names
  /// How the number is counted that tells features of the same class apart by importance.
  let rankOrder: RankOrder?
  /// The highest detail below which none of the layer's features is drawn.
  let detail: TileDetail
  /// A key that only layers have that the rule is meant for.
  let marker: String?

  /// Makes a rule for a layer; `kinds` are the keys that say what a feature is, the most precise
  /// first.
  init(
    layer: String,
    kinds: [String] = [],
    classes: [String: MapFeatureClass] = [:],
    otherwise: MapFeatureClass? = nil,
    names: Names = .unused,
    rank: (key: String, order: RankOrder)? = nil,
    least: TileDetail = .overview,
    marker: String? = nil
  ) {
    self.layer = layer
    self.otherwise = otherwise
    self.names = names
    self.marker = marker
    self.classes = WordTable(classes)
    roles = LayerRoles.table(kinds: kinds, rank: rank?.key)
    rankOrder = rank?.order
    let drawn = Array(classes.values) + (otherwise.map { [$0] } ?? [])
    detail = max(least, drawn.map(\.detail).min() ?? .overview)
  }
}

/// A way of naming layers and features that many tiles share.
public struct TileSchema: Sendable, Hashable {
  /// The schema's name for people.
  public let name: String
  /// What the layers mean.
  let rules: [LayerRule]

  /// Every schema that can be drawn.
  public static let all: [TileSchema] = [.openMapTiles, .protomaps, .mapboxStreets]

  /// The schema that knows most of the layers of a tile or an archive, nil if none knows any.
  public static func matching(_ layers: some Sequence<String>) -> TileSchema? {
    var scores = Array(repeating: 0, count: all.count)
    var seen: Set<Int> = []
    for layer in layers {
      guard let known = owners[layer], seen.insert(known.number).inserted else { continue }
      // A name that only one schema has says more than one that all have.
      for schema in known.schemas { scores[schema] += known.schemas.count > 1 ? 1 : 4 }
    }
    let best = scores.indices.max { (scores[$0], -$0) < (scores[$1], -$1) }
    return best.flatMap { scores[$0] > 0 ? all[$0] : nil }
  }

  /// For each name of a layer the schemas that have it, and the name's own number.
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

  /// Whether two schemas are the same one.
  public static func == (one: TileSchema, other: TileSchema) -> Bool { one.name == other.name }

  /// Hashes what makes schemas equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
