public import ConsumerMap

/// The lines of a trip on a map.
///
/// Source: contract 5.4.
public enum GMTCPolylineType: Int, Sendable {
  case activeRoute = 0
  case remainingRoute = 1

  /// The library's type.
  public var value: PolylineType {
    switch self {
    case .activeRoute: .activeRoute
    case .remainingRoute: .remainingRoute
    }
  }
}

/// The markers of a trip on a map whose style can be set.
///
/// Source: contract 5.4.
public enum GMTCCustomizableMarkerType: Int, Sendable {
  case unknown = -1
  case tripPickupPoint = 0
  case tripDropoffPoint = 1
  case tripVehicle = 2
  case intermediateDestination = 3

  /// The library's type.
  public var value: CustomizableMarkerType {
    switch self {
    case .unknown: .unknown
    case .tripPickupPoint: .tripPickupPoint
    case .tripDropoffPoint: .tripDropoffPoint
    case .tripVehicle: .tripVehicle
    case .intermediateDestination: .intermediateDestination
    }
  }
}

/// The markers of a trip on a map that can be tapped.
///
/// The SDK's numbers are not published; these are those of ``GMTCCustomizableMarkerType``. Source:
/// contract 5.4.
public enum GMTCMapViewMarkerType: Int, Sendable {
  case unknown = -1
  case tripPickupPoint = 0
  case tripDropoffPoint = 1
  case tripVehicle = 2
  case intermediateDestination = 3

  /// The SDK's name of a type.
  public init(_ value: CustomizableMarkerType) {
    switch value {
    case .unknown: self = .unknown
    case .tripPickupPoint: self = .tripPickupPoint
    case .tripDropoffPoint: self = .tripDropoffPoint
    case .tripVehicle: self = .tripVehicle
    case .intermediateDestination: self = .intermediateDestination
    }
  }
}
