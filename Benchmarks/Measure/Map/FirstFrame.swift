import CellGrid
import ConsumerMap
import Geo
import MapCanvas

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A whole program up to its first frame with a map: it writes the frame to its output, and then the
/// memory that it used.
@MainActor
struct FirstFrame {
  nonisolated static let options: Set<String> = ["map", "latitude", "longitude"]

  private let file: String
  private let camera: Camera

  init(_ arguments: Arguments) throws {
    file = try arguments.text(required: "map")
    guard let latitude = Double(try arguments.text(required: "latitude")),
      let longitude = Double(try arguments.text(required: "longitude"))
    else { throw Unexpected(description: "The middle of the map has to be numbers.") }
    camera = Camera(
      center: Coordinate(latitude: latitude, longitude: longitude),
      zoom: MapWorld.zoom
    )
  }

  func run() async throws {
    let stage = RideStage(size: MapWorld.size)
    stage.map.moveCamera(to: camera)
    try await stage.load(file)
    let frame = stage.frame(at: .zero).frame
    let terminal = try await CursesTerminal(size: MapWorld.size)
    let shown = await terminal.show(frame)
    try Self.write(shown.bytes)
    let memory = ProcessFigures.peakMemory() ?? 0
    try Self.write(Array("\n\(frame.cells.count { $0 != .blank }) \(memory)".utf8))
    await terminal.close()
  }

  private static func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          unsafe Glibc.write(1, buffer.baseAddress, buffer.count)
        #else
          unsafe Darwin.write(1, buffer.baseAddress, buffer.count)
        #endif
      }
      guard count > 0 else { throw Unexpected(description: "Nobody reads the frame.") }
      rest.removeFirst(count)
    }
  }
}
