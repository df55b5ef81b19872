import AccessTokens
import FleetEngine
import Geo

/// The requests of the load, as bytes.
struct LoadRequests {
  /// The points of each vehicle's route.
  private static let routePoints = 70

  private let providerID: String
  private let host: String
  private let server: ServiceAccountTokenProvider
  private let driver: ServiceAccountTokenProvider
  private let consumer: ServiceAccountTokenProvider
  private let serverToken: String

  /// Reads the keys of the emulator's accounts.
  init(
    keys: String, providerID: String, port: Int, wallNow: @escaping @Sendable () -> Timestamp
  ) throws {
    func provider(_ role: String) throws -> ServiceAccountTokenProvider {
      ServiceAccountTokenProvider(
        key: try ServiceAccountKey(contentsOf: "\(keys)/\(role).json"), wallNow: wallNow)
    }
    self.providerID = providerID
    host = "127.0.0.1:\(port)"
    server = try provider("server")
    driver = try provider("driver")
    consumer = try provider("consumer")
    serverToken = try server.mint(tripID: "*", vehicleID: "*").value
  }

  // MARK: The fleet

  /// Creates a vehicle.
  func createVehicle(_ number: Int) -> [UInt8] {
    bytes(
      "POST",
      "vehicles?vehicleId=vehicle-\(number)",
      serverToken,
      """
      {"vehicleState":"ONLINE","supportedTripTypes":["EXCLUSIVE"],"maximumCapacity":4,\
      "vehicleType":{"category":"AUTO"},"lastLocation":\(location(number, 0))}
      """)
  }

  /// Creates a trip, with its vehicle if there is one.
  func createTrip(_ number: Int, hasVehicle: Bool) -> [UInt8] {
    let vehicle = hasVehicle ? ",\"vehicleId\":\"vehicle-\(number)\"" : ""
    return bytes(
      "POST",
      "trips?tripId=trip-\(number)",
      serverToken,
      """
      {"tripType":"EXCLUSIVE","pickupPoint":{"point":\(point(number, Self.routePoints - 1))},\
      "dropoffPoint":{"point":{"latitude":45.2,"longitude":7.8}},"numberOfPassengers":1\(vehicle)}
      """)
  }

  /// Starts the trip's ride.
  func startTrip(_ number: Int) -> [UInt8] {
    bytes(
      "PUT",
      "trips/trip-\(number)?updateMask=tripStatus",
      serverToken,
      "{\"tripStatus\":\"ENROUTE_TO_PICKUP\"}")
  }

  /// Reports the vehicle's route.
  func reportRoute(_ number: Int) -> [UInt8] {
    let route = (0..<Self.routePoints).map { place(number, $0) }
    return bytes(
      "PUT",
      "vehicles/vehicle-\(number)?updateMask=currentRouteSegment",
      serverToken,
      "{\"currentRouteSegment\":\"\(S2Polyline.encode(route))\"}")
  }

  // MARK: The load

  /// A driver's update without a new route: the location, the distance left and the time left.
  ///
  /// There are two for each vehicle, so that each one moves it.
  func updates(_ number: Int) throws -> [[UInt8]] {
    let token = try driver.mint(vehicleID: "vehicle-\(number)").value
    return (1...2).map { step in
      bytes(
        "PUT",
        "vehicles/vehicle-\(number)?updateMask=lastLocation%2CremainingDistanceMeters%2C"
          + "remainingTimeSeconds%2CnavigationStatus", token,
        """
        {"lastLocation":\(location(number, step)),"remainingDistanceMeters":\(2_000 - step * 30),\
        "remainingTimeSeconds":\(300 - step * 5),"navigationStatus":"ENROUTE_TO_DESTINATION"}
        """)
    }
  }

  /// A rider's poll: the trip, with the versions that the app has.
  func poll(_ number: Int, knowing trip: Trip) throws -> [UInt8] {
    let token = try consumer.mint(tripID: "trip-\(number)").value
    let versions = [
      ("currentRouteSegmentVersion", trip.currentRouteSegmentVersion),
      ("currentRouteSegmentTrafficVersion", trip.currentRouteSegmentTrafficVersion),
      ("remainingWaypointsVersion", trip.remainingWaypointsVersion),
      ("remainingWaypointsRouteVersion", trip.remainingWaypointsRouteVersion),
    ]
    let query = versions.compactMap { name, moment in moment.map { "&\(name)=\($0)" } }.joined()
    return bytes(
      "GET",
      "trips/trip-\(number)?view=JOURNEY_SHARING_V1S&routeFormatType=ENCODED_POLYLINE_TYPE"
        + query.replacing(":", with: "%3A"), token, nil)
  }

  /// The request that reads the versions of a trip.
  func readTrip(_ number: Int) -> [UInt8] { bytes("GET", "trips/trip-\(number)", serverToken, nil) }

  // MARK: Parts

  private func bytes(_ method: String, _ path: String, _ token: String, _ body: String?) -> [UInt8]
  {
    var text = """
      \(method) /v1/providers/\(providerID)/\(path) HTTP/1.1\r
      Host: \(host)\r
      User-Agent: measure\r
      Accept: application/json\r
      X-Goog-Api-Client: gl-swift\r
      Authorization: Bearer \(token)\r

      """
    if let body {
      text += "Content-Type: application/json; charset=utf-8\r\n"
      text += "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    } else {
      text += "\r\n"
    }
    return Array(text.utf8)
  }

  private func location(_ number: Int, _ step: Int) -> String {
    """
    {"location":\(point(number, step)),"latlngAccuracy":5.5,"heading":\(step),"speed":8.25,\
    "speedAccuracy":0.5,"updateTime":"2026-01-01T10:00:0\(step).250Z","locationSensor":"GPS",\
    "isRoadSnapped":false}
    """
  }

  private func point(_ number: Int, _ step: Int) -> String {
    let place = place(number, step)
    return "{\"latitude\":\(place.latitude),\"longitude\":\(place.longitude)}"
  }

  /// A place on a vehicle's route, about 30 meters after the last one.
  private func place(_ number: Int, _ step: Int) -> Coordinate {
    Coordinate(
      latitude: 45 + Double(number % 100) * 0.001 + Double(step) * 0.000_2,
      longitude: 7.6 + Double(number / 100) * 0.001 + Double(step) * 0.000_2)
  }
}
