import Foundation

/// Real logs, tiles and traces, which are no part of the package.
///
/// They are in the folder `RIDEALONG_TEST_DATA`; without it the tests that need them are skipped.
public enum TestData {
  /// The export of a real fleet's log.
  public static let log = path("fleet-logs/two-trips-bay-area.json")
  /// An export of a real fleet's log with restricted logging.
  public static let restrictedLog = path("fleet-logs/jump-demo.json")
  /// An export of real deliveries.
  public static let deliveryLog = path("fleet-logs/lmfs.json")

  /// A small file in a form that people reported.
  public static func reported(_ name: String) -> String? { path("reported/\(name)") }

  /// The GPX file of a real drive.
  public static func trace(_ name: String) -> String? { path("traces/\(name).gpx") }

  /// A tile, or an archive or a folder of tiles.
  public static func tiles(_ name: String) -> String? { path("tiles/\(name)") }

  private static func path(_ name: String) -> String? {
    guard let folder = ProcessInfo.processInfo.environment["RIDEALONG_TEST_DATA"] else {
      return nil
    }
    let path = folder + "/" + name
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
