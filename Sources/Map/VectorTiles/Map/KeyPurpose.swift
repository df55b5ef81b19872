/// The purpose of a key of a layer, looked up once so that each tag costs one array access.
struct KeyPurpose: Sendable {
  enum Role: UInt8 {
    case unused
    case kind
    /// `bridge` or `tunnel`.
    case structure
    /// Whether the feature is on a bridge.
    case bridge
    /// Whether the feature is in a tunnel.
    case tunnel
    /// Whether the feature leads to a road of its class.
    case ramp
    /// Whether the feature is a main or a secondary track.
    case service
    /// Whether the feature is left out.
    case exclusion
    case rank
    case name
  }

  var role = Role.unused
  /// The key's priority among those of its role, 0 for the best.
  var order: UInt8 = 0

  /// The keys that mean the same in every schema.
  private static let common: [String: Role] = [
    "brunnel": .structure, "structure": .structure, "bridge": .bridge, "is_bridge": .bridge,
    "tunnel": .tunnel, "is_tunnel": .tunnel, "covered": .tunnel, "ramp": .ramp, "is_link": .ramp,
    "link": .ramp, "service": .service, "maritime": .exclusion, "underground": .exclusion,
    "is_underground": .exclusion,
  ]

  /// The purposes of a rule's keys; `kinds` are the keys of a feature's class, the most precise first.
  static func table(kinds: [String], rank: String?) -> WordTable<KeyPurpose> {
    var purposes = common.mapValues { KeyPurpose(role: $0) }
    if let rank { purposes[rank] = KeyPurpose(role: .rank) }
    for (order, key) in kinds.enumerated() {
      purposes[key] = KeyPurpose(role: .kind, order: UInt8(order))
    }
    return WordTable(purposes)
  }

  static func all(
    of keys: [Range<Int>], in bytes: Span<UInt8>, rule: LayerRule, names: WordTable<UInt8>
  ) -> [KeyPurpose] {
    keys.map { key in
      let purpose = rule.purposes.meaning(of: key, in: bytes) ?? KeyPurpose()
      guard rule.names != .unused, purpose.role != .kind,
        let order = names.meaning(of: key, in: bytes)
      else { return purpose }
      return KeyPurpose(role: .name, order: order)
    }
  }
}

/// The meanings of the values of a layer's table, computed at first use.
struct LayerValues {
  private let bytes: [UInt8]
  private let values: [ValueEntry]
  private let known: WordTable<MapFeatureClass>
  /// One more than the raw value of each value's class; 0 if not computed yet.
  private var classes: [UInt8]
  /// The names read so far; empty if not read or not a name.
  private var texts: [String] = []
  /// The results of tests of each value's word, as bits.
  private var results: [UInt8] = []

  private static let none: UInt8 = .max

  init(_ values: [ValueEntry], bytes: [UInt8], rule: LayerRule) {
    self.values = values
    self.bytes = bytes
    known = rule.classes
    classes = Array(repeating: 0, count: rule.classes.isEmpty ? 0 : values.count)
  }

  /// The class that a value stands for, if the rule knows it.
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

  mutating func structure(_ index: Int) -> MapFeatureStructure? {
    if remembered(index, as: 16, { $0 == "bridge" }) { return .bridge }
    return remembered(index, as: 64) { $0 == "tunnel" } ? .tunnel : nil
  }

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
  /// The given bit records that the result is known, and the next one the result. A value without a
  /// word fails the test.
  private mutating func remembered(_ index: Int, as bit: UInt8, _ test: (String) -> Bool) -> Bool {
    if results.isEmpty { results = Array(repeating: 0, count: values.count) }
    if results[index] & bit == 0 {
      results[index] |= bit | (word(index).map(test) ?? false ? bit << 1 : 0)
    }
    return results[index] & (bit << 1) != 0
  }

  func integer(_ index: Int) -> Int? { values[index].integer }

  /// The value as a name; nil if it is empty or not text.
  mutating func name(_ index: Int) -> String? {
    if texts.isEmpty { texts = Array(repeating: "", count: values.count) }
    if !texts[index].isEmpty { return texts[index] }
    let text = values[index].text.flatMap { Text.string($0, of: bytes.span) } ?? ""
    texts[index] = text
    return text.isEmpty ? nil : text
  }

  func hasText(_ index: Int) -> Bool { values[index].text.map { !$0.isEmpty } ?? false }

  private func word(_ index: Int) -> String? {
    if let text = values[index].text {
      // Words with a meaning are short, so names need not become strings here.
      return text.count <= 32 ? Text.string(text, of: bytes.span) : nil
    }
    return values[index].integer.map(String.init)
  }
}
