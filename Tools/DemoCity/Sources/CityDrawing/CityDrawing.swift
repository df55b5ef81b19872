internal import DemoCity

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Draws the demo city as SVG on standard output, and says on standard error how long making it took.
///
///     swift run -c release CityDrawing [SEED] > city.svg
///     rsvg-convert -w 3000 city.svg -o city.png
@main struct CityDrawing {
  private static let rounds = 10

  static func main() {
    let seed = CommandLine.arguments.dropFirst().first.map { UInt64($0) } ?? DemoCity.standardSeed
    guard let seed else {
      printError("The seed has to be a number from 0 to \(UInt64.max).")
      exit(2)
    }
    let clock = ContinuousClock()
    var fastest = Duration.seconds(3_600)
    for _ in 0..<rounds { fastest = min(fastest, clock.measure { _ = DemoCity(seed: seed) }) }
    let city = DemoCity(seed: seed)
    printError(
      "Seed \(seed): \(fastest) at best of \(rounds); \(city.roads.count) street segments, "
        + "\(city.areas.count { $0.kind == .building }) buildings, \(city.areas.count) areas")
    print(CitySheet(city).svg())
  }

  private static func printError(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
