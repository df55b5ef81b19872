/// The class of a road, from the widest to the narrowest.
public enum RoadClass: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// A fast road around or out of the town.
  case trunk
  /// A boulevard or a main road into the town.
  case primary
  /// A main street of a district.
  case secondary
  /// A street that connects other streets, such as a quay.
  case tertiary
  /// A street with homes.
  case residential
  /// A lane to a yard, a field or a wood.
  case service
  /// A path for pedestrians.
  case footway

  /// Whether vehicles may drive there.
  public var isDrivable: Bool { self != .footway }

  /// The default speed limit in kilometers per hour.
  public var usualSpeedLimit: Int {
    switch self {
    case .trunk: 80
    case .primary, .secondary: 50
    case .tertiary: 40
    case .residential: 30
    case .service: 15
    case .footway: 5
    }
  }

  /// Orders classes from the widest road to the narrowest.
  public static func < (one: RoadClass, other: RoadClass) -> Bool { one.rawValue < other.rawValue }
}
