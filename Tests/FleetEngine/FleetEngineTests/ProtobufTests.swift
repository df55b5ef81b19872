import JSON
import TestSupport
import Testing

@testable import FleetEngine

@Suite("Messages as protocol buffers", .limited) struct ProtobufTests {
  private let schema = Trip.wireFields.schema

  private func tree(_ json: String) throws -> JSONObject {
    try #require(try JSONTree(parsing: Array(json.utf8)).object)
  }

  private func decode(_ bytes: [UInt8], maximumValues: Int = 1_000) throws -> JSONObject {
    try ProtobufDecoder.decode(bytes, schema, maximumValues: maximumValues)
  }

  @Test func `A trip keeps its fields on the way to protocol buffers and back`() throws {
    let trip = try tree(
      """
      {"name": "providers/p/trips/t", "tripStatus": "ENROUTE_TO_PICKUP", "numberOfPassengers": -3,
       "pickupPoint": {"point": {"latitude": 45.5, "longitude": -7.25}},
       "route": [{"latitude": 1}, {"longitude": 2}, {}], "remainingDistanceMeters": 0,
       "pickupTime": "1969-12-31T23:59:59.500Z", "remainingTimeToFirstWaypoint": "-1.500s",
       "attributes": [{"key": "a", "boolValue": false}, {"key": "b", "numberValue": 0.5}],
       "lastLocation": {"isRoadSnapped": true, "heading": 359, "speed": 1.5}}
      """)
    let bytes = try ProtobufEncoder.encode(trip, schema)
    #expect(try decode(bytes) == trip)
  }

  @Test func `The bytes are those of the published field numbers and wire types`() throws {
    let trip = try tree(#"{"vehicleId": "v", "tripStatus": "NEW", "remainingDistanceMeters": 300}"#)
    #expect(
      try ProtobufEncoder.encode(trip, schema) == [
        0x12, 0x01, 0x76, 0x18, 0x01, 0x62, 0x03, 0x08, 0xAC, 0x02,
      ])
  }

  @Test func `Lists of numbers may be packed or not`() throws {
    let schema = Vehicle.wireFields.schema
    for bytes: [UInt8] in [[0x1A, 2, 1, 2], [0x18, 1, 0x18, 2]] {
      let vehicle = try ProtobufDecoder.decode(bytes, schema, maximumValues: 9)
      #expect(vehicle["supportedTripTypes"] == .list([.text("SHARED"), .text("EXCLUSIVE")]))
    }
  }

  @Test func `A message that occurs twice is merged, and the last of several numbers counts`()
    throws
  {
    let trip = try decode([
      0x2A, 4, 0x1A, 2, 0x68, 0x69, 0x50, 1, 0x5A, 0, 0x50, 2, 0x5A, 2, 0x58, 1,
    ])
    #expect(trip["numberOfPassengers"] == .number(2))
    #expect(trip["lastLocation"]?["locationSensor"] == .text("GPS"))
  }

  @Test func `Unknown fields, unknown values and other wire types are no errors`() throws {
    // Field 1000, an unknown status, and passengers as text.
    #expect(try decode([0xC2, 0x3E, 1, 0]).isEmpty)
    #expect(try decode([0x18, 99])["tripStatus"] == .number(99))
    #expect(try decode([0x52, 1, 0x31]).isEmpty)
  }

  @Test(arguments: [
    [0x0A], [0x0A, 5, 1], [0x08, 0x80], [0x00], [0x0B, 0x0C], [0x0A, 1, 0xFF],
    [0x08] + [UInt8](repeating: 0xFF, count: 11),
  ]) func `Bytes that are not a message are refused`(bytes: [UInt8]) {
    #expect(throws: ProtobufError.malformed) { try decode(bytes) }
  }

  @Test func `A moment after the year 9999 is refused with its path`() {
    let location: [UInt8] = [0x22, 7, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    #expect(throws: ProtobufError.invalid("lastLocation.updateTime")) {
      try decode([0x5A, UInt8(location.count)] + location)
    }
  }

  @Test func `The number of values is bounded`() {
    let bytes = [UInt8](repeating: 0, count: 100).flatMap { _ in [0x72, 0] as [UInt8] }
    #expect(throws: ProtobufError.tooManyValues) { try decode(bytes, maximumValues: 99) }
    #expect(throws: Never.self) { try decode(bytes, maximumValues: 100) }
  }

  @Test func `A value that does not fit the schema is refused with its path`() {
    for json in [
      #"{"lastLocation": {"heading": "north"}}"#, #"{"lastLocation": {"unknown": 1}}"#,
      #"{"attributes": {}}"#, #"{"tripStatus": "LOST"}"#, #"{"pickupTime": "noon"}"#,
    ] { #expect(throws: ProtobufError.self) { try ProtobufEncoder.encode(try tree(json), schema) } }
  }

  @Test func `A field that only REST has is left out`() throws {
    let trip = try tree(#"{"pickupPoint": {"place": "places/x"}}"#)
    #expect(try ProtobufEncoder.encode(trip, schema) == [0x2A, 0])
  }

  @Test func `Descriptors declare every type that a service uses`() throws {
    let files = DescriptorFiles(
      package: "maps.fleetengine.v1",
      services: [.init("maps.fleetengine.v1.TripService", [("GetTrip", schema, schema)])])
    let home = "maps/fleetengine/v1/types.proto"
    for name in [
      "TripService", "TripService.GetTrip", "Trip", "TripStatus", "SpeedReadingInterval.Speed",
    ] { #expect(files.filesBySymbol["maps.fleetengine.v1." + name] == home) }
    #expect(files.filesBySymbol["google.protobuf.Int32Value"] == "google/protobuf/types.proto")
    #expect(files.filesBySymbol["google.type.LatLng"] == "google/type/types.proto")
    #expect(Set(files.filesBySymbol.values) == Set(files.files.keys))
  }
}
