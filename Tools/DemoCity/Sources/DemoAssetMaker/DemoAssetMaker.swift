internal import DemoAssetMaking
internal import DemoCity

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Makes the demo's assets from its town: the map, the ride and the roads.
///
///     swift run DemoAssetMaker FOLDER
@main struct DemoAssetMaker {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      printError("Usage: DemoAssetMaker FOLDER")
      exit(2)
    }
    let folder = CommandLine.arguments[1]
    let city = DemoCity()
    save(try CityTiles(city).archive(), to: folder + "/demo-city.pmtiles")
    save(Array(try CityRide(city).json.utf8), to: folder + "/demo-ride.json")
    save(try RoadFile.encode(city.network), to: folder + "/demo-roads.bin")
  }

  private static func save(_ bytes: [UInt8], to path: String) {
    guard let file = unsafe fopen(path, "wb") else { return fail(path) }
    let count = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
    guard unsafe fclose(file) == 0, count == bytes.count else { return fail(path) }
    printError("\(path): \(bytes.count) bytes")
  }

  private static func fail(_ path: String) {
    printError("\(path) cannot be written (error \(errno)).")
    exit(1)
  }

  private static func printError(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
