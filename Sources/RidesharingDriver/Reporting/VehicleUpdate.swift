public import FleetEngine

/// One update of a vehicle, as it was sent or was to be sent.
public struct VehicleUpdate: Sendable, Hashable {
  /// The values of the fields that the mask names.
  public var vehicle: Vehicle
  /// The fields that the update changes, in the wire's spelling and order.
  public var mask: [String]

  /// Creates an update.
  public init(vehicle: Vehicle, mask: [String]) {
    self.vehicle = vehicle
    self.mask = mask
  }

  /// The state that is reported.
  public var vehicleState: VehicleState { vehicle.state }
  /// The location that is reported, if one is.
  public var location: VehicleLocation? { vehicle.lastLocation }
}
