import FleetEngine
import Foundation
import Geo
import HTTPMessages
import JSONWebTokens
import TestSupport
import TrustLimits

extension FuzzTarget {
  /// Trips as Fleet Engine sends them.
  static let trip = FuzzTarget(
    name: "trip", mostBytes: 8_192,
    seeds: {
      let whole = #"""
        {"name":"providers/demo/trips/t1","vehicleId":"v1","tripStatus":"ENROUTE_TO_PICKUP","tripType":2,
         "pickupPoint":{"point":{"latitude":37.34,"longitude":-122.06}},"numberOfPassengers":1,"view":1,
         "actualPickupPoint":{"point":{},"timestamp":"2026-01-01T10:00:00Z"},
         "intermediateDestinations":[{"point":{"latitude":1}}],"intermediateDestinationIndex":1,
         "lastLocation":{"location":{"latitude":37.3,"longitude":-122.0},"heading":43,"speed":8.4,
           "updateTime":"2026-01-01T10:00:00.25Z","locationSensor":"GPS","isRoadSnapped":true},
         "currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==","currentRouteSegmentTraffic":
           {"encodedPathToWaypoint":"AhYCECPlXZ6GAJABAA==","speedReadingInterval":
             [{"startPolylinePointIndex":1,"endPolylinePointIndex":4,"speed":"SLOW"}]},
         "remainingTimeToFirstWaypoint":"38.100s","remainingDistanceMeters":"266",
         "remainingWaypoints":[{"location":{"point":{"latitude":37.3,"longitude":-122.0}},"tripId":"t1",
           "waypointType":"DROP_OFF_WAYPOINT_TYPE","distanceMeters":9701,"duration":"1164s"}],
         "route":[{"latitude":1,"longitude":2}],"attributes":[{"key":"k","boolValue":true}]}
        """#
      return [Array(whole.utf8), Array("{}".utf8)]
    },
    check: { bytes in try check(Trip.self, bytes) }
  )

  /// Vehicles as Fleet Engine sends them.
  static let vehicle = FuzzTarget(
    name: "vehicle", mostBytes: 8_192,
    seeds: {
      let whole = #"""
        {"name":"providers/demo/vehicles/v1","vehicleState":"ONLINE","supportedTripTypes":[1,"SHARED"],
         "maximumCapacity":4,"attributes":[{"key":"k","value":"v"},{"key":"n","numberValue":0.5}],
         "vehicleType":{"category":"AUTO"},"licensePlate":{"countryCode":"US","lastCharacter":"9"},
         "lastLocation":{"location":{"latitude":37.3,"longitude":-122.0},"latlngAccuracy":4.0,
           "rawLocation":{"latitude":37.3},"speedKmph":9,"batteryLevel":1e308},
         "currentRouteSegment":"AhYFIoF_XZ6GAPV1plu2AYQNAA==","currentRouteSegmentTraffic":
           {"trafficRendering":{"roadStretch":[{"style":"SLOWER_TRAFFIC","offsetMeters":178,"lengthMeters":39}]}},
         "etaToFirstWaypoint":"2026-01-01T10:00:00Z","remainingTimeSeconds":41,"backToBackEnabled":true,
         "waypoints":[{"tripId":"t1","waypointType":1}],"navigationStatus":2,
         "deviceSettings":{"batteryInfo":{"batteryStatus":2,"batteryPercentage":55.5}}}
        """#
      return [Array(whole.utf8), Array("{}".utf8)]
    },
    check: { bytes in try check(Vehicle.self, bytes) }
  )

  /// Tokens, which are not verified.
  static let token = FuzzTarget(
    name: "token", mostBytes: 4_096,
    seeds: {
      [
        (
          #"{"alg":"RS256","typ":"JWT","kid":"k1"}"#,
          #"{"iss":"a@b","sub":"a@b","aud":"https://x/","iat":1,"exp":3601.5,"#
            + #""authorization":{"tripid":"t1","n":1}}"#
        ), (#"{"alg":"none"}"#, #"{"aud":["a","b"],"exp":-1e18}"#),
      ].map { parts in
        let texts = [parts.0, parts.1, "signature"].map { base64URL(Array($0.utf8)) }
        return Array(texts.joined(separator: ".").utf8)
      }
    },
    check: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let token = try? JSONWebToken(parsing: text) else { return }
      try promise(text.utf8.count <= Limits.Token.bytes, "a token that is too large")
      let signature = text.split(separator: ".", omittingEmptySubsequences: false)[2]
      if signature.utf8.count > 24 {
        try promise(!"\(token)".contains(signature), "a signature in what is printed")
      }
      let parts = [Array(#"{"alg":"RS256"}"#.utf8), Array(try JSONEncoder().encode(token.claims))]
      let written = parts.map(base64URL).joined(separator: ".") + ".AAAA"
      try promise(
        try JSONWebToken(parsing: written).claims == token.claims,
        "claims that change when they are written")
    })

  /// The wait that a failed call's answer asks for: `Retry-After`, `Date` and status on a line each,
  /// then the body.
  static let retryAfter = FuzzTarget(
    name: "retry-after", mostBytes: 2_048,
    seeds: {
      [
        "120\n\n503\n",
        "Sun, 06 Nov 1994 08:49:37 GMT\nSunday, 06-Nov-94 08:47:37 GMT\n429\n{\"error\":{\"code\":429,"
          + "\"message\":\"slow\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":"
          + "\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"3.5s\"}]}}",
        "Sun Nov  6 08:49:37 1994\n\n500\n<html>",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      let texts = lines.prefix(3).map { String(decoding: $0, as: UTF8.self) }
      let status = texts.count > 2 ? Int(texts[2]) ?? 503 : 503
      var headers = TransportHeaders()
      for (name, text) in zip(["Retry-After", "Date"], texts) where !text.isEmpty {
        headers[name] = text
      }
      let response = TransportResponse(
        status: (300...599).contains(status) ? status : 503, headers: headers,
        body: lines.count > 3 ? Array(lines[3]) : [])
      let client = FleetEngineClient(
        transport: ScriptedTransport { (_, _) throws(HTTPTransportError) in response },
        tokens: FixedTokens(),
        clock: ServiceClock(ContinuousClock()) { Timestamp(seconds: 1_767_225_600) })
      do {
        _ = try await client.getTrip(TripName(providerID: "demo", tripID: "t1"))
        throw BrokenPromise(description: "a trip of status \(response.status)")
      } catch let error as FleetEngineError {
        let longest = Limits.Response.retryAfter
        try promise((.zero...longest).contains(error.retryAfter ?? .zero), "a wait out of bounds")
        try promise(error.message.utf8.count <= Limits.Text.bytes, "a message without an end")
        try promise(error.details.count <= Limits.Response.errorDetails, "details without an end")
      }
    })

  private static func check<Value: WireMessage>(_ type: Value.Type, _ bytes: [UInt8]) throws {
    guard let value = try? WireJSON.decode(type, from: bytes) else { return }
    for numbers in [false, true] {
      let written = try WireJSON.encode(value, enumNumbers: numbers)
      let again = try WireJSON.decode(type, from: written)
      // Not the values: a route without points is none once it is written.
      try promise(
        try WireJSON.encode(again, enumNumbers: numbers) == written,
        "a message that changes when it is written")
    }
    // A polyline moves points, but only once.
    let encoded = try WireJSON.encode(value, routeFormat: .encodedPolyline)
    let moved = try WireJSON.decode(type, from: encoded)
    try promise(
      try WireJSON.encode(moved, routeFormat: .encodedPolyline) == encoded,
      "a polyline that changes when it is written")
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
