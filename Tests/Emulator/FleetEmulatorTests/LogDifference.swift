@testable import FleetEmulator
import JSON
import FleetEngine
import Geo

/// A field of a recorded answer that the emulator answers otherwise.
struct LogDifference: Hashable, Comparable, CustomStringConvertible {
  /// The moment of the call, to the second, and its kind: `17:02:32 UpdateTrip`.
  let call: String
  /// The field, without the places in lists.
  let field: String
  let recorded: String?
  let answered: String?

  var description: String {
    "\(call) \(field): recorded \(recorded ?? "nothing"), answered \(answered ?? "nothing")"
  }

  static func < (one: LogDifference, two: LogDifference) -> Bool {
    (one.call, one.field) < (two.call, two.field)
  }

  /// Finds what differs between a recorded answer and the emulator's.
  static func all(_ entry: RealLog.Entry, _ answer: JSONTree) -> [LogDifference] {
    let call = "\(entry.received)".dropFirst(11).prefix(8) + " " + entry.kind.dropLast("Log".count)
    var recorded: [String: JSONTree] = [:]
    var answered: [String: JSONTree] = [:]
    flatten(entry.response, "", &recorded)
    flatten(answer, "", &answered)
    return Set(recorded.keys).union(answered.keys).compactMap { path in
      guard !isSame(recorded[path], answered[path]) else { return nil }
      return LogDifference(
        call: String(call),
        field: path.split(separator: ".").filter { Int($0) == nil }.joined(separator: "."),
        recorded: recorded[path].map { "\($0)" }, answered: answered[path].map { "\($0)" })
    }
  }

  private static func flatten(_ tree: JSONTree, _ path: String, _ result: inout [String: JSONTree])
  {
    func next(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
    switch tree {
    case .object(let fields): for (name, value) in fields { flatten(value, next(name), &result) }
    case .list(let values):
      for (index, value) in values.enumerated() { flatten(value, next(String(index)), &result) }
    case .null, .flag, .number, .integer, .text: result[path] = tree
    }
  }

  /// Whether two values are the same: moments and durations to a second, places to a decimeter.
  private static func isSame(_ one: JSONTree?, _ two: JSONTree?) -> Bool {
    switch (one, two) {
    // The log writes zeros that the interface leaves out.
    case (.number(0), nil), (nil, .number(0)): true
    case (.number(let one), .number(let two)): abs(one - two) < 1e-6
    case (.text(let one), .text(let two)): one == two || isNear(one, two)
    default: one == two
    }
  }

  private static func isNear(_ one: String, _ two: String) -> Bool {
    if let one = Timestamp(rfc3339: one), let two = Timestamp(rfc3339: two) {
      return abs((one - two).inSeconds) <= 1
    }
    if let one = Duration(wire: one), let two = Duration(wire: two) {
      return abs((one - two).inSeconds) <= 1
    }
    return false
  }
}
