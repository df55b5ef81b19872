import ConsumerMap
import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import VectorTiles

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

extension MapMeasurement {
  mutating func measureStart() throws {
    var times: [Double] = []
    var memory = 0
    for _ in 0..<max(3, rounds / 8) {
      let result = try ChildProgram.run(
        ChildProgram.own,
        [
          "first-frame", "--map", file, "--latitude", "\(middle.latitude)", "--longitude",
          "\(middle.longitude)",
        ]
      )
      times.append(result.time / .milliseconds(1))
      let words =
        String(decoding: result.output.suffix(40), as: UTF8.self)
        .split(separator: "\n").last?.split(separator: " ") ?? []
      guard words.count == 2, let cells = Int(words[0]), cells > 0, let bytes = Int(words[1]) else {
        throw Unexpected(description: "The first frame did not come.")
      }
      memory = max(memory, bytes)
    }
    table.add(
      .firstFrame,
      times.min() ?? 0,
      note: "median \(Figures.fixed(times.sorted()[times.count / 2], 1)) ms"
    )
    table.add(.memory, Double(memory) / 1_048_576)
  }

  mutating func measureDecoding(_ world: MapWorld) throws {
    var totals = TilesMeasurement.Everything()
    let whole = try shortest {
      var visitor = TilesMeasurement.Everything()
      for tile in world.tiles {
        let read = try VectorTile(tile.bytes)
        for layer in read.layers { try read.visit(layer, with: &visitor) }
      }
      totals = visitor
    }
    table.add(.decodeWhole, whole, note: try compared(world, totals))
  }

  /// The layers that a map draws at this zoom.
  mutating func measureDrawnLayers(_ world: MapWorld) throws {
    let drawn = try shortest {
      for tile in world.tiles {
        let decoded = DecodedTile(
          try VectorTile(tile.bytes),
          address: tile.address,
          detail: .streets,
          languages: ["it"]
        )
        guard decoded.schema != nil else {
          throw Unexpected(description: "\(tile.address) is of no known schema.")
        }
      }
    }
    table.add(.decodeDrawn, drawn, note: "\(world.tiles.count) tiles")
  }

  /// The time that protozero takes for the same bytes, if it is installed.
  private func compared(
    _ world: MapWorld,
    _ totals: TilesMeasurement.Everything
  ) throws -> String {
    guard let protozero else { return "no protozero here to compare with" }
    var bytes: [UInt8] = []
    for tile in world.tiles {
      let count = tile.bytes.count
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
      bytes += tile.bytes
    }
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/ridealong-tiles-\(ProcessInfo.processInfo.processIdentifier)"
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try ChildProgram.run(protozero, [path, "\(rounds)"])
    let words = String(decoding: result.output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 3, Int(words[1]) == totals.features, Int64(words[2]) == totals.sum else {
      throw Unexpected(description: "protozero reads other tiles: \(words), not \(totals).")
    }
    return "protozero \(words[0]) ms, the same sums"
  }

  mutating func measureDrives() async throws {
    let drive = DriveMeasurement(file: file, fixes: try await fixes())
    for (camera, bytes, gap) in [
      (.following, .driveBytes, .driveGap), (.automatic, .driveZoomBytes, .driveZoomGap),
    ] as [(DriveMeasurement.Camera, MapFigure, MapFigure)] {
      let result = try await drive.run(camera, seconds: seconds)
      table.add(
        bytes,
        Double(result.bytes) / 1_000_000,
        note: "\(result.frames) frames, \(result.moves) moves of the map in \(result.movedFrames)"
      )
      if let shortest = result.shortestGap { table.add(gap, shortest / .seconds(1)) }
    }
  }

  /// The recorded drive, moved to the middle of the map; without one, circles for 20 minutes.
  private func fixes() async throws -> [DriveMeasurement.Fix] {
    guard let trace else {
      return (0...1_200).map { second in
        let place = middle.destination(bearing: Double(second) * 0.4, meters: 1_200)
        return DriveMeasurement.Fix(place: place, time: .seconds(second))
      }
    }
    let recording = try await LocationRecording.read(trace, vehicleID: "")
    guard let start = recording.fixes.first?.time else {
      throw Unexpected(description: "\(trace) has no times.")
    }
    let places = recording.path
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    let (west, east) = (places.map(\.longitude).min() ?? 0, places.map(\.longitude).max() ?? 0)
    let (down, left) = ((south + north) / 2, (west + east) / 2)
    // The same number of meters, at a latitude with longer degrees.
    let stretch = cos(down * .pi / 180) / cos(middle.latitude * .pi / 180)
    return recording.fixes.map { fix in
      DriveMeasurement.Fix(
        place: Coordinate(
          latitude: middle.latitude + fix.place.latitude - down,
          longitude: middle.longitude + (fix.place.longitude - left) * stretch
        ),
        time: fix.time.map { $0 - start } ?? .zero
      )
    }
  }
}
