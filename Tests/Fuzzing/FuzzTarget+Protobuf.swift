import FleetEmulator
import FleetEngine
import HTTPMessages
import JSON
import TrustLimits

extension FuzzTarget {
  /// Vehicles as protocol buffers.
  static let protobuf = FuzzTarget(
    name: "protobuf", mostBytes: 4_096,
    seeds: {
      let json = #"""
        {"name":"providers/demo/vehicles/v1","vehicleState":"ONLINE","supportedTripTypes":["SHARED"],
         "maximumCapacity":4,"attributes":[{"key":"k","boolValue":true},{"key":"n","numberValue":0.5}],
         "lastLocation":{"location":{"latitude":37.3,"longitude":-122},"heading":7,"isRoadSnapped":true,
           "updateTime":"2026-01-01T10:00:00.250Z"},"deviceSettings":{"batteryInfo":
           {"batteryPercentage":55.5}},"waypoints":[{"duration":"1.500s","pathToWaypoint":[{},{}]}]}
        """#
      let vehicle = try JSONTree(parsing: Array(json.utf8)).object ?? JSONObject()
      return [try ProtobufEncoder.encode(vehicle, Vehicle.wireFields.schema), []]
    },
    check: { bytes in
      let (schema, most) = (Vehicle.wireFields.schema, Limits.GRPC.messageValues)
      guard let tree = try? ProtobufDecoder.decode(bytes, schema, maximumValues: most),
        // Only numbers that are not finite cannot be written.
        let written = try? ProtobufEncoder.encode(tree, schema)
      else { return }
      try promise(
        try ProtobufDecoder.decode(written, schema, maximumValues: most) == tree,
        "a message that changes when it is written")
    })

  /// Bodies of gRPC: a byte that chooses a method and gzip, then messages with their prefixes.
  static let grpcBody = FuzzTarget(
    name: "grpc-body", mostBytes: 4_096,
    seeds: {
      let name = Array("providers/demo/trips/t1".utf8)
      let get: [UInt8] = [0x1A, UInt8(name.count)] + name
      let update = get + [0x22, 2, 0x18, 2, 0x2A, 13, 0x0A, 11] + Array("trip_status".utf8)
      return [get, update, get + [0x0A, 4, 0x0A, 2, 0x65, 0x6E]].enumerated().map { index, bytes in
        [UInt8(index), 0, 0, 0, 0, UInt8(bytes.count)] + bytes
      }
    },
    check: { bytes in
      guard let choice = bytes.first else { return }
      let calls = try? EmulatedFleetEngine.calls(
        ofMethod: Int(choice >> 1), body: Array(bytes.dropFirst()),
        encoding: choice & 1 == 1 ? "gzip" : nil)
      for (path, body) in calls ?? [] {
        try promise(path.hasPrefix("/v1/providers/"), "a call of another path")
        try promise(body.count <= 16 * 1_024, "a body in the history that is too large")
      }
    })
}
