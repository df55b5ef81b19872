/// Orders the waypoints of a vehicle's trips.
enum PlanOrder {
  /// Keeps the former order and adds new waypoints in their trip's order.
  ///
  /// The waypoints of an exclusive trip stay together; those of other trips go as late as possible.
  static func plan(
    keeping order: [PlannedWaypoint], wanted: [[PlannedWaypoint]], exclusive: Set<String>
  ) -> [PlannedWaypoint] {
    let current = Dictionary(wanted.joined().map { ($0.identity, $0) }) { $1 }
    var plan = order.compactMap { current[$0.identity] }
    var known = Set(plan.map(\.identity))
    func position(_ waypoint: PlannedWaypoint) -> Int? {
      known.contains(waypoint.identity) ? plan.firstIndex { $0.isSame(as: waypoint) } : nil
    }
    for waypoints in wanted where waypoints.contains(where: { !known.contains($0.identity) }) {
      if exclusive.contains(waypoints[0].tripID) {
        var place = waypoints.lazy.compactMap(position).first ?? plan.endIndex
        for waypoint in waypoints {
          if let position = position(waypoint) {
            place = position
          } else {
            plan.insert(waypoint, at: place)
          }
          place += 1
        }
      } else {
        var place = plan.endIndex
        for waypoint in waypoints.reversed() {
          if let position = position(waypoint) {
            place = position
          } else {
            plan.insert(waypoint, at: place)
          }
        }
      }
      known.formUnion(waypoints.lazy.map(\.identity))
    }
    return plan
  }
}
