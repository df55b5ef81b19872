internal import DemoAssetMaking
internal import DemoCity

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Makes the assets of the demo that follow from its town: the map and the ride.
///
///     swift run DemoAssetMaker FOLDER
@main
struct DemoAssetMaker {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      tell("Usage: DemoAssetMaker FOLDER")
      exit(2)
    }
    let folder = CommandLine.arguments[1]
    let city = DemoCity()
    save(try CityTiles(city).archive(), to: folder + "/demo-city.pmtiles")
    save(Array(try CityRide(city).json.utf8), to: folder + "/demo-ride.json")
  }

  private static func save(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "wb") else { return fail(path) }
    let count = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
    guard unsafe fclose(file) == 0, count == bytes.count else { return fail(path) }
    tell("\(path): \(bytes.count) bytes")
  }

  private static func fail(_ path: String) {
    tell("\(path) cannot be written (error \(errno)).")
    exit(1)
  }

  private static func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
