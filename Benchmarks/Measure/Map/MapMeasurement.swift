import CellGrid
import ConsumerMap
import Geo
import MapCanvas

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures what the map costs: a full redraw, a pan, each report, and a drive.
@MainActor struct MapMeasurement {
  nonisolated static let options: Set<String> = [
    "map", "trace", "latitude", "longitude", "rounds", "seconds", "only",
  ]

  let file: String
  let trace: String?
  let middle: Coordinate
  let rounds: Int
  let seconds: Int
  /// The only part that is measured; nil for all.
  let only: String?
  var table = MapTable()

  init(_ arguments: Arguments) throws {
    file = try arguments.text(required: "map")
    trace = arguments.text("trace")
    middle = Coordinate(
      latitude: arguments.text("latitude").flatMap(Double.init) ?? 43.7735,
      longitude: arguments.text("longitude").flatMap(Double.init) ?? 11.2558)
    rounds = try arguments.number("rounds", default: 60)
    seconds = try arguments.number("seconds", default: 86_400)
    only = arguments.text("only")
  }

  func run() async throws {
    var run = self
    try await run.measureAll()
  }

  private mutating func measureAll() async throws {
    let world = try await MapWorld(file: file, center: middle)
    let stage = RideStage(size: MapWorld.size)
    stage.map.moveCamera(to: world.camera)
    try await stage.load(file)
    if measures("redraw") { try await measureRedraw(world, stage) }
    if measures("allocations") { try measureAllocations(world) }
    if measures("tick") { try await measureTick(world, stage) }
    if measures("route") { try measureRoute(world, stage) }
    if measures("drive") { try await measureDrives() }
    table.print()
    let load = try String(contentsOfFile: "/proc/loadavg", encoding: .utf8).split(separator: " ")
    print("\nShortest of \(rounds), a thread's own time. Load average \(load.first ?? "unknown").")
    guard table.exceeded.isEmpty else {
      throw Unexpected(description: "Beyond the limit: \(table.exceeded.joined(separator: "; "))")
    }
  }

  private func measures(_ part: String) -> Bool { only.map { $0 == part } ?? true }

  /// Measures a full redraw with a ride, at another zoom each time, and then a pan by a cell.
  private mutating func measureRedraw(_ world: MapWorld, _ stage: RideStage) async throws {
    let route = Self.ride(world)
    stage.set(route: route, vehicle: route[20], speed: 8, heading: 90, at: .zero)
    stage.map.moveCamera(to: world.camera)
    _ = stage.frame(at: .zero)
    stage.map.pan(columns: 0, rows: 0)
    var names = 0
    var side = 1
    let time = shortest {
      world.redraw(stage, side: side)
      side = -side
      names = stage.frame(at: .zero).snapshot.baseMap?.names.count ?? 0
    }
    let panTime = shortest {
      stage.map.pan(columns: side, rows: 0)
      side = -side
      _ = stage.frame(at: .zero)
    }
    // The same frame through curses, which cannot compare it with an earlier one.
    let terminal = try await CursesTerminal(size: MapWorld.size)
    let frame = stage.frame(at: .zero).frame
    var curses: [Duration] = []
    var bytes = 0
    for _ in 0..<max(2, rounds / 10) {
      _ = await terminal.show(Frame(size: MapWorld.size))
      let shown = await terminal.show(frame)
      curses.append(shown.time)
      bytes = shown.bytes.count
    }
    await terminal.close()
    let drawn = frame.cells.count { $0 != .blank }
    let cursesTime = Figures.fixed((curses.min() ?? .zero) / .milliseconds(1), 2)
    table.add(
      .redraw, time,
      note: "\(names) names, \(drawn) cells; ncurses \(cursesTime) ms, \(bytes) bytes")
    table.add(.pan, panTime)
  }

  private mutating func measureAllocations(_ world: MapWorld) throws {
    let address = world.tile
    let (few, many) = (try ManyShapes(40, at: address), try ManyShapes(2_040, at: address))
    let (less, more) = (
      few.allocations(in: world.viewport(zoom:)), many.allocations(in: world.viewport(zoom:))
    )
    table.add(
      .allocations, Double(max(0, more - less)) * 1_000 / Double(many.count - few.count),
      note: "\(less) with \(few.count) lines and areas, \(more) with \(many.count)")
  }

