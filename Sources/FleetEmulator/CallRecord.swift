public import FleetEngine

/// One call that the emulator answered, without any token.
public struct CallRecord: Sendable, Hashable {
  /// When the call was answered.
  public var time: Timestamp
  /// The procedure, for example `UpdateTrip`; nil where the path is none's.
  public var procedure: String?
  /// The resource's name, or the path where the call is no procedure's; untrusted.
  public var resource: String
  /// The HTTP status of the answer.
  public var httpStatus: Int
  /// What the answer says where it is an error.
  public var error: RPCStatus?
  /// A trip's status before the call, where the call changed it.
  public var statusBefore: TripStatus?
  /// A trip's status after the call, where the call changed it or created the trip.
  public var statusAfter: TripStatus?
  /// What was accepted and is likely to be a mistake, one sentence each.
  public var warnings: [String]

  /// Creates a record.
  public init(
    time: Timestamp,
    procedure: String?,
    resource: String,
    httpStatus: Int,
    error: RPCStatus? = nil,
    statusBefore: TripStatus? = nil,
    statusAfter: TripStatus? = nil,
    warnings: [String] = []
  ) {
    self.time = time
    self.procedure = procedure
    self.resource = resource
    self.httpStatus = httpStatus
    self.error = error
    self.statusBefore = statusBefore
    self.statusAfter = statusAfter
    self.warnings = warnings
  }
}
