@testable import FleetEngine
import Geo
import JSON
import TestSupport
import Testing

private func trip(_ json: String) throws -> Trip {
  try WireJSON.decode(Trip.self, from: Array(json.utf8))
}

@Suite(.limited) struct `Decoding of the wire` {
  @Test func `Decoding of the wire reads an empty object as a trip without fields`() throws {
    #expect(try trip("{}") == Trip())
  }

  @Test func `Decoding of the wire ignores nulls, unknown fields and fields of the wrong type`()
    throws
  {
    let decoded = try trip(
      #"{"name":null,"tripStatus":{"a":1},"pickupPoint":[],"numberOfPassengers":"many","route":7,"new":{"deep":[1]}}"#
    )
    #expect(decoded == Trip())
  }

  @Test(arguments: [
    (#""ARRIVED_AT_PICKUP""#, TripStatus.arrivedAtPickup), ("3", .arrivedAtPickup),
    (#""3""#, .arrivedAtPickup),
    ("0", .unspecified), (#""UNKNOWN_TRIP_STATUS""#, .unspecified),
    (#""TELEPORTED""#, .unknown("TELEPORTED")),
    ("99", .unknown("99")), ("null", .unspecified), ("true", .unspecified),
  ])
  func `Decoding of the wire reads an enumeration as a name or number and keeps unknown values`(
    _ json: String,
    _ status: TripStatus
  ) throws {
    #expect(try trip(#"{"tripStatus":\#(json)}"#).status == status)
  }

  @Test func `Decoding of the wire keeps the text of an unknown status`() throws {
    #expect(try trip(#"{"tripStatus":"TELEPORTED"}"#).status.wireName == "TELEPORTED")
  }

  @Test func `Decoding of the wire reads and writes a place with the source of its point`() throws {
    let json =
      #"{"pickupPoint":{"place":"places/abc","point":{"latitude":1},"pointLocationSource":"POINT_SOURCE_CALCULATED_FROM_PLACE"}}"#
    let location = TerminalLocation(
      point: Coordinate(latitude: 1, longitude: 0), place: "places/abc",
      pointSource: .calculatedFromPlace)
    #expect(try trip(json).pickupPoint == location)
    #expect(try WireJSON.encode(try trip(json)) == Array(json.utf8))
    #expect(
      try WireJSON.encode(TerminalLocation(point: nil, place: "places/abc"))
        == Array(#"{"place":"places/abc"}"#.utf8))
  }

  @Test func `Decoding of the wire also accepts the names of protocol buffers`() throws {
    let decoded = try trip(
      #"{"trip_status":2,"vehicle_id":"v","remaining_distance_meters":5,"eta_to_first_waypoint":"2026-01-01T10:00:00Z"}"#
    )
    #expect(decoded.status == .enrouteToPickup)
    #expect(decoded.vehicleID == "v")
    #expect(decoded.remainingDistanceMeters == 5)
    #expect(decoded.etaToFirstWaypoint?.seconds == 1_767_261_600)
  }

  @Test(arguments: [
    ("{}", Coordinate(latitude: 0, longitude: 0) as Coordinate?),
    (#"{"latitude":1.5}"#, Coordinate(latitude: 1.5, longitude: 0)),
    (#"{"latitude":"1.5","longitude":"-2"}"#, Coordinate(latitude: 1.5, longitude: -2)),
    (#"{"latitude":91}"#, nil), (#"{"longitude":540}"#, nil), (#"{"latitude":"NaN"}"#, nil),
    (#"{"latitude":"Infinity"}"#, nil), (#"{"latitude":"north"}"#, nil), ("null", nil),
  ]) func `Decoding of the wire reads an absent latitude as zero and refuses an impossible one`(
    _ json: String, _ coordinate: Coordinate?
  ) throws {
    #expect(try trip(#"{"pickupPoint":{"point":\#(json)}}"#).pickupPoint?.point == coordinate)
  }

  @Test(arguments: [
    ("5", 5), (#""5""#, 5), ("5.0", 5), ("1e2", 100), ("0", 0), ("-7", -7),
    ("2147483647", 2_147_483_647),
  ]) func `Decoding of the wire reads numbers from numbers or text`(
    _ json: String, _ meters: Int
  ) throws {
    #expect(try trip(#"{"remainingDistanceMeters":\#(json)}"#).remainingDistanceMeters == meters)
  }

  @Test(arguments: [
    "2147483648", "-2147483649", "9223372036854775807", "5.5", "1e400", #""1e400""#, #""x""#,
    "99999999999999999999", "[5]", "true",
  ]) func `Decoding of the wire ignores any other number`(_ json: String) throws {
    let decoded = try? trip(#"{"remainingDistanceMeters":\#(json),"vehicleId":"v"}"#)
    #expect(decoded?.remainingDistanceMeters == nil)
  }

  @Test func `Decoding of the wire drops list elements of another type and keeps the rest`() throws
  {
    let decoded = try trip(
      #"{"route":[{"latitude":1,"longitude":1},5,null,{"latitude":99},{"latitude":2}],"remainingWaypoints":[7,{"tripId":"t"}]}"#
    )
    #expect(
      decoded.route == [
        Coordinate(latitude: 1, longitude: 1), Coordinate(latitude: 2, longitude: 0),
      ])
    #expect(decoded.remainingWaypoints.map(\.tripID) == ["t"])
  }

  @Test func `Decoding of the wire distinguishes an empty path from an absent one`() throws {
    #expect(try trip(#"{"route":[]}"#).route == nil)
    #expect(try trip(#"{"route":[{"latitude":99}]}"#).route == nil)
    #expect(try trip("{}").route == nil)
    #expect(try trip(#"{"currentRouteSegment":"not a polyline"}"#).route == nil)
  }

  @Test func `Decoding of the wire cuts traffic to its path and counts an absent index as zero`()
    throws
  {
    let decoded = try trip(
      #"""
      {"currentRouteSegmentTraffic":{"encodedPathToWaypoint":"AhYFIoF_XZ6GAPV1plu2AYQNAA==","speedReadingInterval":[
      {"endPolylinePointIndex":1,"speed":"NORMAL"},{"startPolylinePointIndex":1,"endPolylinePointIndex":589,"speed":2},
      {"startPolylinePointIndex":7,"endPolylinePointIndex":9,"speed":"SLOW"},
      {"startPolylinePointIndex":3,"endPolylinePointIndex":2,"speed":"SLOW"}]}}
      """#)
    #expect(
      decoded.currentRouteSegmentTraffic?.intervals == [
        SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .normal),
        SpeedReadingInterval(startIndex: 1, endIndex: 4, speed: .slow),
      ])
  }

  @Test func `Decoding of the wire keeps strange but valid values`() throws {
    let decoded = try trip(
      #"{"remainingDistanceMeters":-5,"etaToFirstWaypoint":"9999-12-31T23:59:59Z","remainingTimeToFirstWaypoint":"-12s"}"#
    )
    #expect(decoded.remainingDistanceMeters == -5)
    #expect(decoded.etaToFirstWaypoint?.seconds == 253_402_300_799)
    #expect(decoded.remainingTimeToFirstWaypoint == .seconds(-12))
  }

  @Test(arguments: [
    "", "null", "7", "[]", "\"x\"", "{", "{\"a\":}", "{} {}", "{}x", "<!DOCTYPE html>",
    String(repeating: "[", count: 10_000), String(repeating: #"{"a":"#, count: 10_000),
    #"{"remainingDistanceMeters":\#(String(repeating: "9", count: 1_000))"#,
  ]) func `Decoding of the wire refuses a value that is not an object`(_ text: String) {
    #expect(throws: JSONError.self) { try trip(text) }
  }

  @Test(arguments: [
    (#"a\ud800b"#, "a\u{FFFD}b"), (#"a\uDC00"#, "a\u{FFFD}"), (#"\ud83d\ude97"#, "\u{1F697}"),
    (#"\udc00\ud800"#, "\u{FFFD}\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    (#"\\ud800"#, #"\ud800"#), (#"\ud83d\ud83d\ude97"#, "\u{FFFD}\u{1F697}"),
  ]) func `Decoding of the wire replaces a lone surrogate and keeps the rest of the trip`(
    escaped: String, text: String
  ) throws {
    let decoded = try trip(#"{"tripStatus":"NEW","vehicleId":"\#(escaped)","\ud800":1}"#)
    #expect(decoded.vehicleID == text)
    #expect(decoded.status == .new)
  }

  @Test func `Decoding of the wire refuses deep nesting after strings with brackets and escapes`() {
    let text =
      #"{"a":"[\"[","b":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
      + "}"
    #expect(throws: JSONError.tooDeep) { try trip(text) }
    #expect(throws: Never.self) { try trip(#"{"a":"\#(String(repeating: "[", count: 1_000))"}"#) }
  }

  @Test func `Decoding of the wire skips a number of a million digits`() {
    let text =
      #"{"vehicleId":"v","remainingDistanceMeters":"# + String(repeating: "9", count: 1_000_000)
      + "}"
    let decoded = try? trip(text)
    #expect(decoded?.remainingDistanceMeters == nil)
  }

  @Test func `Decoding of the wire refuses UTF-16 and accepts a byte order mark`() {
    let utf16: [UInt8] = "{\"vehicleId\":\"v\"}".utf16.flatMap {
      [UInt8($0 >> 8), UInt8($0 & 0xFF)]
    }
    let decoded = try? WireJSON.decode(Trip.self, from: utf16)
    #expect(decoded == nil || decoded?.vehicleID == "v")
    let marked = try? WireJSON.decode(Trip.self, from: [0xEF, 0xBB, 0xBF] + Array("{}".utf8))
    #expect(marked == nil || marked == Trip())
  }

  @Test func `Decoding of the wire keeps one of two values with the same name`() throws {
    let decoded = try trip(#"{"vehicleId":"a","vehicleId":"b"}"#)
    #expect(["a", "b"].contains(decoded.vehicleID))
  }
}

@Suite(.limited) struct `The protocol's example messages` {
  @Test func `The protocol's example messages are read in full`() throws {
    let decoded = try trip(WorkedMessages.getTrip)
    #expect(decoded.name?.description == "providers/demo/trips/t1")
    #expect(decoded.status == .enrouteToPickup)
    #expect(decoded.type == .exclusive)
    #expect(decoded.pickupTime?.description == "2026-01-01T10:00:41.250Z")
    #expect(decoded.lastLocation?.speed == 8.4)
    #expect(decoded.lastLocation?.isRoadSnapped == true)
    #expect(decoded.isLastLocationSnappable)
    #expect(decoded.route?.count == 5)
    #expect(decoded.currentRouteSegmentVersion?.description == "2026-01-01T10:00:00.250113Z")
    #expect(decoded.currentRouteSegmentEndPoint?.type == .pickup)
    #expect(decoded.currentRouteSegmentTraffic?.intervals.count == 3)
    #expect(decoded.remainingTimeToFirstWaypoint == .milliseconds(38_100))
    #expect(decoded.remainingWaypoints.count == 2)
    #expect(decoded.remainingWaypoints[0].path?.count == 5)
    #expect(decoded.remainingWaypoints[1].distanceMeters == 9_701)
    #expect(decoded.remainingWaypoints[1].duration == .seconds(1_164))
  }

  @Test func `An example trip is the same after writing and reading`() throws {
    let decoded = try trip(WorkedMessages.getTrip)
    let bytes = try WireJSON.encode(decoded, routeFormat: .encodedPolyline)
    #expect(try WireJSON.decode(Trip.self, from: bytes) == decoded)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        #""currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==""#))
    let lists = try WireJSON.encode(decoded)
    #expect(try WireJSON.decode(Trip.self, from: lists) == decoded)
  }

  @Test func `An example vehicle is the same after writing and reading`() throws {
    let decoded = try WireJSON.decode(Vehicle.self, from: Array(WorkedMessages.updateVehicle.utf8))
    #expect(decoded.state == .online)
    #expect(decoded.navigationStatus == .enrouteToDestination)
    #expect(
      decoded.currentRouteSegmentTraffic == [
        RoadStretch(style: .slowerTraffic, offsetMeters: 178, lengthMeters: 39)
      ])
    #expect(decoded.lastLocation?.rawLocationSensor == .gps)
    #expect(decoded.remainingTimeSeconds == 41)
    #expect(try WireJSON.decode(Vehicle.self, from: try WireJSON.encode(decoded)) == decoded)
  }

  @Test func `An example message that is invalid is an invalid argument`() throws {
    let body = Array(
      #"{"error":{"code":400,"message":"update_mask cannot be empty","status":"INVALID_ARGUMENT"}}"#
        .utf8)
    let status = try #require(RPCStatus(body: body, httpStatus: 400))
    #expect(status == RPCStatus(code: .invalidArgument, message: "update_mask cannot be empty"))
    #expect(RPCStatus(body: status.body, httpStatus: 400) == status)
  }
}