  /// Applies one report after the other with a fixed camera.
  private mutating func measureTick(_ world: MapWorld, _ stage: RideStage) async throws {
    let route = Self.ride(world)
    let line = Polyline(route)
    stage.map.moveCamera(to: world.camera)
    _ = stage.frame(at: .zero)
    stage.map.pan(columns: 0, rows: 0)
    let terminal = try await CursesTerminal(size: MapWorld.size)
    stage.set(route: route, vehicle: route[0], speed: 10, at: .zero)
    var last = stage.frame(at: .zero).frame
    _ = await terminal.show(last)
    var (times, bytes): ([Duration], Int) = ([], 0)
    for tick in 1...max(100, rounds) {
      let place = line.position(atMeters: Double(tick) * 10)?.coordinate ?? route[0]
      let start = ProcessFigures.threadTime()
      stage.set(route: route, vehicle: place, speed: 10, at: .seconds(tick))
      let frame = stage.frame(at: .seconds(tick)).frame
      times.append(ProcessFigures.threadTime() - start)
      let changed = zip(last.cells, frame.cells).count { !$0.looksLike($1) }
      guard changed < 400 else { throw Unexpected(description: "The map moved in a tick.") }
      last = frame
      bytes += await terminal.show(frame).bytes.count
    }
    await terminal.close()
    let middle = Figures.quantile(0.5, of: times) / .milliseconds(1)
    table.add(
      .tick, (times.min() ?? .zero) / .milliseconds(1),
      note: "median \(Figures.fixed(middle, 3)) ms")
    table.add(.tickBytes, Double(bytes) / Double(times.count))
  }

  private mutating func measureRoute(_ world: MapWorld, _ stage: RideStage) throws {
    let route = Self.longRoute(around: middle)
    let first = shortest { Self.draw(MapPath(route), in: world) }
    let path = MapPath(route)
    let then = shortest { Self.draw(path, in: world) }
    let whole = shortest(rounds: max(2, rounds / 10)) {
      stage.set(route: [], vehicle: route[0], speed: 0, at: .zero)
      stage.set(route: route, vehicle: route[0], speed: 10, at: .zero)
      _ = stage.frame(at: .zero)
    }
    table.add(
      .routeFirst, first, note: "\(Figures.fixed(whole, 1)) ms from the trip's state to the frame")
    table.add(.routeThen, then)
  }

  /// A spiral of 100,000 points.
  static func longRoute(around middle: Coordinate) -> [Coordinate] {
    (0..<100_000).map { index in
      let turn = Double(index) / 100_000
      let reach = 0.1 + 0.35 * turn
      return Coordinate(
        latitude: middle.latitude + reach * 0.05 * sin(turn * 40),
        longitude: middle.longitude + reach * 0.15 * sin(turn * 40 + 1.57))
    }
  }

  /// Draws a route alone.
  static func draw(_ path: MapPath, in world: MapWorld) {
    var frame = Frame(size: MapWorld.size)
    let scene = MapScene(polylines: [MapPolyline(path: path, style: LineStyle())])
    MapRenderer().draw(scene, camera: world.camera, into: &frame, rect: frame.bounds)
  }

  /// A route with corners across the view.
  static func ride(_ world: MapWorld) -> [Coordinate] {
    (0...120).map { index in
      let share = Double(index) / 120
      return world.coordinate(right: share * 0.8 - 0.4, down: 0.3 * sin(share * 9) * (1 - share))
    }
  }

  func shortest(rounds: Int? = nil, _ work: () throws -> Void) rethrows -> Double {
    let times = try (0..<(rounds ?? self.rounds)).map { _ in
      let start = ProcessFigures.threadTime()
      try work()
      return ProcessFigures.threadTime() - start
    }
    return (times.min() ?? .zero) / .milliseconds(1)
  }
}
