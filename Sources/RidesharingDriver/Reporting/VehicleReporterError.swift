public import FleetEngine

/// Why an update of a vehicle did not reach Fleet Engine.
public enum VehicleReporterError: Error, Sendable, Hashable {
  /// A vehicle can go online only while its location is tracked.
  case trackingIsOff
  /// A vehicle cannot be set to a state that is neither online nor offline.
  case unsupportedState
  /// The call failed.
  case call(FleetEngineError)
}
