import GoogleRidesharingConsumer
import HTTPMessages
import RidesharingConsumer

let yourMapsAPIKey = "not needed in a terminal"
let yourProviderID = "demo-project"

/// The provider's backend, which the emulator has too: it books trips and hands out tokens.
@MainActor
enum Backend {
  /// The emulator, `http://127.0.0.1:8080` unless the command line names another.
  nonisolated static let server = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"
  // Two corners of the emulator's town.
  static let pickup = place(latitude: 45.004, longitude: -30.006)
  static let dropoff = place(latitude: 44.996, longitude: -29.992)

  /// The trip that was booked. The listing's provider asks for a token once there is one.
  private nonisolated(unsafe) static var tripID = ""
  nonisolated static var tokenURL: String { "\(server)/provider/token/consumer/\(tripID)" }

  /// Follows trips at the emulator in place of Google's server.
  static func use() {
    if let endpoint = try? HTTPURL(parsing: server) { ConsumerServices.endpoint = endpoint }
  }

  /// Books a ride.
  ///
  /// - Returns: The trip's name.
  static func book(
    _ pickup: GMTSTerminalLocation,
    _ dropoff: GMTSTerminalLocation
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

  private static func place(latitude: Double, longitude: Double) -> GMTSTerminalLocation {
    GMTSTerminalLocation(
      point: GMTSLatLng(latitude: latitude, longitude: longitude),
      label: nil,
      description: nil,
      placeID: nil,
      generatedID: nil,
      accessPointID: nil
    )
  }
}
