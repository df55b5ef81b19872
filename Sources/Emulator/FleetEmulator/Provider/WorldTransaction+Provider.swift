internal import FleetEngine
internal import JSON
internal import ProviderBackend

/// The calls of the provider's backend, each followed by matching.
///
/// See docs/protocol.md, "Backend endpoints", "Backend messages" and "Matching".
extension WorldTransaction {
  /// The location of a new vehicle of the sample backend.
  private static let firstLocation: JSONTree = .object([
    "location": .object(["latitude": .number(37.419645), "longitude": .number(-122.073884)]),
    "heading": .number(0), "speedKmph": .number(30), "altitude": .number(0),
    "speedAccuracy": .number(1),
  ])

  /// Creates a vehicle that is online.
  mutating func createBackendVehicle(
    _ providerID: String, _ body: ProviderBody, _ queue: TripQueue?
  ) throws(RPCFailure) -> ProviderResponse {
    guard let id = body.text("vehicleId"), !id.isEmpty else {
      throw .invalid(ProviderRoute.noVehicleID)
    }
    guard let name = try? VehicleName(providerID: providerID, vehicleID: id) else {
      throw .invalid("A vehicle's id has to be 1 to 64 characters without / : ? , # in them.")
    }
    try require(vehicle(id) == nil, "Vehicle already exists with the vehicleId: \(id)")
    var fields: JSONObject = [
      "vehicleState": .text("ONLINE"), "vehicleType": .object(["category": .text("AUTO")]),
      "lastLocation": Self.firstLocation, "maximumCapacity": .number(4),
      "supportedTripTypes": .list([.text("EXCLUSIVE")]),
    ]
    for (name, value) in body.vehicleFields { fields[name] = value }
    try createVehicle(name, try ResourceBody(fields, schema: .vehicle))
    return try backendVehicle(id, queue)
  }

  mutating func updateBackendVehicle(
    _ id: String, _ body: ProviderBody, _ queue: TripQueue?
  ) throws(RPCFailure) -> ProviderResponse {
    guard vehicle(id) != nil else { throw Self.noBackendVehicle(id) }
    let fields = body.vehicleFields
    try updateVehicle(
      id, try ResourceBody(fields, schema: .vehicle),
      mask: try UpdateMask(fields.names.sorted().joined(separator: ","), schema: .vehicle))
    return try backendVehicle(id, queue)
  }

  /// Reads a vehicle, whose driver is polling for trips.
  mutating func backendVehicle(
    _ id: String, _ queue: TripQueue?
  ) throws(RPCFailure) -> ProviderResponse {
    guard vehicle(id) != nil else { throw Self.noBackendVehicle(id) }
    matchTrips(of: queue, callerID: id)
    guard let record = vehicle(id) else { throw Self.noBackendVehicle(id) }
    return try ProviderResponse(VehicleMessage(shown(record)))
  }

  /// Reads the first 100 vehicles that are online.
  func backendVehicles(restaurantID: String?) throws(RPCFailure) -> ProviderResponse {
    let first = vehicles(after: nil).lazy.filter { record in
      record.vehicle.state == .online
        && (restaurantID == nil
          || record.vehicle.attributes.contains {
            $0.key == "restaurantId" && $0.text == restaurantID
          })
    }.prefix(100)
    return try ProviderResponse(first.map { VehicleMessage(shown($0)) })
  }

  /// Creates a trip with one passenger.
  mutating func createBackendTrip(
    _ providerID: String, _ id: String, _ body: ProviderBody, _ queue: TripQueue?
  ) throws(RPCFailure) -> ProviderResponse {
    guard let name = try? TripName(providerID: providerID, tripID: id) else {
      throw RPCFailure(.internal, "The new trip's id is not valid.")
    }
    var fields: JSONObject = [
      "pickupPoint": try body.place("pickup"), "dropoffPoint": try body.place("dropoff"),
      "tripType": body["tripType"] ?? .text("EXCLUSIVE"), "numberOfPassengers": .number(1),
    ]
    let stops = try body.places("intermediateDestinations")
    if !stops.isEmpty { fields["intermediateDestinations"] = .list(stops) }
    try createTrip(name, try ResourceBody(fields, schema: .trip))
    guard var record = trip(id) else { throw Self.noBackendTrip(id) }
    record.providerNumber = queue?.nextNumber ?? 1
    put(record)
    matchTrips(of: queue)
    return try ProviderResponse(TripMessage(try backendTrip(id)))
  }

  func backendTrip(_ id: String) throws(RPCFailure) -> Trip {
    guard let record = trip(id) else { throw Self.noBackendTrip(id) }
    return shown(record)
  }

  /// Changes a trip's status, and the index of its stop where one is given.
  mutating func updateBackendTrip(
    _ id: String, _ body: ProviderBody, _ queue: TripQueue?
  ) throws(RPCFailure) -> ProviderResponse {
    guard let given = body["status"] else { throw .invalid("No status provided.") }
    guard case .text(let text) = given else { throw .invalid("Unknown status provided") }
    let status = TripStatus(wireName: text.uppercased())
    try require(status.isKnown, "Unknown status provided")
    var fields: JSONObject = ["tripStatus": .text(status.wireName)]
    var mask = "tripStatus"
    if let index = body["intermediateDestinationIndex"] {
      guard case .number(let number) = index, Int32(exactly: number) != nil else {
        throw .invalid("Invalid intermediateDestinationIndex provided.")
      }
      fields["intermediateDestinationIndex"] = index
      mask += ",intermediateDestinationIndex"
    }
    // The sample backend sends the stored version of the stops, which cannot differ.
    guard trip(id) != nil else { throw Self.noBackendTrip(id) }
    try updateTrip(
      id, try ResourceBody(fields, schema: .trip), mask: try UpdateMask(mask, schema: .trip))
    matchTrips(of: queue)
    return try ProviderResponse(TripMessage(try backendTrip(id)))
  }

  private static func noBackendVehicle(_ id: String) -> RPCFailure {
    RPCFailure(.notFound, "Vehicle with Id: \(id) does not exist.")
  }

  private static func noBackendTrip(_ id: String) -> RPCFailure {
    RPCFailure(.notFound, "Trip with Id: \(id) does not exist.")
  }
}
