internal import FleetEngine
internal import JSON
internal import TrustLimits
internal import Viewer

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the program remembers from one run to the next: the last trips.
///
/// What keys choose lasts until the program ends; only the configuration keeps it. Whatever a file
/// held, a value is valid: names that are not trip names are left out, as are the theme, units and
/// mouse that earlier versions wrote. Source: user interface study, sections 1.9 and 1.10.
struct SavedState: Sendable, Hashable {
  /// The names of the trips that were followed last, the newest first.
  private(set) var trips: [String] = []

  /// A state that remembers nothing.
  init() {}

  /// Puts a trip before the others.
  ///
  /// - Parameter trip: Its full name; what is none is not remembered.
  mutating func remember(trip: String) {
    guard (try? TripName(parsing: trip)) != nil else { return }
    trips = Array(([trip] + trips.filter { $0 != trip }).prefix(Limits.State.trips))
  }

  // MARK: JSON

  private struct Form: Codable {
    var v: Int?
    var trips: [String]?
  }

  /// Reads a state.
  ///
  /// - Parameter json: The content of its file; nil where it is none.
  init?(json: [UInt8]) {
    guard let form = try? JSONCoding.decode(Form.self, from: json) else { return nil }
    for trip in (form.trips ?? []).reversed() { remember(trip: trip) }
  }

  /// The content of its file.
  var json: [UInt8] {
    ((try? JSONCoding.encode(Form(v: 1, trips: trips))) ?? Array("{}".utf8)) + [0x0A]
  }
}
