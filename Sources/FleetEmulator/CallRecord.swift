public import FleetEngine
internal import HTTPMessages
internal import TrustLimits

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
  /// The IDs of the header `X-Goog-Maps-Experience-ID`, at most 16; untrusted.
  public var experienceIDs: [String] = []

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

extension CallRecord {
  /// The experience IDs of a request, bounded.
  static func experienceIDs(_ headers: HTTPHeaders) -> [String] {
    guard let text = headers["X-Goog-Maps-Experience-ID"] else { return [] }
    return text.utf8.split(separator: UInt8(ascii: ","), maxSplits: Limits.Emulator.experienceIDs)
      .prefix(Limits.Emulator.experienceIDs)
      .map { String(decoding: $0.prefix(256), as: UTF8.self).filter { $0 != " " } }
      .filter { !$0.isEmpty }
  }
}
