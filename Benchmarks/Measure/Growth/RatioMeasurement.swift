import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import MapCanvas
import TrustLimits

/// Compares what works cost, as multiples of a loop that nobody changes, with a committed baseline.
///
/// A slower machine makes both slower, so the ratios stay.
@MainActor struct RatioMeasurement {
  nonisolated static let options: Set<String> = ["baseline", "most", "rounds", "map"]

  /// A work of a fixed size; each call does it once and returns its time.
  private typealias Work = (name: String, time: @MainActor () async throws -> Duration)

  /// How long works that seem slow are measured again.
  private static let patience = Duration.seconds(150)

  private let baseline: String?
  private let most: Double
  private let rounds: Int
  private let map: String

  init(_ arguments: Arguments) throws {
    baseline = arguments.text("baseline")
    most = try arguments.number("most", default: 1.5)
    rounds = try arguments.number("rounds", default: 9)
    map = try arguments.text(required: "map")
  }

  func run() async throws {
    let known = try baseline.map(Self.read) ?? [:]
    var slow: [String] = []
    let end = ContinuousClock.now + Self.patience
    for work in try await works() {
      var ratio = try await ratio(of: work)
      guard let before = known[work.name] else {
        if baseline != nil { slow.append("\(work.name): the baseline does not have it") }
        print(Figures.fixed(ratio, 4) + "  " + work.name)
        continue
      }
      // Other programs on the machine slow some works more than the loop, for seconds or a minute.
      while ratio > before * most, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(500))
        ratio = min(ratio, try await self.ratio(of: work))
      }
      let share = Figures.fixed(ratio / before, 2)
      print(Figures.fixed(ratio, 4) + "  \(work.name)  (\(share) of the baseline)")
      if ratio > before * most { slow.append("\(work.name): \(share)") }
    }
    guard slow.isEmpty else {
      throw Unexpected(description: "Slower than the baseline: \(slow.joined(separator: "; ")).")
    }
  }

  private func ratio(of work: Work) async throws -> Double {
    var (calibration, best) = (Duration.seconds(1_000), Duration.seconds(1_000))
    // The first call of a kind also fills caches. The loop runs between, as the machine's speed changes.
    _ = try await work.time()
    for _ in 0..<rounds {
      calibration = min(calibration, Self.calibrate())
      best = min(best, try await work.time())
    }
    return best / calibration
  }

  /// A loop over a megabyte of numbers: arithmetic, branches, and memory.
  private static func calibrate() -> Duration {
    var numbers = [UInt32](repeating: 1, count: 262_144)
    let start = ProcessFigures.threadTime()
    var state: UInt32 = 47
    for index in numbers.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      let place = Int(state >> 14)
      numbers[place] =
        numbers[place] &* 31 &+ (state & 1 == 0 ? state : UInt32(truncatingIfNeeded: index))
    }
    let time = ProcessFigures.threadTime() - start
    // So that the compiler does not leave the loop out.
    return numbers[Int(state >> 14)] == 0 ? time + .nanoseconds(1) : time
  }

  private func works() async throws -> [Work] {
    let growing: [(String, Int)] = [
      ("adding n vehicles to the emulator", 1_000), ("all pages of n vehicles", 1_000),
      ("a search among n vehicles", 1_000),
      ("reading n route points", 1_000), ("reading n encoded route points", 10_000),
      ("a log export of n entries, its calls", 1_000), ("opening a recording of n polls", 1_000),
      ("reading all of n polls", 1_000),
    ]
    var works: [Work] = try growing.map { name, count in
      guard let work = GrowingWork.all.first(where: { $0.name == name }) else {
        throw Unexpected(description: "There is no work \(name).")
      }
      return (name + ", n = \(count)", { try await work.time(count) })
    }
    let middle = Coordinate(latitude: 45, longitude: -30)
    let world = try await MapWorld(file: map, center: middle)
    let stage = RideStage(size: MapWorld.size)
    stage.map.moveCamera(to: world.camera)
    try await stage.load(map)
    let route = MapMeasurement.ride(world)
    stage.set(route: route, vehicle: route[20], speed: 8, heading: 90, at: .zero)
    stage.map.moveCamera(to: world.camera)
    let frame = stage.frame(at: .zero).frame
    var side = 1
    works.append(
      (
        "a redraw of the map",
        {
          let start = ProcessFigures.threadTime()
          world.redraw(stage, side: side)
          side = -side
          _ = stage.frame(at: .zero)
          return ProcessFigures.threadTime() - start
        }
      ))
    works.append(
      (
        "a pan of the map",
        {
          let start = ProcessFigures.threadTime()
          stage.map.pan(columns: side, rows: 0)
          side = -side
          _ = stage.frame(at: .zero)
          return ProcessFigures.threadTime() - start
        }
      ))
    let path = MapPath(MapMeasurement.longRoute(around: middle))
    works.append(
      (
        "a frame with a route of 100,000 points",
        {
          let start = ProcessFigures.threadTime()
          MapMeasurement.draw(path, in: world)
          return ProcessFigures.threadTime() - start
        }
      ))
    let line = Polyline(route)
    var seconds = 0
    works.append(
      (
        "a report of the vehicle on the map",
        {
          seconds += 1
          let place = line.position(atMeters: Double(seconds % 100) * 10)?.coordinate ?? route[0]
          let start = ProcessFigures.threadTime()
          stage.set(route: route, vehicle: place, speed: 10, at: .seconds(seconds))
          _ = stage.frame(at: .seconds(seconds))
          return ProcessFigures.threadTime() - start
        }
      ))
    let terminal = try await CursesTerminal(size: MapWorld.size)
    works.append(
      (
        "its bytes for the terminal",
        {
          _ = await terminal.show(Frame(size: MapWorld.size))
          return await terminal.show(frame).time
        }
      ))
    return works
  }

  /// Reads lines of a ratio and a name.
  private static func read(_ path: String) throws -> [String: Double] {
    let bytes = try BoundedFile(path: path, limit: 64 * 1_024).bytes
    var ratios: [String: Double] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let ratio = Double(parts[0]), ratio > 0 else {
        throw Unexpected(description: "\(path): a line is no ratio with a name: \(line)")
      }
      ratios[String(parts[1].drop { $0 == " " })] = ratio
    }
    return ratios
  }
}
