/// How the features of one layer become classes of a map.
struct LayerRule: Sendable {
  /// What a layer's names are used for.
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

  /// The layer's name.
  let layer: String
  /// The keys that say what a feature is, the most precise first.
  var kinds: [String] = []
  /// What the values of those keys mean; what is not in here is not drawn.
  var classes: [String: MapFeatureClass] = [:]
  /// What features are of which none of those keys says anything known.
  var otherwise: MapFeatureClass?
  /// What the layer's names are used for.
  var names = Names.unused
  /// The key of a number that tells features of the same class apart by importance.
  var rank: (key: String, order: RankOrder)?
  /// The detail below which the layer is not worth reading for the few features that would be drawn.
  var least = TileDetail.overview

  /// A key that only layers have that the rule is meant for.
  var marker: String?

  /// The highest detail below which none of the layer's features is drawn.
  var detail: TileDetail {
    let classes = Array(classes.values) + (otherwise.map { [$0] } ?? [])
    return max(least, classes.map(\.detail).min() ?? .overview)
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

  /// Finds the schema that names layers like these.
  ///
  /// - Parameter layers: The names of layers of a tile or of an archive's metadata.
  /// - Returns: The schema that knows most of them, or nil if none knows any.
  public static func matching(_ layers: some Sequence<String>) -> TileSchema? {
    let names = Set(layers)
    var best: (schema: TileSchema, score: Int)?
    for schema in all {
      let known = names.intersection(schema.rules.map(\.layer))
      // A name that only one schema has says more than one that all have.
      let score = known.reduce(0) { $0 + (shared.contains($1) ? 1 : 4) }
      if score > best?.score ?? 0 { best = (schema, score) }
    }
    return best?.schema
  }

  /// The names of layers that several schemas have.
  private static let shared: Set<String> = {
    let sets = all.map { Set($0.rules.map(\.layer)) }
    return sets.indices.reduce(into: []) { shared, index in
      for other in sets.indices where other != index {
        shared.formUnion(sets[index].intersection(sets[other]))
      }
    }
  }()

  /// The rule for a layer, if the schema draws it.
  func rule(for layer: String, keys: [String]) -> LayerRule? {
    rules.first { rule in
      rule.layer == layer && (rule.marker.map(keys.contains) ?? true)
    }
  }

  /// Whether two schemas are the same one.
  public static func == (one: TileSchema, other: TileSchema) -> Bool { one.name == other.name }

  /// Hashes what makes schemas equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
