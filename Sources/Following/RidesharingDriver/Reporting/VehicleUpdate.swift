public import FleetEngine

/// One update of a vehicle, sent or not.
public struct VehicleUpdate: Sendable, Hashable {
  /// The values of the fields that the mask names.
  public var vehicle: Vehicle
  /// The names of the changed fields as the API spells and orders them.
  public var mask: [String]

  /// Creates an update.
  public init(vehicle: Vehicle, mask: [String]) {
    self.vehicle = vehicle
    self.mask = mask
  }

  init(state: VehicleState) {
    self.init(vehicle: Vehicle.with { $0.state = state }, mask: ["vehicleState"])
  }

  /// The reported state.
  public var vehicleState: VehicleState { vehicle.state }
  /// The reported location, if there is one.
  public var location: VehicleLocation? { vehicle.lastLocation }
}

/// Why an update of a vehicle did not reach Fleet Engine.
public enum VehicleReporterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A vehicle can go online only while location tracking is enabled.
  case trackingIsOff
  /// The new state is neither online nor offline.
  case unsupportedState
  /// A later change replaced the state before the server had it.
  case superseded
  /// The request failed.
  case call(FleetEngineError)

  /// The error in one line.
  public var description: String {
    switch self {
    case .trackingIsOff: "A vehicle can go online only while location tracking is enabled."
    case .unsupportedState: "A vehicle's state can be set to online or offline only."
    case .superseded: "A later change replaced this state."
    case .call(let error): error.description
    }
  }

  /// The error of the failed request, if a request was made.
  public var underlyingError: FleetEngineError? {
    if case .call(let error) = self { error } else { nil }
  }

  /// Whether a later update may succeed without any change by the user or the program.
  package var mayPass: Bool {
    underlyingError.map { $0.bucket == .recoverable || $0.bucket == .quota } ?? true
  }

  /// Whether the server refused an update without fields.
  ///
  /// This can happen to the first update after the start. It is harmless, because the next update
  /// has the vehicle's data. See docs/protocol.md, "Update masks".
  public var isEmptyMask: Bool {
    underlyingError?.message.contains("update_mask cannot be empty") == true
  }
}

/// Receives the results of a vehicle's updates, both periodic and single ones.
///
/// See docs/protocol.md, "Vehicle reporting".
@MainActor public protocol VehicleReporterListener: AnyObject {
  /// Called when the server has accepted an update.
  func vehicleReporter(_ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate)
  /// Called when an update has failed; tracking continues with newer data.
  func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError)
}

extension VehicleReporterListener {
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didSucceed vehicleUpdate: VehicleUpdate
  ) {}
  /// Does nothing.
  public func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {}
}
