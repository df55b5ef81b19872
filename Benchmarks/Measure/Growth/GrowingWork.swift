import FleetEmulator
import FleetEngine
import Geo
import Gzip
import HTTPMessages
import JSON
import RideRecordings
import RidesharingConsumer
import RouteSources
import VectorTiles

/// Work whose time should be linear in a number: of trips, vehicles, points, entries, polls or tiles.
///
/// Times are those of the processor, of all threads.
struct GrowingWork {
  let name: String
  /// The largest number that is allowed.
  var most = 1_000_000
  /// Prepares the work for a number and returns the time of the work alone.
  let time: @Sendable (Int) async throws -> Duration

  static let all = [
    GrowingWork(name: "making models of n trips", time: models),
    GrowingWork(name: "adding n vehicles to the emulator", time: { try await emulator($0).adding }),
    GrowingWork(name: "all pages of n vehicles", time: { try await emulator($0).vehicles }),
    GrowingWork(name: "all pages of n trips", time: { try await emulator($0).trips }),
    GrowingWork(name: "a search among n vehicles", time: { try await emulator($0).search }),
    GrowingWork(name: "an update among n vehicles", time: { try await emulator($0).update }),
    GrowingWork(name: "reading a trip of n stops", most: 1_000, time: stops),
    GrowingWork(name: "reading n route points", time: { try points($0, .coordinates) }),
    GrowingWork(name: "reading n encoded route points", time: { try points($0, .encodedPolyline) }),
    GrowingWork(name: "a log export of n entries, its calls", time: { try log($0).calls }),
    GrowingWork(name: "a log export of n entries, opened", time: { try log($0).opened }),
    GrowingWork(name: "opening a recording of n polls", time: { try recording($0).opening }),
    GrowingWork(name: "reading all of n polls", time: { try recording($0).reading }),
    GrowingWork(name: "n tiles, one view after another", most: 100_000, time: tiles),
  ]

  private static func duration(_ work: () async throws -> Void) async rethrows -> Duration {
    let start = ProcessFigures.cpuTime()
    try await work()
    return ProcessFigures.cpuTime() - start
  }

  // MARK: Following

  @MainActor private static func models(_ count: Int) async throws -> Duration {
    let service = TripService(
      client: FleetEngineClient(transport: Silence(), tokens: Silence()), providerID: "p",
      clock: ServiceClock(ContinuousClock()) { Timestamp(seconds: 0) },
      random: SystemRandomNumberGenerator())
    var models: [TripModel] = []
    let start = ProcessFigures.cpuTime()
    for number in 0..<count {
      models.append(service.tripModel(forTripName: "providers/p/trips/t\(number)"))
    }
    return ProcessFigures.cpuTime() - start
  }

  private static func stops(_ count: Int) throws -> Duration {
    let trip = try Trip.with {
      $0.name = try TripName(providerID: "p", tripID: "t")
      $0.status = .enrouteToPickup
      $0.remainingWaypoints = (0..<count).map { number in
        let point = Coordinate(latitude: 45 + Double(number) / 1_000, longitude: 7)
        return TripWaypoint(
          location: TerminalLocation(point: point), tripID: "t", type: .intermediateDestination,
          path: [point, point])
      }
    }
    return try reading(try WireJSON.encode(trip))
  }

  private static func points(_ count: Int, _ format: RouteFormat) throws -> Duration {
    try reading(SampleTrip(points: count, format: format).answers[0])
  }

  private static func reading(_ answer: [UInt8]) throws -> Duration {
    let start = ProcessFigures.cpuTime()
    _ = try WireJSON.decode(Trip.self, from: answer)
    return ProcessFigures.cpuTime() - start
  }

  // MARK: Emulator

  private struct EmulatorTimes {
    var adding = Duration.zero
    var vehicles = Duration.zero
    var trips = Duration.zero
    var search = Duration.zero
    var update = Duration.zero
  }

  private static func emulator(_ count: Int) async throws -> EmulatorTimes {
    try await EmulatedFleetEngine.withEmulator { rig in
      let fleet = EmulatedFleet(rig)
      var times = EmulatorTimes()
      times.adding = try await duration { try await fleet.add(vehicles: count) }
      try await fleet.add(trips: count)
      times.vehicles = try await duration {
        try await fleet.walk("vehicles", ["vehicleTypeCategories": "AUTO"], expecting: count)
      }
      times.trips = try await duration {
        try await fleet.walk("trips:search", [:], expecting: count)
      }
      // The first one of a kind also makes a token.
      try await fleet.search()
      try await fleet.update()
      times.search = try await duration { for _ in 0..<10 { try await fleet.search() } } / 10
      times.update = try await duration { for _ in 0..<10 { try await fleet.update() } } / 10
      return times
    }
  }

