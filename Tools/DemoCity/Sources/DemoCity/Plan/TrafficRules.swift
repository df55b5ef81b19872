internal import Roads

/// Decides which streets are one-way and how fast one may drive.
struct TrafficRules {
  private var chance: Chance

  init(_ chance: Chance) { self.chance = chance }

  /// Sets the rules, so that everywhere can still be reached from everywhere.
  mutating func apply(to roads: inout [NetworkBuilder.Road], _ plan: TownPlan, nodeCount: Int) {
    for index in roads.indices {
      let road = roads[index]
      let zone = plan.zone(road.middle)
      roads[index].speedLimit = speedLimit(road, zone)
      guard road.roadClass == .residential, road.start != road.end else { continue }
      let share: Double =
        switch zone {
        case .oldTown: 0.45
        case .inner: 0.3
        case .belt, .outer, .country: 0.04
        }
      roads[index].isOneWay = chance.happens(share)
      if roads[index].isOneWay, chance.happens(0.5) {
        (roads[index].start, roads[index].end) = (road.end, road.start)
        roads[index].points.reverse()
      }
    }
    // One-way roads between parts that do not reach each other are opened both ways.
    while true {
      let part = Self.components(roads, nodeCount)
      var hasChanged = false
      for index in roads.indices
      where roads[index].isOneWay && part[roads[index].start] != part[roads[index].end] {
        roads[index].isOneWay = false
        hasChanged = true
      }
      guard hasChanged else { return }
    }
  }

  private mutating func speedLimit(_ road: NetworkBuilder.Road, _ zone: TownPlan.Zone) -> Int? {
    switch (road.roadClass, zone) {
    case (.residential, .oldTown): 20
    case (.tertiary, .oldTown), (.tertiary, .belt): 30
    case (.primary, .country), (.secondary, .country): 70
    case (.tertiary, .outer): 50
    default: nil
    }
  }

  /// For each node the number of the part of the network whose nodes all reach each other.
  static func components(_ roads: [NetworkBuilder.Road], _ nodeCount: Int) -> [Int] {
    var (onward, back): ([[Int]], [[Int]]) = (
      Array(repeating: [], count: nodeCount), Array(repeating: [], count: nodeCount)
    )
    for road in roads where road.roadClass.isDrivable {
      onward[road.start].append(road.end)
      back[road.end].append(road.start)
      guard !road.isOneWay else { continue }
      onward[road.end].append(road.start)
      back[road.start].append(road.end)
    }
    // Kosaraju's: nodes in the order in which they are finished, then back from the last.
    var order: [Int] = []
    var isKnown = Array(repeating: false, count: nodeCount)
    for first in 0..<nodeCount where !isKnown[first] {
      isKnown[first] = true
      var stack = [(node: first, next: 0)]
      while let (node, next) = stack.last {
        if next < onward[node].count {
          stack[stack.count - 1].next += 1
          let other = onward[node][next]
          if !isKnown[other] {
            isKnown[other] = true
            stack.append((other, 0))
          }
        } else {
          order.append(node)
          stack.removeLast()
        }
      }
    }
    var part = Array(repeating: -1, count: nodeCount)
    for (number, first) in order.reversed().enumerated() where part[first] < 0 {
      part[first] = number
      var open = [first]
      while let node = open.popLast() {
        for other in back[node] where part[other] < 0 {
          part[other] = number
          open.append(other)
        }
      }
    }
    return part
  }
}
