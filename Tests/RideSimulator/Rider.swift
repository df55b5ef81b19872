import AccessTokens
import CellGrid
import ConsumerMap
import FleetEmulator
import FleetEngine
import Gzip
import RideRecordings
import RidesharingConsumer
import TestSupport
import Viewer

/// A rider's phone, which follows the trips of one driver.
@MainActor final class Rider {
  /// A doubtful estimate, `~14:36`.
  private nonisolated(unsafe) static let estimate = /~[0-9]{2}:[0-9]{2}/

  let device: Device
  let link: Link
  let live: LiveRecording
  private let files = RecordingFiles()
  private let service: TripService
  private let world: World
  private var random: SeededGenerator
  private(set) var followers: [TripFollower] = []
  private(set) var screens: [CellScreen] = []
  private var tasks: [Task<Void, Never>] = []
  private let hasViewer: Bool

  init(_ name: String, in world: World, hasViewer: Bool, random: SeededGenerator) {
    self.random = random
    self.world = world
    self.hasViewer = hasViewer
    device = world.makeDevice(name)
    link = Link(device, world.network)
    link.hasUser = hasViewer
    let live = LiveRecording(from: device.monotonic, output: files)
    self.live = live
    let clock = device.clock
    service = TripService(
      client: FleetEngineClient(
        transport: link,
        tokens: AccessTokenCache(
          SimulatedTokens(role: .consumer, network: world.network), wallNow: clock.wallNow),
        clock: clock
      ),
      providerID: SimulatedServer.providerID,
      clock: clock,
      random: random, recorder: { live.recorder(of: $0) })
  }

  /// Follows a trip until some time after its end.
  func follow(_ name: TripName) {
    let seed = random.next()
    tasks.append(Task { await watch(name, SeededGenerator(seed: seed)) })
    if hasViewer { tasks.append(Task { await view(name, SeededGenerator(seed: seed &+ 1)) }) }
    if seed % 4 == 0 { tasks.append(Task { await iterate(name) }) }
  }

  /// Whether a trip is followed that has not ended.
  var isInRide: Bool { followers.contains { $0.model.currentTrip?.isActive == true } }

  private func isOver(_ name: TripName) -> Bool {
    world.isStopping || world.server.statuses[name.tripID]?.last?.status.isTerminal == true
  }

  private func watch(_ name: TripName, _ random: SeededGenerator) async {
    var random = random
    var kept: TripModel?
    while true {
      let model = kept ?? service.tripModel(forTripName: name.description)
      // Some apps keep the model while nobody looks.
      kept = random.chance(0.5) ? model : nil
      world.remember(model)
      let follower = TripFollower(model, over: link, in: world)
      followers.append(follower)
      // A user looks at other apps now and then.
      let end = random.chance(0.3) ? Scheduler.now + random.seconds(1...600) : nil
      while !isOver(name), end.map({ Scheduler.now < $0 }) ?? true { await pause(.seconds(1)) }
      let isLast = isOver(name)
      if isLast { await pause(world.isStopping ? .zero : random.seconds(0...180)) }
      follower.leave()
      followers.removeAll { $0 === follower }
      if isLast { return }
      await pause(random.seconds(0...120))
    }
  }

  /// Follows a trip as a loop, not on the main actor.
  private func iterate(_ name: TripName) async {
    let model = service.tripModel(forTripName: name.description)
    link.allowRequest(about: name.tripID)
    let numbers = random
    link.addUser(of: name.tripID)
    var random = random
    let end = random.chance(0.5) ? Scheduler.now + random.seconds(1...600) : nil
    let loop = Task { @concurrent in
      var random = numbers
      var last: Trip?
      for await update in model.updates {
        let fields = Trip.propertyDifferences(between: update.trip, and: last)
        Failure.check(
          last == nil || fields.isSubset(of: update.fields), "an update names all changes",
          "\(name.tripID): \(fields.subtracting(update.fields))")
        last = update.trip
        // A slow loop gets several changes at once.
        if random.chance(0.3) { try? await Scheduler.sleep(random.seconds(0...60)) }
      }
    }
    while !isOver(name), end.map({ Scheduler.now < $0 }) ?? true { await pause(.seconds(7)) }
    loop.cancel()
    await loop.value
    link.removeUser(of: name.tripID)
  }

  private func view(_ name: TripName, _ random: SeededGenerator) async {
    let screen = CellScreen(device.name, size: GridSize(columns: 100, rows: 30), random: random)
    screens.append(screen)
    var settings = ViewerSettings(
      localTime: LocalTime(utcOffsetSeconds: 3_600), backend: "simulation", credentials: "app")
    settings.framesPerSecond = 2
    let program = ViewerProgram(
      model: service.tripModel(forTripName: name.description), mapView: MapView(), screen: screen,
      clock: device.clock, settings: settings)
    link.addUser(of: name.tripID)
    let running = Task { await program.run() }
    while !isOver(name) {
      await pause(.seconds(5))
      check(screen, name)
    }
    let status = world.server.statuses[name.tripID]?.last?.status
    if !world.isStopping, let status, status.isTerminal { await checkEnd(screen, status) }
    program.stop()
    _ = await running.value
    link.removeUser(of: name.tripID)
    screens.removeAll { $0 === screen }
  }

