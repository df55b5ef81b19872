internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// A choice of calls from the history, and how many of them are expected.
///
/// See docs/emulator.md, "Calls".
struct CallQuery: Sendable {
  /// A property of a call that a query can ask for.
  enum Criterion: String, CaseIterable {
    case procedure
    case trip
    case vehicle
    case role
    case code

    fileprivate func value(_ call: CallRecord) -> String? {
      switch self {
      case .procedure: call.procedure
      case .trip: call.tripID
      case .vehicle: call.vehicleID
      case .role: call.role?.rawValue
      case .code: (call.error?.code ?? .ok).name
      }
    }
  }

  private static let standardLimit = 100
  private static let longestWait = 600

  private var criteria: [(criterion: Criterion, value: String)] = []
  /// The number of the last call that is left out.
  private var since = 0
  private(set) var limit = standardLimit
  /// The number of calls that the caller expects; nil for any.
  private(set) var count: Int?
  /// How long to wait for them.
  private(set) var patience: Duration = .zero
  /// Whether a call has its request and its response.
  private(set) var showsBodies = false

  init(_ query: [HTTPURL.QueryItem]) throws(RPCFailure) {
    var seen: Set<String> = []
    for item in query {
      try require(seen.insert(item.name).inserted, "The query \(item.name) is there twice.")
      if let criterion = Criterion(rawValue: item.name) {
        criteria.append((criterion, item.value))
        continue
      }
      switch item.name {
      case "since": since = try Self.number(item, in: 0...Int(Int32.max))
      case "limit": limit = try Self.number(item, in: 1...Limits.Emulator.listedCalls)
      case "count": count = try Self.number(item, in: 1...EmulatedFleetEngine.historyLength)
      case "wait": patience = .seconds(try Self.number(item, in: 0...Self.longestWait))
      case "bodies": showsBodies = try Self.number(item, in: 0...1) == 1
      default:
        let names = Criterion.allCases.map(\.rawValue) + ["since", "limit", "count", "wait"]
        throw .invalid(
          "The query \(item.name.prefix(64)) is unknown; known are "
            + (names + ["bodies"]).joined(separator: ", ") + ".")
      }
    }
  }

  private static func number(
    _ item: HTTPURL.QueryItem, in range: ClosedRange<Int>
  ) throws(RPCFailure) -> Int {
    guard let number = Int(item.value), range.contains(number) else {
      throw .invalid("\(item.name) has to be \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  func matches(_ call: CallRecord) -> Bool { call.number > since && differences(call).isEmpty }

  /// The criteria that a call does not meet.
  private func differences(_ call: CallRecord) -> [Criterion] {
    criteria.compactMap { criterion, value in
      let found = criterion.value(call) ?? ""
      return found.lowercased() == value.lowercased() ? nil : criterion
    }
  }

  /// The error of a query whose calls did not come; it names the call that came nearest.
  func failure(_ calls: [CallRecord], found: Int) -> RPCFailure {
    let asked = criteria.map { "\($0.criterion.rawValue) \($0.value)" }.joined(separator: ", ")
    var text = "\(found) of \(count ?? 1) calls came"
    if !asked.isEmpty { text += " with \(asked)" }
    text += "."
    let others = calls.lazy.filter { $0.number > since && !differences($0).isEmpty }
    // The latest of those that differ least.
    let nearest = others.reversed().min { differences($0).count < differences($1).count }
    if let nearest, differences(nearest).count < criteria.count {
      let values = differences(nearest).map { "\($0.rawValue) \($0.value(nearest) ?? "missing")" }
      text += " The nearest is call \(nearest.number), with \(values.joined(separator: ", "))."
    }
    return RPCFailure(.notFound, text)
  }
}
