public import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// One call to the emulator, without any token.
public struct CallRecord: Sendable, Hashable {
  /// When the call was handled.
  public var time: Timestamp
  /// The procedure, for example `UpdateTrip`; nil for an unknown path.
  public var procedure: String?
  /// The path; untrusted.
  public var resource: String
  /// The HTTP status of the response.
  public var httpStatus = 200
  /// The error in the response.
  public var error: RPCStatus?
  /// A trip's status before the call that changed it.
  public var statusBefore: TripStatus?
  /// A trip's status after the call that changed it or created the trip.
  public var statusAfter: TripStatus?
  /// Descriptions of what was accepted and is probably a mistake, one sentence each.
  public var warnings: [String] = []
  /// The IDs of the header `X-Goog-Maps-Experience-ID`, at most 16; untrusted.
  public var experienceIDs: [String] = []

  /// The experience IDs of a request, bounded.
  static func experienceIDs(_ headers: HTTPHeaders) -> [String] {
    (headers["X-Goog-Maps-Experience-ID"] ?? "").utf8
      .split(separator: UInt8(ascii: ","), maxSplits: Limits.Emulator.experienceIDs)
      .prefix(Limits.Emulator.experienceIDs)
      .map { String(decoding: $0.prefix(256), as: UTF8.self).filter { $0 != " " } }
      .filter { !$0.isEmpty }
  }
}
