import FleetEngine
import Foundation

/// A value as the server sends it.
enum WireBody {
  static func json(_ trip: Trip) throws -> String {
    String(decoding: try JSONEncoder().encode(trip), as: UTF8.self)
  }
}
