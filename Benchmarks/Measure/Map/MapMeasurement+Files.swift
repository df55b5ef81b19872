import ConsumerMap
import FleetEngine
import Geo
import RidesharingDriver
import RouteSources

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension MapMeasurement {
  mutating func measureDrives() async throws {
    let drive = DriveMeasurement(file: file, fixes: try await fixes())
    for (camera, bytes, gap) in [
      (.following, .driveBytes, .driveGap), (.automatic, .driveZoomBytes, .driveZoomGap),
    ] as [(DriveMeasurement.Camera, MapFigure, MapFigure)] {
      let result = try await drive.run(camera, seconds: seconds)
      table.add(
        bytes, Double(result.bytes) / 1_000_000,
        note: "\(result.frames) frames, \(result.moves) moves of the map in \(result.movedFrames)")
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
          longitude: middle.longitude + (fix.place.longitude - left) * stretch),
        time: fix.time.map { $0 - start } ?? .zero)
    }
  }
}
