public import FleetEngine

/// What a driver's app tells a provider's backend of its vehicle.
///
/// Source: contract 8.1.
public struct VehicleSettings: Sendable, Hashable {
  /// Whether it takes a trip before the last one has ended; nil leaves it to the backend.
  public var isBackToBackEnabled: Bool?
  /// The most passengers, 1 to 1000; nil leaves it to the backend.
  public var maximumCapacity: Int?
  /// The kinds of trips that it takes; nil leaves them to the backend.
  public var supportedTripTypes: [TripType]?
  /// What the provider says of it, as keys and texts; nil leaves it to the backend.
  public var attributes: [VehicleAttribute]?

  /// Creates settings, by default without any.
  public init(
    isBackToBackEnabled: Bool? = nil,
    maximumCapacity: Int? = nil,
    supportedTripTypes: [TripType]? = nil,
    attributes: [VehicleAttribute]? = nil
  ) {
    self.isBackToBackEnabled = isBackToBackEnabled
    self.maximumCapacity = maximumCapacity
    self.supportedTripTypes = supportedTripTypes
    self.attributes = attributes
  }
}
