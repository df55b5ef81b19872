internal import FleetEngine
internal import JSON
internal import RidesharingConsumer

/// A ride at a moment as JSON: the trip, the polling status and the event log, without any token.
struct SnapshotDocument: Encodable {
  struct Polling: Encodable {
    let lastAnswer: Timestamp?
    let consecutiveFailures: Int
    let totalUpdates: Int
    let totalRetries: Int
    let lastError: Failure?
  }

  struct Failure: Encodable {
    let operation: String
    let code: String
    let httpStatus: Int?
    let message: String
  }

  struct Event: Encodable {
    let time: Timestamp
    let text: String
  }

  private enum CodingKeys: String, CodingKey {
    case version = "v"
    case type, time, name, trip, polling, events
  }

  private let version = 1
  private let type = "snapshot"
  private let time: Timestamp
  private let name: String
  private let trip: Trip?
  private let polling: Polling
  private let events: [Event]

  init(_ ride: RideState, at time: Timestamp) {
    self.time = time
    name = ride.tripName
    trip = ride.trip
    polling = Polling(
      lastAnswer: ride.polling.lastAnswerWallTime,
      consecutiveFailures: ride.polling.consecutiveFailures,
      totalUpdates: ride.polling.totalUpdates, totalRetries: ride.polling.totalRetries,
      lastError: ride.polling.lastError.map {
        Failure(
          operation: $0.operation, code: $0.label, httpStatus: $0.httpStatus, message: $0.message)
      })
    events = ride.events.map { Event(time: $0.time, text: $0.text) }
  }

  /// The document in ASCII, which is safe for terminals.
  func json() throws -> [UInt8] {
    let text = String(decoding: try JSONCoding.encodeIndented(self), as: UTF8.self)
    var bytes: [UInt8] = []
    for unit in text.utf16 {
      if unit == 0x0A || (0x20...0x7E).contains(unit) {
        bytes.append(UInt8(unit))
      } else {
        // Such characters are only in strings.
        let digits = String(unit, radix: 16)
        bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
    return bytes + [0x0A]
  }
}

/// The names of files that the viewer saves, safe for shells and file systems.
enum SavedFile {
  /// A name such as `ridealong-ID-20260401T143207Z.json`.
  static func name(_ id: String, at time: Timestamp, _ ending: String) -> String {
    let id = id.prefix(64).map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-" || letter == "_")
        ? letter : "_"
    }
    let moment = time.inWholeSeconds.description.filter { $0 != "-" && $0 != ":" }
    return "ridealong-\(String(id))-\(moment)\(ending)"
  }
}
