public import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// One call to the emulator, without any token.
public struct CallRecord: Sendable, Hashable {
  /// When the call was handled.
  public var time: Timestamp
  /// How long the emulator took for it, without the delay of a fault.
  public internal(set) var duration: Duration = .zero
  /// Its number among all calls since the start or the last reset, from 1.
  public internal(set) var number = 0
  /// The procedure, for example `UpdateTrip`; nil for an unknown path.
  public var procedure: String?
  /// The path; untrusted.
  public var resource: String
  /// The role of the caller's token; nil if the token was refused.
  public var role: ServiceRole?
  /// The ID of the trip that the call is about; untrusted.
  public var tripID: String?
  /// The ID of the vehicle that the call is about; untrusted.
  public var vehicleID: String?
  /// The untrusted start of the request's body, at most 16 KiB; empty for older calls.
  public var requestBody: [UInt8] = []
  /// The start of the response's body, at most 16 KiB; empty for older calls.
  public var responseBody: [UInt8] = []
  /// The HTTP status of the response.
  public var httpStatus = 200
  /// The error in the response.
  public var error: RPCStatus?
  /// A trip's status before the call that changed it.
  public var statusBefore: TripStatus?
  /// A trip's status after the call that changed it or created the trip.
  public var statusAfter: TripStatus?
  /// Descriptions of what was accepted and is probably a mistake, and cures of what was refused.
  public var warnings: [String] = []
  /// The IDs of the header `X-Goog-Maps-Experience-ID`, at most 16; untrusted.
  public var experienceIDs: [String] = []

  /// The most bytes of a kept text, and the most warnings.
  private static let textBytes = 512
  private static let messageBytes = 4 * 1_024
  private static let mostWarnings = 16

  /// The record with texts of a bounded size, since they are kept for ``EmulatedFleetEngine/historyLength`` calls.
  var bounded: CallRecord {
    func cut(_ text: String, _ bytes: Int = Self.textBytes) -> String {
      text.utf8.count > bytes ? String(decoding: text.utf8.prefix(bytes), as: UTF8.self) : text
    }
    var record = self
    record.resource = cut(resource)
    record.tripID = tripID.map { cut($0) }
    record.vehicleID = vehicleID.map { cut($0) }
    record.error?.message = cut(error?.message ?? "", Self.messageBytes)
    record.warnings = warnings.prefix(Self.mostWarnings).map { cut($0, Self.messageBytes) }
    return record
  }

  /// How many of the latest calls keep their bodies.
  static let keptBodies = 1_000
  private static let bodyBytes = 16 * 1_024

  /// The start of a body, which shares its memory if it is whole.
  static func start(of body: [UInt8]) -> [UInt8] {
    body.count <= bodyBytes ? body : Array(body.prefix(bodyBytes))
  }

  /// The experience IDs of a request, bounded.
  static func experienceIDs(_ headers: TransportHeaders) -> [String] {
    (headers["X-Goog-Maps-Experience-ID"] ?? "").utf8
      .split(separator: UInt8(ascii: ","), maxSplits: Limits.Emulator.experienceIDs)
      .prefix(Limits.Emulator.experienceIDs)
      .map { String(decoding: $0.prefix(256), as: UTF8.self).filter { $0 != " " } }
      .filter { !$0.isEmpty }
  }
}
