import AccessTokens
import FleetEngine
import Geo
import HTTPMessages

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Creates the trips that are followed, and moves their vehicles.
struct FleetDrive: Sendable {
  static let options = Fleet.options.union(["moves"])

  /// The points of each vehicle's route.
  private static let routePoints = 70
  /// The concurrent requests while the fleet is created.
  private static let width = 8

  private let fleet: Fleet
  private let movesPerSecond: Int
  private let client: FleetEngineClient

  init(_ arguments: Arguments) throws {
    fleet = try Fleet(arguments)
    movesPerSecond = try arguments.number("moves", default: 50)
    client = FleetEngineClient(
      endpoint: fleet.endpoint, transport: fleet.transport(),
      tokens: try fleet.tokens(of: "server", scope: .everything))
  }

  /// Creates the fleet, reports that, and moves one vehicle after the other until the process ends.
  func run() async throws {
    try await withThrowingTaskGroup { group in
      for lane in 0..<Self.width {
        group.addTask {
          for number in stride(from: lane, to: fleet.size, by: Self.width) {
            try await make(number)
          }
        }
      }
      try await group.waitForAll()
    }
    print("ready \(fleet.size) trips")
    // The reader of that line reads a pipe.
    _ = fflush(nil)
    var step = 0
    while true {
      let number = step % fleet.size
      var vehicle = Vehicle()
      vehicle.lastLocation = location(number, along: step / fleet.size + 1)
      do {
        _ = try await client.updateVehicle(
          fleet.vehicleName(number), vehicle, mask: ["lastLocation"])
      } catch {
        // A failure of one vehicle does not matter; the next one is moved.
        print("\(number) was not moved: \(error)")
      }
      step += 1
      try await fleet.clock.sleep(.seconds(1) / movesPerSecond)
    }
  }

  private func make(_ number: Int) async throws {
    let (name, tripName) = (try fleet.vehicleName(number), try fleet.tripName(number))
    _ = try await client.createVehicle(
      name,
      Vehicle.with {
        $0.state = .online
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      })
    let route = (0..<Self.routePoints).map { point(number, along: $0) }
    _ = try await client.createTrip(
      tripName,
      Trip.with {
        $0.type = .exclusive
        $0.pickupPoint = route.last.map { TerminalLocation(point: $0) }
        $0.dropoffPoint = TerminalLocation(point: Coordinate(latitude: 45.2, longitude: 7.8))
        $0.numberOfPassengers = 1
      })
    _ = try await client.updateTrip(
      tripName, Trip.with { $0.vehicleID = name.vehicleID }, mask: ["vehicleId"])
    _ = try await client.updateTrip(
      tripName, Trip.with { $0.status = .enrouteToPickup }, mask: ["tripStatus"])
    _ = try await client.updateVehicle(
      name,
      Vehicle.with {
        $0.lastLocation = location(number, along: 0)
        $0.route = route
      },
      mask: ["lastLocation", "currentRouteSegment"]
    )
  }

  private func location(_ number: Int, along step: Int) -> VehicleLocation {
    VehicleLocation(
      location: point(number, along: step % Self.routePoints), updateTime: fleet.clock.wallNow())
  }

  /// A place on a vehicle's route, about 30 meters after the last one.
  private func point(_ number: Int, along step: Int) -> Coordinate {
    Coordinate(
      latitude: 45 + Double(number % 100) * 0.001 + Double(step) * 0.000_2,
      longitude: 7.6 + Double(number / 100) * 0.001 + Double(step) * 0.000_2)
  }
}
