import AccessTokens
import CellGrid
import FleetEmulator
import FleetEngine
import Glibc
import RideRecordings
import RidesharingConsumer
import TestSupport

/// A server, drivers, riders, a list, and everything that goes wrong, from one seed.
@MainActor final class World {
  private struct WeakModel { weak var model: TripModel? }

  let server: SimulatedServer
  let network: SimulatedNetwork
  let backend: FleetEngineClient
  /// The rides that were booked.
  var rides = 0
  /// The hours until everyone stopped.
  private(set) var hours = 0.0
  /// Whether drivers finish their rides and begin no others.
  private(set) var isEnding = false
  /// Whether everyone stops at once.
  private(set) var isStopping = false
  private let options: Options
  private let backendLink: Link
  private var random: SeededGenerator
  private var devices: [Device] = []
  private var drivers: [DriverAtWork] = []
  private var riders: [Rider] = []
  private var list: ListOfTrips?
  private var models: [WeakModel] = []
  /// Whether the server is down, or cannot write.
  private var isServerAffected = false
  private(set) var plan: [Disturbance] = []

  init(_ options: Options, seed: UInt64, keys: ServerKeys) throws {
    self.options = options
    random = SeededGenerator(seed: seed)
    let directory = "/dev/shm/ridealong-simulation-\(getpid())"
    let quotas = seed % 8 == 5 ? EmulatorQuotas(create: 60, read: 150, update: 2_000) : nil
    server = try SimulatedServer(keys: keys, quotas: quotas, directory: directory)
    network = SimulatedNetwork(server: server, seed: seed)
    let device = Device("backend")
    backendLink = Link(device, network)
    backend = FleetEngineClient(
      transport: backendLink,
      tokens: AccessTokenCache(
        SimulatedTokens(role: .server, network: network), wallNow: device.clock.wallNow),
      clock: device.clock)
    plan = Disturbance.plan(seed: seed, time: options.time, drivers: options.rides).filter {
      !options.without.contains($0.number)
    }
    for number in 0..<options.rides {
      let hasViewer = number == 0 && seed % 2 == 0
      let seed = SeededGenerator(seed: random.next())
      riders.append(Rider("rider-\(number)", in: self, hasViewer: hasViewer, random: seed))
    }
    if seed % 4 == 1 { list = ListOfTrips(in: self, random: SeededGenerator(seed: random.next())) }
  }

  /// Creates a device with a clock that is wrong by up to four minutes.
  func makeDevice(_ name: String) -> Device {
    let device = Device(
      name, skew: random.chance(0.5) ? random.seconds(-240...240) : .zero,
      uptime: random.seconds(0...100_000))
    devices.append(device)
    return device
  }

  func remember(_ model: TripModel) { models.append(WeakModel(model: model)) }

  /// Follows a trip that a driver is about to create.
  func follow(_ name: TripName, of driver: DriverAtWork) {
    let number = Int(driver.vehicle.vehicleID.split(separator: "-").last ?? "0") ?? 0
    riders[number].follow(name)
    list?.add(name)
  }

  /// Whether nothing has been wrong for some time.
  func isHealthy(for time: Duration) -> Bool {
    network.isHealthy && server.isUp && !isServerAffected
      && Scheduler.now - network.lastTrouble > time && !server.hasQuotas
  }

  /// Runs the world to its end, with all checks.
  func run() async throws {
    var work: [Task<Void, Never>] = []
    for number in 0..<options.rides {
      let driver = try DriverAtWork(number, in: self, random: SeededGenerator(seed: random.next()))
      drivers.append(driver)
      work.append(Task { await driver.work() })
    }
    let disturbances = plan.map { disturbance in Task { await play(disturbance) } }
    let checks = Task { await check() }
    try await Scheduler.sleep(options.time)
    isEnding = true
    for task in disturbances { await task.value }
    for task in work { await task.value }
    drivers = []
    // Followers stay for three minutes after the end of a trip.
    try await Scheduler.sleep(.seconds(200) + TripFollower.recovery)
    isStopping = true
    hours = Scheduler.now / .seconds(3_600)
    for rider in riders { await rider.finish() }
    await list?.finish()
    list = nil
    checks.cancel()
    await checks.value
    try await checkSilence()
    server.removeFiles()
  }

