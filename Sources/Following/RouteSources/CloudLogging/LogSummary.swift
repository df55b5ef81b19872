internal import FleetEngine
internal import TrustLimits

/// Counts the entries that a log lacks or that are left out, for sentences about them.
struct LogSummary: Sendable {
  private static let mostSkipped = 10

  private let skipped: [String]
  /// The number of entries that a file has in neither the order of their times nor its reverse.
  var unorderedEntries = 0
  /// The number of copies of other entries.
  var repeatedEntries = 0
  /// The number of restricted-use entries without their default entries.
  var partialEntries = 0
  private(set) var hidesPlaces = false
  private var brokenEntries = 0
  private var firstBroken: (element: (UInt16, UInt32), reason: String)?
  private var otherEntries = 0
  private var otherMethods: Set<String> = []
  private var deliveryEntries = 0
  private var failedEntries = 0
  /// The trips whose pickup the log has, and those whose pickup it should have.
  private var placed: Set<TripName> = []
  private var unplaced: Set<TripName> = []

  init(_ skipped: [String]) { self.skipped = skipped }

  /// Counts a broken entry; the first one in the order of files is named.
  mutating func countBroken(_ reason: String, file: UInt16, number: UInt32) {
    brokenEntries += 1
    if firstBroken.map({ (file, number) < $0.element }) ?? true {
      firstBroken = ((file, number), reason)
    }
  }

  /// Counts an entry; `suffix` names its file, one of several.
  mutating func add(_ problem: LogProblem, of element: LogElement, _ suffix: String) {
    switch problem {
    case .otherMethod(let method):
      otherEntries += 1
      if otherMethods.count < 5 { otherMethods.insert(method.cut(toBytes: 40)) }
    case .hidden: hidesPlaces = true
    case .delivery: deliveryEntries += 1
    case .failedCall: failedEntries += 1
    case .broken(let reason):
      countBroken(
        "entry \(element.number)\(suffix) is left out: \(reason)", file: element.file,
        number: element.number)
    }
  }

  mutating func add(_ exchange: LoggedExchange) {
    hidesPlaces = hidesPlaces || exchange.hidesPlaces
    guard let trip = exchange.shownTrip, !exchange.hidesPlaces else { return }
    if trip.hasPickup {
      placed.insert(trip.name)
    } else if trip.isWhole {
      unplaced.insert(trip.name)
    }
  }

  var sentences: [String] {
    func count(_ number: Int, _ noun: String, _ nouns: String) -> String {
      number == 1 ? "1 \(noun)" : "\(number) \(nouns)"
    }
    func calls(_ number: Int) -> String { count(number, "call", "calls") }
    func entries(_ number: Int) -> String { count(number, "entry", "entries") }
    var lines: [String] = []
    if hidesPlaces {
      lines.append("Restricted logging hides places and routes; vehicles are at raw locations.")
    }
    if !unplaced.isEmpty {
      lines.append(
        "The places of \(count(unplaced.count, "trip", "trips")) are missing"
          + (unplaced.isDisjoint(with: placed) ? "" : " in part") + ": they are in the restricted "
          + "bucket of the log. Export it too, and give a directory with both files.")
    }
    if partialEntries > 0 {
      lines.append(
        "Skipped \(entries(partialEntries)) of the restricted bucket without the default entries of "
          + "their calls. Export the default bucket of the log too, and give a directory with both files."
      )
    }
    if repeatedEntries > 0 {
      lines.append("Skipped \(entries(repeatedEntries)) that are copies of others.")
    }
    if unorderedEntries > 0 {
      lines.append(
        "The clock goes backwards at \(entries(unorderedEntries)); calls are shown in the order of their "
          + "times.")
    }
    if let firstBroken {
      lines.append(
        "\(entries(brokenEntries)) left out as broken; the first: \(firstBroken.reason).")
    }
    if failedEntries > 0 {
      lines.append("Skipped \(calls(failedEntries)) that the server refused.")
    }
    if deliveryEntries > 0 {
      lines.append("Skipped \(calls(deliveryEntries)) of delivery vehicles and tasks.")
    }
    if otherEntries > 0 {
      let methods = otherMethods.sorted().joined(separator: ", ")
      lines.append("Skipped \(calls(otherEntries)) of other methods: \(methods).")
    }
    // Last, so that many of them hide nothing.
    let more = skipped.count - Self.mostSkipped
    return lines + skipped.prefix(Self.mostSkipped)
      + (more > 0 ? ["\(more) more \(more == 1 ? "file was" : "files were") skipped."] : [])
  }
}

extension LoggedExchange {
  /// The trip of a call, whether the call has its pickup, and whether a complete log has it in this call.
  fileprivate var shownTrip: (name: TripName, hasPickup: Bool, isWhole: Bool)? {
    let hasPickup = trip?.pickupPoint?.point != nil
    return switch request {
    case .getTrip(let name): (name, hasPickup, trip?.name != nil)
    case .change(.updateTrip(let name, let given, _)):
      (name, hasPickup || given.pickupPoint?.point != nil, trip?.name != nil)
    case .change(.createTrip(let name, let given)):
      (name, hasPickup || given.pickupPoint?.point != nil, true)
    case .change: nil
    }
  }
}
