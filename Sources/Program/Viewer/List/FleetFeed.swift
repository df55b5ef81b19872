public import CellGrid
public import FleetEngine

/// A server in this process whose whole fleet a list of trips shows, without polling.
///
/// They are closures, so that the list needs to know nothing about the server.
public struct FleetFeed: Sendable {
  /// The kind of server, for the header.
  public var title: SafeText
  /// The server's addresses in one line, the longest form first.
  public var addresses: [SafeText]
  /// The advice while there are no trips, a sentence each.
  public var advice: [SafeText]
  /// The faults that the user can play, in the order of the menu.
  public var faults: [SafeText]
  /// Returns what changed since the last call.
  public var next: @Sendable () async -> FleetUpdate
  /// Plays a fault of the menu.
  public var playFault: @Sendable (Int) async -> Void

  /// Creates a feed.
  public init(
    title: SafeText, addresses: [SafeText], advice: [SafeText], faults: [SafeText],
    next: @escaping @Sendable () async -> FleetUpdate,
    playFault: @escaping @Sendable (Int) async -> Void
  ) {
    (self.title, self.addresses, self.advice, self.faults) = (title, addresses, advice, faults)
    (self.next, self.playFault) = (next, playFault)
  }
}

/// The changes in a fleet.
public struct FleetUpdate: Sendable {
  /// Whether it has all trips and vehicles instead of the changed ones.
  public var isWhole = false
  /// The changed trips, by their full names.
  public var trips: [String: Trip] = [:]
  /// The changed vehicles, by their full names.
  public var vehicles: [String: Vehicle] = [:]
  /// The full names of trips and vehicles that were removed.
  public var removed: Set<String> = []
  /// The latest calls, the newest first.
  public var calls: [ServedCall] = []
  /// The number of calls since the server's start.
  public var callCount = 0
  /// The fault under way; nil without one.
  public var fault: SafeText?
  /// How the server's clock differs from the real one; nil if it does not.
  public var clock: SafeText?
  /// The present by the server's clock.
  public var now: Timestamp

  /// Creates an update without changes.
  public init(now: Timestamp) { self.now = now }
}

/// A call that a server has handled.
public struct ServedCall: Sendable, Equatable {
  /// When it was handled, by the server's clock.
  public var time: Timestamp
  /// The procedure, or the path of an unknown one; untrusted.
  public var procedure: String
  /// The IDs of its trip and its vehicle; untrusted.
  public var subject: String
  /// The caller's role; empty for a refused token.
  public var role: String
  /// The code of the response.
  public var code: RPCCode
  /// The HTTP status of the response.
  public var httpStatus: Int
  /// How long the server took for it.
  public var duration: Duration
  /// Why its token was refused, or what is probably a mistake; untrusted, empty for most calls.
  public var note: String

  /// Creates a call.
  public init(
    time: Timestamp, procedure: String, subject: String, role: String, code: RPCCode,
    httpStatus: Int, duration: Duration, note: String = ""
  ) {
    (self.time, self.procedure, self.subject, self.role) = (time, procedure, subject, role)
    (self.code, self.httpStatus, self.duration) = (code, httpStatus, duration)
    self.note = note
  }
}
