import CellGrid
import ConsumerMap
import CoreLocation
import GoogleRidesharingConsumer
import HTTPMessages
import RidesharingConsumer
import VectorTiles

let yourMapsAPIKey = "not needed in a terminal"
let yourProviderID = "demo-project"

/// The provider's backend, which the emulator has too: it books trips and hands out tokens.
@MainActor enum Backend {
  /// The emulator, `http://127.0.0.1:8080` unless the command line names another.
  nonisolated static let server = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"
  /// The middle of the emulator's town.
  static let center = CLLocationCoordinate2D(latitude: 45, longitude: -30)

  // The listing's provider asks for a token only once a trip was booked.
  private nonisolated(unsafe) static var tripID = ""
  nonisolated static var tokenURL: String { "\(server)/provider/token/consumer/\(tripID)" }

  /// Follows trips at the emulator in place of Google's server, from a place in its town.
  static func use() {
    if let endpoint = try? HTTPURL(parsing: server) { ConsumerServices.endpoint = endpoint }
    CLLocationManager.hostLocation = CLLocation(latitude: 45.0021, longitude: -30.0035)
  }

  /// Shows a base map below the trips: the file that the command line names after the server.
  static func showTown(on view: GMTCMapView) {
    guard let path = CommandLine.arguments.dropFirst(2).first else { return }
    Task {
      do {
        let map = view.map
        let tiles = TileStore(
          source: try await TileSources.open(path: path), clock: ContinuousClock()
        ) { [weak map] in map?.baseMapChanged() }
        map.baseMap = BaseMap(tiles: tiles)
      } catch { view.map.baseMapProblem = SafeText("\(error)") }
    }
  }

  /// Books a ride.
  ///
  /// - Returns: The trip's name.
  static func book(
    _ pickup: GMTSTerminalLocation, _ dropoff: GMTSTerminalLocation
  ) async throws -> String {
    guard let url = URL(string: "\(server)/provider/trip/new") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONSerialization.data(withJSONObject: [
      "pickup": json(pickup), "dropoff": json(dropoff), "tripType": "EXCLUSIVE",
    ])
    let (data, _) = try await URLSession.shared.data(for: request)
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let name = answer?["name"] as? String else { throw URLError(.cannotParseResponse) }
    tripID = name.split(separator: "/").last.map(String.init) ?? ""
    return name
  }

  private static func json(_ location: GMTSTerminalLocation) -> [String: Double] {
    ["latitude": location.point?.latitude ?? 0, "longitude": location.point?.longitude ?? 0]
  }

  static func place(_ coordinate: CLLocationCoordinate2D) -> GMTSTerminalLocation {
    GMTSTerminalLocation(
      point: GMTSLatLng(latitude: coordinate.latitude, longitude: coordinate.longitude), label: nil,
      description: nil, placeID: nil, generatedID: nil, accessPointID: nil)
  }
}
