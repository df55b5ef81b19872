import FleetEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures an emulator's load: half updates of vehicles without a route, half reads of trips with the
/// client's versions.
struct LoadMeasurement {
  static let options: Set<String> = [
    "port", "bare-port", "keys", "provider", "process", "title", "seconds", "connections", "trips",
    "moving", "least-rate", "longest-p99",
  ]

  /// The results of one server.
  private struct Found {
    let rate: Double
    /// The nanoseconds of every exchange, sorted.
    let times: [UInt64]
    let own: Duration
    let server: Duration
    let elapsed: Duration

    func milliseconds(_ share: Double) -> Double {
      times.isEmpty ? 0 : Double(times[Int(Double(times.count - 1) * share)]) / 1e6
    }
  }

  private let port: Int
  private let barePort: Int
  private let process: Int
  private let title: String
  private let seconds: Double
  private let connections: Int
  private let trips: Int
  private let moving: Int
  private let leastRate: Int
  private let longestP99: Double
  private let requests: LoadRequests

  init(_ arguments: Arguments) throws {
    port = try arguments.number("port", default: 0)
    barePort = try arguments.number("bare-port", default: 0)
    process = try arguments.number("process", default: 0)
    title = arguments.text("title") ?? "emulator"
    seconds = try arguments.number("seconds", default: 10.0)
    connections = try arguments.number("connections", default: 32)
    trips = try arguments.number("trips", default: 10_000)
    moving = min(trips, try arguments.number("moving", default: 500))
    leastRate = try arguments.number("least-rate", default: 1)
    longestP99 = try arguments.number("longest-p99", default: 10_000.0)
    requests = try LoadRequests(
      keys: try arguments.text(required: "keys"),
      providerID: arguments.text("provider") ?? "demo-project", port: port, wallNow: Fleet.wallNow)
  }

  func run() throws {
    print("== \(title)")
    var client = try LoadClient(port: port, connections: connections)
    defer { client.end() }
    let mix = try prepare(&client)
    let found = try load(&client, mix)
    var ratio = ""
    if barePort > 0 {
      var bare = try LoadClient(port: barePort, connections: connections)
      defer { bare.end() }
      let floor = try load(&bare, mix)
      ratio =
        ", \(Figures.fixed(found.rate / max(1, floor.rate) * 100, 0)) % of the "
        + "\(Figures.fixed(floor.rate, 0)) of a bare libmicrohttpd "
        + "(p99 \(Figures.fixed(floor.milliseconds(0.99), 2)) ms)"
    }
    report(found, ratio)
    guard found.rate >= Double(leastRate) else {
      throw Unexpected(description: "\(found.rate) requests/s are fewer than \(leastRate).")
    }
    guard found.milliseconds(0.99) <= longestP99 else {
      throw Unexpected(description: "p99 is more than \(longestP99) ms.")
    }
  }

  /// Creates the fleet, and prints its memory.
  private func prepare(_ client: inout LoadClient) throws -> [[UInt8]] {
    let before = ProcessFigures.memory(of: process)
    let start = LoadClient.now()
    try all(&client, moving, requests.createVehicle)
    try all(&client, trips) { requests.createTrip($0, hasVehicle: $0 < moving) }
    let made = Double(LoadClient.now() - start) / 1e9
    if let before, let after = ProcessFigures.memory(of: process), trips >= 1_000 {
      Figures.row(
        "memory per 10,000 trips",
        Figures.megabytes((after - before) * 10_000 / trips)
          + " (\(trips) trips, \(moving) vehicles)")
    }
    Figures.row(
      "made",
      "\(Figures.fixed(Double(trips + moving) / made, 0)) a second"
    )
    try all(&client, moving, requests.startTrip)
    try all(&client, moving, requests.reportRoute)
    var known: [Int: Trip] = [:]
    try all(&client, moving, requests.readTrip) { number, body in
      known[number] = try WireJSON.decode(Trip.self, from: Array(body))
    }
    var mix: [[UInt8]] = []
    for step in 0..<2 {
      for number in 0..<moving {
        guard let trip = known[number], trip.currentRouteSegmentVersion != nil else {
          throw Unexpected(description: "Trip \(number) has no route.")
        }
        mix.append(try requests.updates(number)[step])
        mix.append(try requests.poll(number, knowing: trip))
      }
    }
    return mix
  }

  private func all(
    _ client: inout LoadClient, _ count: Int, _ request: (Int) -> [UInt8],
    heard: (Int, ArraySlice<UInt8>) throws -> Void = { _, _ in }
  ) throws {
    try client.run({ $0 < count ? request($0) : nil }) { number, status, body, _ in
      try Self.check(status, body)
      try heard(number, body)
    }
  }

  private func load(_ client: inout LoadClient, _ mix: [[UInt8]]) throws -> Found {
    var times: [UInt64] = []
    times.reserveCapacity(Int(seconds * 40_000))
    // Every request once, so that tokens are known.
    try client.run({ $0 < mix.count ? mix[$0] : nil }) { _, status, body, _ in
      try Self.check(status, body)
    }
    let (own, server) = (ProcessFigures.cpuTime(), ProcessFigures.cpuTime(of: process))
    let start = LoadClient.now()
    let end = start + UInt64(seconds * 1e9)
    try client.run({ LoadClient.now() < end ? mix[$0 % mix.count] : nil }) {
      _, status, body, time in
      try Self.check(status, body)
      times.append(time)
    }
    let elapsed = Double(LoadClient.now() - start) / 1e9
    times.sort()
    return Found(
      rate: Double(times.count) / elapsed, times: times, own: ProcessFigures.cpuTime() - own,
      server: ProcessFigures.cpuTime(of: process) - server, elapsed: .seconds(elapsed))
  }

  private func report(_ found: Found, _ ratio: String) {
    let fixed = Figures.fixed
    Figures.row("requests/s", fixed(found.rate, 0) + ratio)
    Figures.row(
      "an exchange",
      "p50 \(fixed(found.milliseconds(0.5), 2)) ms, p99 \(fixed(found.milliseconds(0.99), 2)) ms, "
        + "slowest \(fixed(found.milliseconds(1), 2)) ms over \(connections) connections")
    let micros = 1e6 / max(1, Double(found.times.count))
    Figures.row(
      "CPU",
      "emulator \(fixed(found.server / found.elapsed * 100, 0)) % of a core, "
        + "\(fixed(found.server / .seconds(1) * micros, 0)) µs a request; "
        + "load \(fixed(found.own / found.elapsed * 100, 0)) %, "
        + "\(fixed(found.own / .seconds(1) * micros, 0)) µs")
    Figures.row(
      "memory",
      Figures.megabytes(ProcessFigures.memory(of: process)) + ", at most "
        + Figures.megabytes(ProcessFigures.peakMemory(of: process)))
  }

  private static func check(_ status: Int, _ body: ArraySlice<UInt8>) throws {
    guard status == 200 else {
      throw Unexpected(
        description: "\(status): \(String(decoding: body.prefix(400), as: UTF8.self))")
    }
  }
}
