#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The measurements that the scripts of this folder run.
@main struct Measure {
  static func main() async {
    var words = CommandLine.arguments.dropFirst()
    do {
      switch words.popFirst() {
      case "decoding":
        try await DecodingMeasurement(arguments(words, DecodingMeasurement.options)).run()
      case "models": try await ModelsMeasurement(arguments(words, ModelsMeasurement.options)).run()
      case "tiles": try await TilesMeasurement(arguments(words, TilesMeasurement.options)).run()
      case "growth": try await GrowthMeasurement(arguments(words, GrowthMeasurement.options)).run()
      case "ratios": try await RatioMeasurement(arguments(words, RatioMeasurement.options)).run()
      case "map": try await MapMeasurement(arguments(words, MapMeasurement.options)).run()
      case "drive": try await FleetDrive(arguments(words, FleetDrive.options)).run()
      case "load": try LoadMeasurement(arguments(words, LoadMeasurement.options)).run()
      case "start": try StartMeasurement(arguments(words, StartMeasurement.options)).run()
      case "bare": try BareServer.run()
      default:
        throw Arguments.Failure(
          description:
            "Measure what? decoding, growth, ratios, tiles, map, models, load, start, or for these drive, bare."
        )
      }
    } catch {
      print("measure: \(error)")
      exit(1)
    }
  }

  private static func arguments(
    _ words: ArraySlice<String>, _ known: Set<String>
  ) throws(Arguments.Failure) -> Arguments { try Arguments(Array(words), known: known) }
}
