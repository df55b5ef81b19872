/// What the keys of a layer are for, so that a feature's tags cost one look each.
struct LayerRoles {
  enum Role: UInt8 {
    /// Nothing here.
    case unused
    /// It says what the feature is.
    case kind
    /// Its value is the word `bridge` or `tunnel`.
    case structure
    /// It says whether the feature is on a bridge.
    case bridge
    /// It says whether the feature is in a tunnel.
    case tunnel
    /// It says whether the feature leads to a road of its class.
    case ramp
    /// It says whether the feature is a main or a secondary track.
    case service
    /// It says whether the feature is left out.
    case exclusion
    /// It says how important the feature is.
    case rank
    /// It holds a name.
    case name
  }

  /// What a key is for, and how good it is for that, 0 for the best.
  struct Assignment: Sendable {
    var role = Role.unused
    var order: UInt8 = 0
  }

  /// What each key of the layer's table is for.
  let assignments: [Assignment]

  /// The keys that mean the same in every schema.
  private static let common: [String: Assignment] = [
    "brunnel": Assignment(role: .structure), "structure": Assignment(role: .structure),
    "bridge": Assignment(role: .bridge), "is_bridge": Assignment(role: .bridge),
    "tunnel": Assignment(role: .tunnel), "is_tunnel": Assignment(role: .tunnel),
    "covered": Assignment(role: .tunnel),
    "ramp": Assignment(role: .ramp), "is_link": Assignment(role: .ramp),
    "service": Assignment(role: .service),
    "maritime": Assignment(role: .exclusion), "underground": Assignment(role: .exclusion),
    "is_underground": Assignment(role: .exclusion),
  ]

  /// Finds out what the keys of a layer are for.
  init(_ rule: LayerRule, keys: [Range<Int>], of bytes: Span<UInt8>, names: NameOrder) {
    var assignments: [Assignment] = []
    assignments.reserveCapacity(keys.count)
    for key in keys {
      var assignment = rule.roles.meaning(of: key, in: bytes) ?? Assignment()
      if rule.names != .unused, assignment.role != .kind,
        let order = names.ranks.meaning(of: key, in: bytes)
      {
        assignment = Assignment(role: .name, order: order)
      }
      assignments.append(assignment)
    }
    self.assignments = assignments
  }

  /// The roles of keys that do not depend on the languages of names.
  ///
  /// `kinds` are the keys that say what a feature is, the most precise first; `rank` is the key of
  /// its importance.
  static func table(kinds: [String], rank: String?) -> WordTable<Assignment> {
    var roles = common
    if let rank { roles[rank] = Assignment(role: .rank) }
    for (order, key) in kinds.enumerated() {
      roles[key] = Assignment(role: .kind, order: UInt8(order))
    }
    return WordTable(roles)
  }
}

/// The meanings of the values of a layer's table, computed at their first use.
struct LayerValues {
  private let bytes: [UInt8]
  private let values: [ValueEntry]
  private let known: WordTable<MapFeatureClass>
  /// One more than the number of each value's class; 0 if not computed yet.
  private var classes: [UInt8]
  /// The names read so far; empty if not read or not a name.
  private var texts: [String] = []
  /// The results of tests of each value's word, in bits.
  private var results: [UInt8] = []

  private static let none: UInt8 = .max

  init(_ values: [ValueEntry], bytes: [UInt8], rule: LayerRule) {
    self.values = values
    self.bytes = bytes
    known = rule.classes
    classes = Array(repeating: 0, count: rule.classes.isEmpty ? 0 : values.count)
  }

  /// The class that a value gives a feature, if the rule knows it.
  mutating func featureClass(_ index: Int) -> MapFeatureClass? {
    guard !classes.isEmpty else { return nil }
    if classes[index] == 0 {
      let found =
        if let text = values[index].text { known.meaning(of: text, in: bytes.span) } else {
          word(index).flatMap { known.meaning(of: $0) }
        }
      classes[index] = found.map { $0.rawValue + 1 } ?? Self.none
    }
    return classes[index] == Self.none ? nil : MapFeatureClass(rawValue: classes[index] - 1)
  }

  /// The structure that a value names, if it names one.
  mutating func structure(_ index: Int) -> MapFeatureStructure? {
    if remembered(index, as: 16, { $0 == "bridge" }) { return .bridge }
    return remembered(index, as: 64) { $0 == "tunnel" } ? .tunnel : nil
  }

  /// Whether a value names a secondary track.
  mutating func isSiding(_ index: Int) -> Bool {
    remembered(index, as: 1) { Self.sidings.contains($0) }
  }

  /// Whether a value means yes, in any spelling.
  mutating func isTrue(_ index: Int) -> Bool {
    remembered(index, as: 4) { !Self.denials.contains($0) }
  }

  private static let sidings: Set<String> = ["yard", "siding", "spur", "crossover"]
  private static let denials: Set<String> = ["", "no", "false", "0"]

  /// The result of a test of a value's word, computed once for each value of the layer.
  ///
  /// The bit says that the result is known; the next one is the result. A value without a word
  /// fails the test.
  private mutating func remembered(_ index: Int, as bit: UInt8, _ test: (String) -> Bool) -> Bool {
    if results.isEmpty { results = Array(repeating: 0, count: values.count) }
    if results[index] & bit == 0 {
      results[index] |= bit | (word(index).map(test) ?? false ? bit << 1 : 0)
    }
    return results[index] & (bit << 1) != 0
  }

  func integer(_ index: Int) -> Int? { values[index].integer }

  /// A name, nil if there is nothing in it.
  mutating func name(_ index: Int) -> String? {
    if texts.isEmpty { texts = Array(repeating: "", count: values.count) }
    if !texts[index].isEmpty { return texts[index] }
    let text = values[index].text.flatMap { Text.string($0, of: bytes.span) } ?? ""
    texts[index] = text
    return text.isEmpty ? nil : text
  }

  /// Whether a value is a text with something in it.
  func hasText(_ index: Int) -> Bool { values[index].text.map { !$0.isEmpty } ?? false }

  private func word(_ index: Int) -> String? {
    if let text = values[index].text {
      // No word that means anything is long, and names need not be made into text for this.
      return text.count <= 32 ? Text.string(text, of: bytes.span) : nil
    }
    return values[index].integer.map(String.init)
  }
}
