public import FleetEngine

/// A call to Fleet Engine that a log tells of.
public struct LoggedCall: Sendable, Hashable {
  /// What was called, with the values that were sent.
  public enum Operation: Sendable, Hashable {
    /// A trip was created.
    case createTrip(TripName, Trip)
    /// Fields of a trip were changed.
    case updateTrip(TripName, Trip, mask: [String])
    /// A vehicle was created.
    case createVehicle(VehicleName, Vehicle)
    /// Fields of a vehicle were changed.
    case updateVehicle(VehicleName, Vehicle, mask: [String])
  }

  /// When the server received it.
  public var time: Timestamp
  /// What was called.
  public var operation: Operation

  /// Creates a call.
  public init(time: Timestamp, operation: Operation) {
    self.time = time
    self.operation = operation
  }
}
