internal import Roads

/// Joins roads that go straight on into streets, and names each once.
struct StreetNamer {
  private var chance: Chance
  private var used: Set<String> = []
  /// How many of a language's combinations have been taken, by language and form.
  private var taken: [String: Int] = [:]

  init(_ chance: Chance) { self.chance = chance }

  /// Names the roads of a builder.
  mutating func name(_ roads: inout [NetworkBuilder.Road], nodes: [Point]) {
    let streets = Self.streets(roads, nodeCount: nodes.count)
    for street in streets {
      let first = roads[street[0]]
      guard first.roadClass <= .residential else { continue }
      let length = street.reduce(0) { $0 + roads[$1].length }
      let middle = roads[street[street.count / 2]].middle
      let tongue = District.all[District.nearest(to: middle)].tongue
      let name =
        first.isBridge
        ? fresh(tongue, tongue.bridges, from: 0)
        : fresh(tongue, tongue.streets, from: Self.form(first.roadClass, length))
      guard let name else { continue }
      for road in street { roads[road].name = name }
    }
  }

  /// The form of a name that suits a street.
  private static func form(_ roadClass: RoadClass, _ length: Double) -> Int {
    switch roadClass {
    case .trunk, .primary, .secondary: 0
    case .tertiary: 1
    default: length > 240 ? 1 : length > 130 ? 2 : 3
    }
  }

  /// A name that no street has yet; nil if the language has none left.
  private mutating func fresh(
    _ tongue: Tongue, _ forms: [Tongue.Word], from first: Int
  ) -> LocalName? {
    for offset in forms.indices {
      let form = forms[(first + offset) % forms.count]
      let start = chance.index(tongue.stems.count)
      for step in tongue.stems.indices {
        let stem = tongue.stems[(start + step) % tongue.stems.count]
        let name = tongue.name(form, stem)
        if used.insert(name.text).inserted { return name }
      }
    }
    return nil
  }

  // MARK: - Streets

  /// Roads of one class that go straight on, longest streets first.
  private static func streets(_ roads: [NetworkBuilder.Road], nodeCount: Int) -> [[Int]] {
    var at: [[(road: Int, leaving: Point)]] = Array(repeating: [], count: nodeCount)
    for (number, road) in roads.enumerated() {
      let points = road.points
      at[road.start].append((number, (points[1] - points[0]).unit))
      at[road.end].append((number, (points[points.count - 2] - points[points.count - 1]).unit))
    }
    var root = Array(roads.indices)
    func find(_ road: Int) -> Int {
      var road = road
      while root[road] != road {
        root[road] = root[root[road]]
        road = root[road]
      }
      return road
    }
    for node in at.indices {
      var pairs: [(bend: Double, one: Int, other: Int)] = []
      for (index, one) in at[node].enumerated() {
        for other in at[node][(index + 1)...] {
          let bend = one.leaving.dot(other.leaving)
          let (first, second) = (roads[one.road], roads[other.road])
          guard bend < -0.8, first.roadClass == second.roadClass, first.isBridge == second.isBridge
          else { continue }
          pairs.append((bend, one.road, other.road))
        }
      }
      var isTaken: Set<Int> = []
      for pair in pairs.sorted(by: { ($0.bend, $0.one, $0.other) < ($1.bend, $1.one, $1.other) })
      where !isTaken.contains(pair.one) && !isTaken.contains(pair.other) {
        isTaken.formUnion([pair.one, pair.other])
        root[find(pair.one)] = find(pair.other)
      }
    }
    var members: [Int: [Int]] = [:]
    for road in roads.indices { members[find(road), default: []].append(road) }
    return members.values.map { ordered($0, roads) }.sorted { one, other in
      (other.count, one[0]) < (one.count, other[0])
    }
  }

  /// A street's roads in the order in which one drives through them, as far as they form one line.
  private static func ordered(_ members: [Int], _ roads: [NetworkBuilder.Road]) -> [Int] {
    var at: [Int: [Int]] = [:]
    for road in members {
      at[roads[road].start, default: []].append(road)
      at[roads[road].end, default: []].append(road)
    }
    let ends = members.filter { at[roads[$0].start]?.count == 1 || at[roads[$0].end]?.count == 1 }
    var order: [Int] = []
    var known: Set<Int> = []
    var open = [ends.min() ?? members[0]]
    while let road = open.popLast() {
      guard known.insert(road).inserted else { continue }
      order.append(road)
      let next = (at[roads[road].start] ?? []) + (at[roads[road].end] ?? [])
      open += next.filter { !known.contains($0) }.sorted(by: >)
    }
    return order
  }
}
