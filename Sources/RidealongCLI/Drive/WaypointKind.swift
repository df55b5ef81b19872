internal import FleetEngine

/// What documents and people call the kinds of waypoints.
enum WaypointKind {
  /// The name in JSON.
  static func name(_ type: WaypointType) -> String {
    switch type {
    case .pickup: "pickup"
    case .intermediateDestination: "stop"
    case .dropoff: "dropoff"
    case .unknown: type.wireName.cutForJSON
    }
  }
}
