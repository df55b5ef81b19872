public import FleetEngine

/// Who gives a vehicle its trips and wants to know how far they are: a provider's backend, or Fleet
/// Engine itself.
///
/// Each call is made once; who asks repeats it. Source: contract 8.4.
public protocol TripDispatch: Sendable {
  /// Reads the vehicle, by which its driver says that it waits for trips.
  ///
  /// - Returns: The vehicle with its trips and the waypoints that it has left.
  /// - Throws: Why it cannot be read.
  func vehicle() async throws(TripDispatchError) -> Vehicle
  /// Reads a trip of the vehicle.
  ///
  /// - Parameter id: The trip's id.
  /// - Returns: The trip with its status and all its intermediate destinations.
  /// - Throws: Why it cannot be read.
  func trip(_ id: String) async throws(TripDispatchError) -> Trip
  /// Tells how far a trip is.
  ///
  /// - Parameter progress: The trip's new status.
  /// - Throws: Why it was not taken.
  func tell(_ progress: TripProgress) async throws(TripDispatchError)
}

/// Why a dispatch gave no trips or did not take a status.
public struct TripDispatchError: Error, Sendable, Hashable {
  /// What kind of failure it is, which decides what helps.
  public enum Kind: Sendable, Hashable {
    /// The same call may be answered later.
    case unavailable
    /// The same call will never be answered otherwise.
    case refused
    /// The driver may not do this at all.
    case notPermitted
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// One sentence that says what is wrong; it may hold text from outside.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
