import CellGrid
import ConsumerMap
import Geo
import MapCanvas
import VectorTiles

/// Measures a whole drive in a viewer: the terminal's output, and how often the map moves.
@MainActor struct DriveMeasurement {
  /// The camera's movement.
  enum Camera {
    /// Zoom 14, centered on the vehicle when that leaves the middle.
    case following
    /// The automatic camera.
    case automatic
  }

  /// A location of the vehicle at a time.
  struct Fix {
    var place: Coordinate
    var time: Duration
  }

  /// The results.
  struct Result {
    var bytes = 0
    var frames = 0
    var moves = 0
    var movedFrames = 0
    var shortestGap: Duration?
  }

  /// Frames of one move follow each other within this time.
  private static let moveTime: Duration = .milliseconds(300)

  let file: String
  let fixes: [Fix]

  /// Drives.
  func run(_ camera: Camera, seconds: Int) async throws -> Result {
    let stage = RideStage(size: MapWorld.size)
    let terminal = try await CursesTerminal(size: MapWorld.size)
    let route = fixes.map(\.place)
    guard let start = fixes.first else { throw Unexpected(description: "Nobody drives.") }
    stage.set(route: route, vehicle: start.place, speed: 0, at: .zero)
    if camera == .following {
      stage.map.moveCamera(to: MapCanvas.Camera(center: start.place, zoom: MapWorld.zoom))
      stage.map.advance(to: .zero)
      stage.map.pan(columns: 0, rows: 0)
    }
    try await stage.load(file)
    var result = Result()
    var last: MapCanvas.Camera?
    var lastMove: Duration?
    var now: Duration = .zero
    for (index, fix) in fixes.enumerated() where fix.time < .seconds(seconds) {
      let next = index + 1 < fixes.count ? fixes[index + 1] : fix
      let step = (next.time - fix.time) / .seconds(1)
      let speed = step > 0 ? fix.place.meters(to: next.place) / step : 0
      now = max(now, fix.time)
      stage.set(route: route, vehicle: fix.place, speed: speed, at: now)
      if camera == .following, let view = stage.map.camera {
        let rect = Rect(column: 0, row: 0, columns: MapWorld.size.columns, rows: MapWorld.size.rows)
        if !Viewport(camera: view, rect: rect).shows(fix.place, inMiddle: 0.6) {
          stage.map.centerOnVehicle()
        }
      }
      while now < next.time || index + 1 == fixes.count {
        let (frame, snapshot) = stage.frame(at: now)
        if isLoading(stage) {
          try await waitForTiles(stage)
          continue
        }
        if let last, snapshot.camera != last {
          result.movedFrames += 1
          if lastMove.map({ now - $0 > Self.moveTime }) ?? true {
            result.moves += 1
            if let lastMove {
              result.shortestGap = min(result.shortestGap ?? .seconds(86_400), now - lastMove)
            }
          }
          lastMove = now
        }
        last = snapshot.camera
        result.frames += 1
        result.bytes += await terminal.show(frame).bytes.count
        guard let change = snapshot.nextChange, change < next.time else { break }
        now = change
      }
    }
    await terminal.close()
    return result
  }

  private func isLoading(_ stage: RideStage) -> Bool {
    stage.map.baseMap.map { $0.tiles.status.loading > 0 } ?? false
  }

  /// The drive's clock stops while tiles are read, so that each run draws the same.
  private func waitForTiles(_ stage: RideStage) async throws {
    let start = ContinuousClock.now
    while isLoading(stage) {
      guard ContinuousClock.now - start < .seconds(10) else {
        throw Unexpected(description: "The tiles of the drive do not come.")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
