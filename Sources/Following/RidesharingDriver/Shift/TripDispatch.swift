public import FleetEngine
internal import TrustLimits

/// Gives a vehicle its trips and receives their statuses: a provider's backend or Fleet Engine.
///
/// Each call makes one attempt; the caller retries. See docs/protocol.md, "Order of a ride".
public protocol TripDispatch: Sendable {
  /// Reads the vehicle with its trips and remaining waypoints; a backend may then match it to trips.
  func vehicle() async throws(TripDispatchError) -> Vehicle
  /// Reads a trip of the vehicle with its status and all its intermediate destinations.
  func trip(_ id: String) async throws(TripDispatchError) -> Trip
  /// Reports a trip's new status.
  func report(_ progress: TripProgress) async throws(TripDispatchError)
}

/// Why a dispatch gave no trips or did not accept a status.
public struct TripDispatchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Sendable, Hashable {
    /// The same request may succeed later.
    case unavailable
    /// The same request will never succeed.
    case refused
    /// The driver is not authorized.
    case notPermitted
  }

  /// The kind of failure.
  public let kind: Kind
  /// One sentence about the cause; it may contain text from the server.
  public let reason: String

  /// The reason on one line, without control characters.
  public var description: String { EscapedText.line(reason) }

  /// Creates an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// A trip's progress as its driver reports it.
///
/// See docs/protocol.md, "Statuses".
public struct TripProgress: Sendable, Hashable {
  /// The trip's ID.
  public var tripID: String
  /// The trip's new status.
  public var status: TripStatus
  /// The index of the intermediate destination that the status is about; nil for other statuses.
  public var stopIndex: Int?
}