  /// After the last follower has left, nothing is sent and nothing waits.
  private func checkSilence() async throws {
    try await Scheduler.sleep(.seconds(90))
    let count = network.requestCount
    try await Scheduler.sleep(.seconds(3_600))
    Failure.check(
      network.requestCount == count, "nothing runs after the last subscriber has left",
      "\(network.requestCount - count) requests in an hour")
    Failure.check(
      Scheduler.sleeperCount == 0, "nothing runs after the last subscriber has left",
      "\(Scheduler.sleeperCount) tasks still wait")
    riders = []
    try await Scheduler.sleep(.seconds(1))
    let left = models.compactMap(\.model).map(\.tripName)
    Failure.check(left.isEmpty, "models are released", left.joined(separator: ", "))
  }

  private func check() async {
    while (try? await Scheduler.sleep(.seconds(5))) != nil {
      if !isEnding, Scheduler.now - network.lastRest > .seconds(120) { list?.checkRest() }
      for driver in drivers { await driver.checkAccepted() }
      for follower in riders.flatMap(\.followers) { follower.checkAge() }
      guard isHealthy(for: TripFollower.recovery) else { continue }
      for rider in riders { for follower in rider.followers { follower.checkHealthy() } }
      list?.checkHealthy()
      for driver in drivers { await driver.checkHealthy() }
    }
  }

  /// The recordings of all riders, one after the other; nil without polls.
  func recording(ofTripIn text: String) -> [UInt8]? {
    let recordings = riders.map { ($0.device.name, $0.live.recording) }.filter {
      !$0.1.entries.isEmpty
    }
    return (recordings.first { text.contains($0.0) } ?? recordings.first)?.1.content
  }

  private func play(_ disturbance: Disturbance) async {
    try? await Scheduler.sleep(disturbance.time)
    Scheduler.note("\(disturbance)")
    if options.isVerbose { print("\(disturbance)") }
    switch disturbance.kind {
    case .fault(let fault):
      if case .stop(let name) = fault { await stop(name, for: disturbance.length) }
      network.begin(fault, number: disturbance.number)
      try? await Scheduler.sleep(disturbance.length)
      network.end(number: disturbance.number)
    case .kill(let isDuringChange):
      await killServer(for: disturbance.length, isDuringChange: isDuringChange)
    case .revokeTokens:
      await Scheduler.wait(.seconds(5)) { network.requestsOnTheWay > 0 }
      server.revokeTokens()
      network.noteTrouble()
    case .clockJump(let number, let seconds):
      let device = devices[number % devices.count]
      if abs(seconds) >= 60, riders.contains(where: { $0.device === device && $0.isInRide }) {
        RareState.reach(.clockSetDuringRide)
      }
      device.skew = .seconds(min(max(device.skew / .seconds(1) + seconds, -300), 300))
      network.noteTrouble()
    case .fullDisk: await fillDisk(for: disturbance.length)
    case .key(let key):
      for screen in screens { screen.press(key) }
      if list != nil, key != .enter { list?.screen.press(key) }
    case .resize(let size):
      for screen in screens { screen.resize(to: size) }
      list?.screen.resize(to: size)
    }
  }

  private var screens: [CellScreen] { riders.flatMap(\.screens).filter { !$0.isHeld } }

  /// Stops a device, if possible during a request of its rider.
  private func stop(_ name: String, for time: Duration) async {
    if let rider = riders.first(where: { $0.device.name == name }) {
      await Scheduler.wait(.seconds(10)) { rider.link.isBusy }
    }
    devices.first { $0.name == name }?.stop(for: time)
  }

  private func killServer(for time: Duration, isDuringChange: Bool) async {
    guard !isServerAffected else { return }
    isServerAffected = true
    if isDuringChange { await Scheduler.wait(.seconds(60)) { network.unansweredChanges > 0 } }
    network.noteTrouble()
    do {
      let acknowledged = try await server.kill()
      try? await Scheduler.sleep(time)
      try await server.start(expecting: acknowledged)
    } catch { Failure.report("a killed server starts again", "\(error)") }
    network.noteTrouble()
    isServerAffected = false
  }

  /// Makes all writes to files fail, as on a full disk.
  private func fillDisk(for time: Duration) async {
    guard !isServerAffected else { return }
    isServerAffected = true
    network.noteTrouble()
    Self.limitFiles(to: 0)
    try? await Scheduler.sleep(time)
    Self.limitFiles(to: rlim_t.max)
    network.noteTrouble()
    isServerAffected = false
  }

  private static func limitFiles(to bytes: rlim_t) {
    var limit = rlimit()
    let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    getrlimit(size, &limit)
    limit.rlim_cur = min(bytes, limit.rlim_max)
    setrlimit(size, &limit)
  }
}
