import Glibc

/// Simulates whole rides: see CONTRIBUTING.md, "Simulation".
@main struct RideSimulator {
  static func main() {
    do { try simulate(try Options(Array(CommandLine.arguments.dropFirst()))) } catch {
      print("\(error)")
      exit(2)
    }
  }

  private static func simulate(_ options: Options) throws {
    if options.printsPlan {
      let plan = Disturbance.plan(seed: options.seed, time: options.time, drivers: options.rides)
      for disturbance in plan { print("\(disturbance)") }
      return
    }
    if options.printsStates {
      for state in RareState.allCases { print("\(state): \(state.rawValue)") }
      return
    }
    // Otherwise the order of sets differs from run to run.
    guard getenv("SWIFT_DETERMINISTIC_HASHING") != nil else {
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      execv("/proc/self/exe", CommandLine.unsafeArgv)
      throw Options.Problem(
        text: "The program cannot start itself: \(String(cString: strerror(errno)))")
    }
    signal(SIGXFSZ, SIG_IGN)
    let keys = try ServerKeys()
    Scheduler.install()
    var memory: Int?
    for seed in options.seed..<options.seed &+ UInt64(options.count) {
      try simulate(seed, options, keys)
      let present = residentBytes()
      // The first seeds fill caches.
      if seed == options.seed &+ 3 { memory = present }
      if let memory, present > 2 * memory + (128 << 20) {
        Failure.report(
          "memory is bounded",
          "\(memory >> 20) MB after 4 seeds, now \(present >> 20)"
        )
      }
    }
  }

  private static func simulate(_ seed: UInt64, _ options: Options, _ keys: ServerKeys) throws {
    Failure.seed = seed
    Scheduler.start(seed: seed)
    RareState.start()
    let begin = ContinuousClock.now
    let run = Run()
    Task { @MainActor in
      do {
        let world = try World(options, seed: seed, keys: keys)
        Failure.writeRecording = { [weak world] in
          MainActor.assumeIsolated { writeRecording(world, to: options.recording) }
        }
        try await world.run()
        run.rides = world.rides
        run.requests = world.network.requestCount
        run.kills = world.server.kills
        run.hours = world.hours
      } catch { Failure.report("the simulation runs", "\(error)") }
      run.isOver = true
    }
    var end: Duration = .zero
    Scheduler.run {
      if run.isOver, end == .zero { end = Scheduler.now }
      if !run.isOver, Scheduler.now > options.time + .seconds(6 * 3_600) {
        Failure.report("every ride ends", "\(Scheduler.sleeperCount) tasks wait")
      }
      if run.isOver, Scheduler.now - end > .seconds(86_400) {
        Failure.report("nothing runs after the last subscriber has left", "Time still passes.")
      }
      return false
    }
    Failure.check(run.isOver, "nothing hangs", "No task can go on.")
    let wall = (ContinuousClock.now - begin) / .seconds(1)
    let hours = run.hours
    print(
      """
      {"seed": \(seed), "hash": "\(String(Scheduler.hash, radix: 16))", "steps": \(Scheduler.steps), \
      "rides": \(run.rides), "requests": \(run.requests), "kills": \(run.kills), \
      "hours": \(hours), "rideHours": \(hours * Double(options.rides)), "wallSeconds": \(wall), \
      "reached": \(RareState.json)}
      """)
    fflush(nil)
  }

  @MainActor private static func writeRecording(_ world: World?, to path: String?) -> String? {
    guard let path, let content = world?.recording(ofTripIn: "") else { return nil }
    guard let file = fopen(path, "w") else { return nil }
    defer { fclose(file) }
    return fwrite(content, 1, content.count, file) == content.count ? path : nil
  }

  private static func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let fields = String(
      decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
    )
    .split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }

  private final class Run: @unchecked Sendable {
    var isOver = false
    var rides = 0
    var requests = 0
    var kills = 0
    var hours = 0.0
  }
}

/// The options of the command line.
struct Options: Sendable {
  struct Problem: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  var seed: UInt64 = 1
  var count = 1
  /// The rides at a time, one for each driver.
  var rides = 2
  var hours = 1.0
  /// The numbers of the disturbances that do not happen.
  var without: Set<Int> = []
  /// The file for the recording of a failure.
  var recording: String?
  var isVerbose = false
  /// Whether the disturbances are only printed.
  var printsPlan = false
  /// Whether the rare states are only printed.
  var printsStates = false

  /// The time after which no ride begins.
  var time: Duration { .seconds(hours * 3_600) }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--verbose": isVerbose = true
      case "--plan": printsPlan = true
      case "--states": printsStates = true
      default: try set(name, to: rest.popFirst())
      }
    }
  }

  private mutating func set(_ name: String, to value: String?) throws {
    guard let value else { throw Problem(text: "\(name) needs a value.") }
    func number<Number: LosslessStringConvertible>() throws -> Number {
      guard let number = Number(value) else { throw Problem(text: "\(name): \(value)?") }
      return number
    }
    switch name {
    case "--seed": seed = try number()
    case "--count": count = try number()
    case "--rides": rides = max(1, try number())
    case "--hours": hours = try number()
    case "--without": without = Set(value.split(separator: ",").compactMap { Int($0) })
    case "--recording": recording = value
    default: throw Problem(text: "There is no option \(name).")
    }
  }
}
