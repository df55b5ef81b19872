internal import FleetEngine

/// Orders the waypoints of a vehicle's trips, in linear time.
///
/// A doubly linked list of indices, because each new waypoint goes beside another one.
struct PlanOrder {
  private struct Node {
    let waypoint: PlannedWaypoint
    var previous: Int?
    var next: Int?
  }

  private var nodes: [Node] = []
  private var places: [PlannedWaypoint.Identity: Int] = [:]
  private var first: Int?
  private var last: Int?

  /// Keeps the former order and adds new waypoints in their trip's order.
  ///
  /// The waypoints of an exclusive trip stay together; those of other trips go as late as possible.
  static func plan(
    keeping order: [PlannedWaypoint],
    wanted: [[PlannedWaypoint]],
    exclusive: Set<String>
  ) -> [PlannedWaypoint] {
    var current: [PlannedWaypoint.Identity: PlannedWaypoint] = [:]
    for waypoint in wanted.joined() { current[waypoint.identity] = waypoint }
    var plan = PlanOrder()
    for kept in order {
      if let waypoint = current[kept.identity] { plan.insert(waypoint, before: nil) }
    }
    for waypoints in wanted { plan.add(waypoints, exclusive: exclusive) }
    return plan.waypoints
  }

  /// Adds the waypoints of a trip that are not in the plan.
  private mutating func add(_ waypoints: [PlannedWaypoint], exclusive: Set<String>) {
    // For each waypoint the place of the nearest later one in the plan.
    var later: [Int?] = []
    var nearest: Int?
    for waypoint in waypoints.reversed() {
      later.append(nearest)
      nearest = places[waypoint.identity] ?? nearest
    }
    var earlier: Int?
    for (waypoint, later) in zip(waypoints, later.reversed()) {
      if places[waypoint.identity] == nil {
        let follows = earlier != nil && exclusive.contains(waypoint.tripID)
        insert(waypoint, before: follows ? earlier.flatMap { nodes[$0].next } : later)
      }
      earlier = places[waypoint.identity]
    }
  }

  /// Inserts a waypoint before another one, or at the end.
  private mutating func insert(_ waypoint: PlannedWaypoint, before next: Int?) {
    guard places[waypoint.identity] == nil else { return }
    let place = nodes.count
    let previous = next.map { nodes[$0].previous } ?? last
    nodes.append(Node(waypoint: waypoint, previous: previous, next: next))
    places[waypoint.identity] = place
    if let previous { nodes[previous].next = place } else { first = place }
    if let next { nodes[next].previous = place } else { last = place }
  }

  private var waypoints: [PlannedWaypoint] {
    var result: [PlannedWaypoint] = []
    result.reserveCapacity(nodes.count)
    var place = first
    while let present = place {
      result.append(nodes[present].waypoint)
      place = nodes[present].next
    }
    return result
  }
}