  /// While nothing is wrong the screen says so, and old data are not shown as new.
  private func check(_ screen: CellScreen, _ name: TripName) {
    // A stopped program draws nothing.
    guard device.hasRun(for: .seconds(3)) else { return }
    let polling = service.tripModel(forTripName: name.description).polling
    let age = polling.lastAnswerAt.map { device.monotonic - $0 } ?? .zero
    let badge = screen.rows.first ?? ""
    Failure.check(
      age < .seconds(25) || !badge.contains("LIVE "), "old data are not shown as new", badge)
    if age > .seconds(310), badge.contains("STALE") || badge.contains("ACTION") {
      let estimate = screen.rows.first { $0.contains(Self.estimate) }
      Failure.check(estimate == nil, "old estimates are withdrawn", estimate ?? "")
    }
    guard world.isHealthy(for: TripFollower.recovery), screen.frameCount > 0 else { return }
    Failure.check(
      badge.contains("PAST") || !badge.contains("STALE"), "the screen recovers after faults",
      screen.rows.first ?? "")
  }

  /// Once faults have ended the screen shows the end of the ride.
  private func checkEnd(_ screen: CellScreen, _ status: TripStatus) async {
    while !world.isHealthy(for: TripFollower.recovery), !world.isStopping {
      await pause(.seconds(1))
    }
    guard !world.isStopping else { return }
    screen.isHeld = true
    screen.resize(to: GridSize(columns: 100, rows: 30))
    for _ in 0..<4 { screen.press(.escape) }
    screen.press(.character("."))
    await pause(.seconds(12))
    guard world.isHealthy(for: TripFollower.recovery) else { return }
    let text = status == .complete ? "TRIP COMPLETE" : "TRIP CANCELED"
    // Keys may have hidden the panel.
    for key in "ziii" where !screen.shows(text) {
      screen.press(.character(key))
      await pause(.seconds(1))
    }
    guard device.hasRun(for: .seconds(20)) else { return }
    Failure.check(
      screen.shows(text), "the screen shows the end of the ride",
      "\(text) is not in:\n" + screen.rows.joined(separator: "\n"))
    await checkNewestFrame(screen)
  }

  /// Two keys in quick succession: the screen shows the second one's effect, however slow it is.
  private func checkNewestFrame(_ screen: CellScreen) async {
    for _ in 0..<20 {
      screen.press(.escape)
      await pause(.milliseconds(850))
      screen.press(.character(":"))
      await pause(.milliseconds(50))
      screen.press(.character("q"))
      // Two frames take up to 0.8 s.
      await pause(.milliseconds(850))
      guard device.hasRun(for: .seconds(3)) else { return }
      let line = screen.rows.first { $0.contains(":q") }
      Failure.check(line != nil, "the newest frame is shown", screen.rows.joined(separator: "\n"))
      screen.press(.escape)
    }
  }

  private func pause(_ time: Duration) async { try? await Scheduler.sleep(time) }

  /// Waits until nothing is followed any more.
  func finish() async {
    for task in tasks { await task.value }
    tasks = []
    Failure.check(followers.isEmpty, "followers leave", device.name)
    live.end()
    files.check(device.name)
    let content = live.recording.content
    var place = 0
    while place < content.count {
      let member = Inflation.firstMember(of: content[place...], limit: 64 << 20)
      let text = String(decoding: member.bytes, as: UTF8.self)
      Failure.check(!Failure.holdsToken(text), "no token is in a recording", device.name)
      place += max(1, member.length)
    }
  }
}

/// The files of a recording, each for a quarter of an hour.
private final class RecordingFiles: LiveRecordingOutput, @unchecked Sendable {
  private var start: Timestamp?
  private var files: [[UInt8]] = [[]]

  func isFull(at time: Timestamp) -> Bool {
    let start = start ?? time
    self.start = start
    return time - start > .seconds(900)
  }

  func startFile(at time: Timestamp) {
    start = time
    files.append([])
    RareState.reach(.recordingRotated)
  }

  func write(_ bytes: [UInt8]) { files[files.count - 1] += bytes }

  /// Checks that each file can be read without the others.
  func check(_ name: String) {
    for (number, file) in files.enumerated() where !file.isEmpty {
      let problems = (try? RideRecording(content: file).problems) ?? ["It cannot be read."]
      Failure.check(
        problems.isEmpty, "each file of a recording can be read",
        "\(name), \(number): \(problems.first ?? "")")
    }
  }
}
