@testable import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import JSONWebTokens
import ProviderBackend
import TestSupport
import Testing

/// A token that a driver's or rider's app was given, for all that it calls.
private struct GivenToken: AccessTokenProvider {
  let token: AccessToken

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  { token }
}

extension Rig {
  fileprivate func client(_ subject: TokenSubject) async throws -> FleetEngineClient {
    FleetEngineClient(
      endpoint: endpoint, transport: transport,
      tokens: GivenToken(token: try await backend.token(subject)))
  }
}

/// The flow of the sample apps, step by step.
///
/// See docs/protocol.md, "Order of a ride".
@Suite(.limited, .serialized) struct `The flow of the sample apps` {
  @Test(arguments: Edge.allCases)
  func `The flow of the sample apps is a complete ride with a stop and a second ride`(
    _ edge: Edge
  ) async throws {
    let rig = try Rig.withBackend(edge)
    // 1. The driver's app registers its vehicle.
    let created = try await rig.backend.createVehicle(
      "iOS-1", VehicleSettings(isBackToBackEnabled: true))
    #expect(created.state == .online)
    #expect(created.maximumCapacity == 4)
    #expect(created.supportedTripTypes == [.exclusive])
    #expect(
      created.lastLocation?.location == Coordinate(latitude: 37.419645, longitude: -122.073884))
    // 2. It reports with the token that it is given; the rider books.
    let driver = try await rig.client(.driver(vehicleID: "iOS-1"))
    let name = try VehicleName(providerID: "demo", vehicleID: "iOS-1")
    let place = VehicleLocation(location: Coordinate(latitude: 37.34, longitude: -122.07))
    _ = try await driver.updateVehicle(
      name,
      Vehicle.with {
        $0.state = .online
        $0.lastLocation = place
      },
      mask: ["vehicleState", "lastLocation"]
    )
    #expect(try await rig.backend.vehicle("iOS-1").currentTripIDs.isEmpty)
    let stop = Coordinate(latitude: 37.37, longitude: -122.05)
    let trip = try await rig.book(stops: [stop])
    // 3. The match is there without being asked for: the rider follows at once.
    let rider = try await rig.client(.consumer(tripID: trip))
    let tripName = try TripName(providerID: "demo", tripID: trip)
    let followed = try await rider.getTrip(tripName).value
    #expect(followed.vehicleID == "iOS-1")
    #expect(followed.lastLocation?.location == place.location)
    #expect(try await rig.backend.vehicle("iOS-1").currentTripIDs == [trip])
    // 4. The driver's app reads where to go.
    let read = try await rig.backend.trip(trip)
    #expect(read.name == tripName)
    #expect(read.vehicleID == "iOS-1")
    #expect(read.intermediateDestinations.map(\.point) == [stop])
    #expect(read.route?.count == 2)
    // 5. It tells each status; the index of the stop comes with its own.
    try await rig.lead(trip, .enrouteToPickup, .arrivedAtPickup)
    for status in [TripStatus.enrouteToIntermediateDestination, .arrivedAtIntermediateDestination] {
      let told = try await rig.backend.updateTripStatus(trip, status, stopIndex: 0)
      #expect(told.status == status)
    }
    try await rig.lead(trip, .enrouteToDropoff)
    // A second rider books meanwhile, and cancels.
    let second = try await rig.book()
    #expect(try await rig.backend.vehicle("iOS-1").currentTripIDs == [trip, second])
    #expect(try await rig.backend.cancelTrip(second).status == .canceled)
    let third = try await rig.book()
    // 6. The end, after which the next ride is there already.
    #expect(try await rig.backend.updateTripStatus(trip, .complete).status == .complete)
    #expect(try await rig.backend.vehicle("iOS-1").currentTripIDs == [third])
    // All of the waypoints stay with the trip, whatever was visited.
    #expect(try await rig.backend.trip(trip).pickupPoint != nil)
    await rig.end()
  }

  @Test func `The flow of the sample apps has three kinds of tokens, each valid for its own role`()
    async throws
  {
    let rig = try Rig.withBackend()
    try await rig.run(.vehicle("v1"), .trip("t1"), .trip("t2"))
    let (one, two) = (
      try TripName(providerID: "demo", tripID: "t1"), try TripName(providerID: "demo", tripID: "t2")
    )
    let rider = try await rig.client(.consumer(tripID: "t1"))
    #expect(try await rider.getTrip(one).value.name == one)
    let refused = await #expect(throws: FleetEngineError.self) { try await rider.getTrip(two) }
    #expect(refused?.code == .permissionDenied)
    let server = try await rig.client(.server)
    #expect(try await server.getTrip(two).value.name == two)

    let answer = try await rig.ask(.get, "/provider/token/consumer/t1").tree
    #expect(answer.at("tokenType") == "CONSUMER")
    #expect(answer.at("audience") == "https://fleetengine.googleapis.com/")
    #expect(answer.at("authorizationClaims.tripid") == "t1")
    let now = TestNow.start.seconds
    #expect(answer.at("creationTimestamp") == "\(now * 1_000)")
    #expect(answer.at("expirationTimestamp") == "\((now + 3_600) * 1_000)")
    let token = try JSONWebToken(parsing: try #require(answer.at("jwt")))
    #expect(token.header.keyID == "key-consumer")
    #expect(token.claims.issuer == token.claims.subject)
    #expect(token.claims.expiresAt == now + 3_600)
    let driver = try await rig.ask(.get, "/provider/token/driver/v%201").tree
    #expect(driver.at("authorizationClaims.vehicleid") == "v 1")
  }
}
