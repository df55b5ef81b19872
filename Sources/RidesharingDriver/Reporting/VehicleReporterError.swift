public import FleetEngine

/// Why an update of a vehicle did not reach Fleet Engine.
public enum VehicleReporterError: Error, Sendable, Hashable {
  /// A vehicle can go online only while its location is tracked.
  case trackingIsOff
  /// A vehicle cannot be set to a state that is neither online nor offline.
  case unsupportedState
  /// The call failed.
  case call(FleetEngineError)

  /// What failed below it, if a call did.
  public var underlyingError: FleetEngineError? {
    if case .call(let error) = self { error } else { nil }
  }

  /// Whether the server refused an update that changes nothing.
  ///
  /// The first update after the start may meet this; it is of no consequence, as the next one
  /// carries the vehicle's data. Source: contract 6.2 and the Driver SDK's guide.
  public var isEmptyMask: Bool {
    underlyingError?.message.contains("update_mask cannot be empty") == true
  }
}
