internal import CellGrid
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// The chosen part of a list of trips, and where its map looks.
struct TripListView: Equatable {
  enum Shown: Equatable {
    /// The list and the map, if there is room for both.
    case both
    case map, list
    /// The map on the whole screen, with the list and the worst trips as cards on it.
    case wall

    /// The next parts of ``parts``; after the wall, the first ones.
    var next: Shown {
      let next = (Self.parts.firstIndex(of: self) ?? -1) + 1
      return Self.parts[next % Self.parts.count]
    }

    static let parts: [Shown] = [.both, .map, .list]
  }

  /// The target of the map's camera.
  enum Aim: Equatable {
    /// All listed vehicles.
    case all
    /// The selected trip's vehicle.
    case selected
    /// Nothing; the user has moved the map.
    case free
  }

  var order = TripOrder.attention
  var hidesEnded = false
  var shown = Shown.both
  var aim = Aim.all
  /// Where the camera goes; nil for the next camera of the aim.
  var camera: Camera?
  /// The map's size for the camera.
  var mapSize = GridSize(columns: 0, rows: 0)
  /// The trip that the camera followed last, by its full name.
  var followed: String?
}

/// The order of a list of trips.
enum TripOrder: CaseIterable, Equatable {
  case attention, status, arrival, late, age, name

  var next: TripOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// How the list is sorted, after `by`.
  var words: String {
    switch self {
    case .attention: "urgency"
    case .status: "status"
    case .arrival: "arrival"
    case .late: "lateness"
    case .age: "age"
    case .name: "name"
    }
  }

  /// A trip's rank, the first one's the lowest; names are sorted by ``named(_:)``.
  ///
  /// Times count in steps, so that not every response moves a trip.
  func rank(of trip: ListedTrip, _ freshness: Freshness) -> Int {
    switch self {
    case .attention, .name: trip.place
    case .status: trip.stage?.place ?? .max
    case .arrival:
      trip.isEnded ? .max : trip.trip?.nextPlace.eta.map { Int($0.seconds / 60) } ?? .max - 1
    case .late:
      trip.isEnded ? .max : freshness.lateness.map { -Int($0.components.seconds / 60) } ?? .max - 1
    case .age:
      trip.isEnded ? .max : freshness.answerAge.map { -Int($0.components.seconds / 10) } ?? 1
    }
  }

  /// Sorts places by names, where numbers in names count as numbers.
  static func named(_ trips: [(id: String, place: Int)]) -> [Int] {
    trips.map { (key: NameKey($0.id), place: $0.place) }
      .sorted { ($0.key, $0.place) < ($1.key, $1.place) }
      .map(\.place)
  }

  /// A name's parts: texts, and the numbers between them.
  private struct NameKey: Comparable {
    private let parts: [(text: String, digits: Int, number: String)]

    init(_ name: String) {
      var parts: [(text: String, digits: Int, number: String)] = []
      var rest = name.lowercased()[...]
      while !rest.isEmpty {
        let text = rest.prefix { !$0.isASCII || !$0.isNumber }
        let number = rest.dropFirst(text.count).prefix { $0.isASCII && $0.isNumber }
        rest = rest[number.endIndex...]
        let value = number.drop { $0 == "0" }
        parts.append((String(text), value.count, String(value)))
      }
      self.parts = parts
    }

    static func == (one: NameKey, other: NameKey) -> Bool { !(one < other) && !(other < one) }

    static func < (one: NameKey, other: NameKey) -> Bool {
      one.parts.lexicographicallyPrecedes(other.parts) { $0 < $1 }
    }
  }
}

extension TripStage {
  /// The place in the order of a ride; a ride that is over comes last.
  var place: Int {
    switch self {
    case .waitingForVehicle: 0
    case .vehicleAssigned: 1
    case .finishingAnotherTrip: 2
    case .toPickup: 3
    case .atPickup: 4
    case .toStop(let number): 5 + 2 * min(max(0, number), 1_000)
    case .atStop(let number): 6 + 2 * min(max(0, number), 1_000)
    case .toDropoff: 3_000
    case .unknown: 3_001
    case .complete: 3_002
    case .canceled: 3_003
    }
  }
}

extension ViewerText {
  /// The status of a vehicle without a trip.
  static func vehicleStatus(_ rank: ListedTrip.Rank) -> String {
    (rank == .free ? "FREE VEHICLE" : "OFFLINE VEHICLE")
  }

  static func sorted(_ order: TripOrder) -> String { "Sorted by \(order.words)." }
}