  // MARK: Files

  private static func log(_ count: Int) throws -> (calls: Duration, opened: Duration) {
    var text = "["
    for number in 0..<count {
      let time = (Timestamp(seconds: 1_700_000_000) + .seconds(number)).description
      if number > 0 { text += "," }
      text += """
        {"insertId":"\(number)","timestamp":"\(time)","logName":"projects/p/logs/fleetengine",
         "jsonPayload":{"@type":"type.googleapis.com/maps.fleetengine.v1.UpdateVehicleLog",
         "request":{"vehicleId":"v\(number % 100)","vehicle":{"vehicleState":"VEHICLE_STATE_ONLINE",
         "lastLocation":{"location":{"latitude":45.1,"longitude":7.\(number % 1_000)},
         "heading":90,"updateTime":"\(time)","speed":{"value":8.3}}},
         "updateMask":"vehicleState,lastLocation"},
         "response":{"name":"providers/p/vehicles/v\(number % 100)","vehicleState":"VEHICLE_STATE_ONLINE",
         "supportedTrips":["EXCLUSIVE_TRIP"],"maximumCapacity":4,"currentTrips":["t1"],
         "vehicleType":{"vehicleCategory":"VEHICLE_CATEGORY_AUTO"},
         "lastLocation":{"location":{"latitude":45.1,"longitude":7.\(number % 1_000)},"heading":90}}}}
        """
    }
    let json = Array((text + "]").utf8)
    let start = ProcessFigures.cpuTime()
    let log = try LogTimeline(json: json, file: "log.json", readsResponses: false)
    let calls = try LoggedChanges(log, file: "log.json").calls.count
    let middle = ProcessFigures.cpuTime()
    var timeline = try LogTimeline(json: json, file: "log.json")
    let first = timeline.next()
    guard calls == count, first != nil else {
      throw Unexpected(description: "The log has \(calls) calls, not \(count).")
    }
    return (middle - start, ProcessFigures.cpuTime() - middle)
  }

  private static func recording(_ count: Int) throws -> (opening: Duration, reading: Duration) {
    var content: [UInt8] = []
    let trip = "providers/p/trips/t"
    for first in stride(from: 0, to: count, by: 64) {
      guard let gzip = GrowingGzip() else { throw Unexpected(description: "There is no zlib.") }
      content += gzip.add(Array("{\"ridealong\":\"recording\",\"version\":1}\n".utf8))
      for number in first..<min(first + 64, count) {
        let line = """
          {"trip":"\(trip)","poll":{"start":\(number * 5),"took":0.05,"clock":"2026-01-01T10:00:00Z",\
          "next":5,"interval":5,"status":200,"bytes":200,"request":{"method":"GET",\
          "url":"https://fleetengine.googleapis.com/v1/\(trip)"},"body":{"name":"\(trip)",\
          "tripStatus":"ENROUTE_TO_DROPOFF","remainingDistanceMeters":\(number)}}}

          """
        content += gzip.add(Array(line.utf8))
      }
      content += gzip.finish()
    }
    let start = ProcessFigures.cpuTime()
    let recording = try RideRecording(content: content)
    let opened = ProcessFigures.cpuTime()
    var read = 0
    recording.readPolls(of: 0) { _ in read += 1 }
    guard recording.entries.count == count, read == count else {
      throw Unexpected(description: "The recording has \(read) polls, not \(count).")
    }
    return (opened - start, ProcessFigures.cpuTime() - opened)
  }

  /// A source that has the same small tile everywhere.
  private struct SameTile: TileSource {
    let metadata = TileSourceMetadata(name: "same")
    let cacheName: String? = nil
    func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? { [] }
  }

  private static func tiles(_ count: Int) async throws -> Duration {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = TileStore(source: SameTile(), clock: ContinuousClock()) { continuation.yield() }
    var iterator = changes.makeAsyncIterator()
    return await duration {
      for first in stride(from: 0, to: count, by: 10) {
        store.want(
          (first..<first + 10).compactMap { TileAddress(z: 14, x: $0 % 16_384, y: $0 / 16_384) },
          detail: .streets)
        while store.status.loading > 0 { await iterator.next() }
      }
    }
  }
}
