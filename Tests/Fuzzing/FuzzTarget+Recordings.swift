import FleetEmulator
import FleetEngine
import Gzip
import RideRecordings
import RidesharingConsumer
import RouteSources
import TrustLimits

extension FuzzTarget {
  /// Recordings of rides, compressed or as the lines of a segment.
  static let recording = FuzzTarget(
    name: "recording", mostBytes: 4_096,
    seeds: {
      let live = LiveRecording(from: .zero)
      let name = try TripName(providerID: "p", tripID: "t")
      for second in 0..<4 {
        var trip = Trip()
        (trip.name, trip.status, trip.type) = (name, .enrouteToPickup, .exclusive)
        trip.remainingDistanceMeters = 100 * second
        let error = FleetEngineError(operation: "GetTrip", code: .unavailable, message: "busy")
        let poll = RecordedPoll(
          result: second == 2 ? .failure(error) : .trip(trip),
          time: Timestamp(seconds: 1_000_000 + Int64(second)), start: .seconds(second),
          duration: .milliseconds(20), interval: .seconds(5))
        live.record(poll, of: name.description)
      }
      live.end()
      let lines = [
        #"{"ridealong":"recording","version":1,"speed":4}"#,
        #"{"trip":"providers/p/trips/t","state":{"clock":"2026-01-01T10:00:00Z","start":1,"body":{}}}"#,
        #"{"trip":"providers/p/trips/t","poll":{"start":2,"took":0.5,"body":{"tripStatus":"NEW"}}}"#,
        #"{"trip":"providers/p/trips/t","poll":{"start":3,"body":null,"error":{"code":"NOT_FOUND","#
          + #""message":"m","cause":"server"},"status":404,"request":{"method":"GET","url":"https://h/x"}}}"#,
        #"{"trip":"providers/p/trips/u","poll":{"clock":"2026-01-01T10:00:00Z","start":3,"text":"x"}}"#,
      ]
      return [live.recording.content, Array(lines.joined(separator: "\n").utf8) + [0x0A]]
    },
    check: { bytes in
      var content = bytes
      if !Inflation.isGzip(bytes), let gzip = GrowingGzip() {
        content = gzip.add(bytes) + gzip.finish()
      }
      guard let recording = try? RideRecording(content: content) else { return }
      try promise(!recording.entries.isEmpty, "a recording without polls")
      try promise(recording.problems.count <= Limits.Recording.problems, "problems without an end")
      try promise(recording.tripNames.count <= Limits.Following.trips, "trips without an end")
      var last: Duration = .zero
      for (index, entry) in recording.entries.enumerated() {
        try promise(recording.tripNames.indices.contains(entry.trip), "a poll of no trip")
        try promise(entry.end >= last, "polls out of their order")
        last = entry.end
        guard let document = recording.document(of: index) else { continue }
        _ = document.line(trip: recording.tripNames[entry.trip])
        guard let poll = try? document.poll(hasExchange: true) else { continue }
        if case .trip(let trip) = poll.result { try promise(trip.excess == nil, "a huge trip") }
        try promise(poll.duration >= .zero, "a poll that ends before it starts")
      }
    })

  /// Cloud Logging exports, to be sent to a server and to be shown.
  static let logExport = FuzzTarget(
    name: "log-export", mostBytes: 4_096,
    seeds: {
      let wide = sampleLog.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      return [sampleLog, restrictedLog, splitLog, tableLog].map { Array($0.utf8) } + [wide]
    },
    check: { bytes in
      do {
        let timeline = try LogTimeline(json: bytes, file: "log.json")
        let log = try LoggedChanges(timeline, file: "log.json")
        try promise(
          zip(log.calls, log.calls.dropFirst()).allSatisfy { $0.time <= $1.time }, "disorder")
      } catch let error as RouteSourceError {
        try promise(error.description.hasSuffix("."), "an error that is no sentence: \(error)")
      }
      guard var timeline = try? LogTimeline(json: bytes, file: "log.json") else { return }
      var fleet = RetracedFleet()
      var last: Timestamp?
      while let exchange = timeline.next() {
        try promise(last.map { exchange.time >= $0 } ?? true, "calls out of their order")
        last = exchange.time
        for name in apply(exchange, to: &fleet).trips {
          let trip = fleet.trip(name, at: exchange.time)
          try promise(trip?.name == name, "a trip without its name")
        }
      }
    })

  private static func apply(
    _ exchange: LoggedExchange, to fleet: inout RetracedFleet
  ) -> RetracedFleet.Effect {
    let (time, trip, vehicle) = (exchange.time, exchange.trip, exchange.vehicle)
    return switch exchange.request {
    case .getTrip(let name): fleet.readTrip(name, response: trip ?? Trip(), at: time)
    case .change(.createTrip(let name, let given)):
      fleet.createTrip(name, given, response: trip, at: time)
    case .change(.updateTrip(let name, let given, let mask)):
      fleet.updateTrip(name, given, mask: mask, response: trip, at: time)
    case .change(.createVehicle(let name, let given)):
      fleet.createVehicle(name, given, response: vehicle, at: time)
    case .change(.updateVehicle(let name, let given, let mask)):
      fleet.updateVehicle(name, given, mask: mask, response: vehicle, at: time)
    }
  }

  private static func entry(_ kind: String, _ time: Int, _ payload: String) -> String {
    #"{"jsonpayload":{"@type":"x.\#(kind)",\#(payload)},"timestamp":"2026-01-01T10:00:0\#(time)Z"}"#
  }

  private static let sampleLog =
    "["
    + [
      entry(
        "UpdateVehicleLog", 4,
        #""request":{"vehicleid":"v","updatemask":"lastLocation,remainingTimeSeconds","vehicle":{"name":"#
          + #""providers/p/vehicles/v","remainingtimeseconds":9,"lastlocation":{"location":{"latitude":1,"#
          + #""longitude":2}}}},"response":{"currenttrips":["t","u"],"waypoints":[{"location":{"point":"#
          + #"{"latitude":1,"longitude":2}}}],"etatofirstwaypoint":"2026-01-01T10:00:09Z"}"#),
      entry(
        "UpdateTripLog", 2,
        #""request":{"tripid":"t","updatemask":"vehicleId,tripStatus","trip":{"name":"#
          + #""providers/p/trips/t","vehicleid":"v","status":"TRIP_STATUS_ENROUTE_TO_PICKUP"}},"#
          + #""response":{"status":"TRIP_STATUS_ENROUTE_TO_PICKUP","vehicleid":"v"}"#),
      entry(
        "GetTripLog", 3,
        #""request":{"name":"providers/p/trips/t"},"errorresponse":{"httpstatuscode":404,"code":"NOT_FOUND"}"#
      ),
      entry(
        "CreateTripLog", 1,
        #""request":{"tripid":"t","trip":{"name":"providers/p/trips/t","triptype":"EXCLUSIVE_TRIP","#
          + #""pickuppoint":{"point":{"latitude":1,"longitude":2}}}}"#),
    ].joined(separator: ",") + "]"

  private static let restrictedLog =
    #"{"rawLogs":["#
    + [
      entry(
        "CreateTripLog", 1,
        #""request":{"tripId":"t","trip":{"name":"providers/p/trips/t","pickupPoint":{"pointHandle":"A"}}}"#
      ),
      entry(
        "UpdateVehicleLog", 2,
        #""request":{"vehicleId":"v","updateMask":"lastLocation,currentRouteSegment","vehicle":{"name":"#
          + #""providers/p/vehicles/v","currentRouteSegmentHandle":"A","lastLocation":{"locationHandle":"A","#
          + #""rawLocation":{"latitude":1,"longitude":2}}}},"response":{"currentTrips":["t"]}"#),
      #"{"serverTime":"2026-01-01T10:00:00Z","updateTask":{"request":{},"response":{}}}"#, "7",
    ].joined(separator: ",") + "]}"

  /// A call in two buckets, on lines and twice.
  private static let splitLog =
    #"{"insertId":"a","timestamp":"2026-01-01 10:00:00","jsonPayload":{"@type":"x.CreateTripLog","#
    + #""request":{"tripId":"t","trip":{"name":"providers/p/trips/t"}}}}"# + "\n"
    + #"{"insertId":"r","timestamp":{"value":"2026-01-01 10:00:00 UTC"},"jsonPayload":{"parentInsertId":"a","#
    + #""@type":"x.CreateTripRestrictedLog","request":{"trip":{"pickupPoint":{"point":{"latitude":1,"#
    + #""longitude":2}}}}}},"# + "\n"

  /// A row of BigQuery and a call of Fleet Archive, in pages.
  private static let tableLog =
    #"[{"entries":[{"insertId":"a","receiveTimestamp":"1767261600","jsonpayload_v1_updatevehiclelog":{"#
    + #""_type":null,"request":{"vehicleId":"v","updateMask":"lastLocation","vehicle":{"name":"#
    + #""providers/p/vehicles/v","lastLocation":{"speed":{"value":2},"location":{"latitude":1,"longitude":2}}}}}}"#
    + #"]},{"apiCalls":[{"serverTime":"2026-01-01T10:00:00Z","getTrip":{"request":{"name":"#
    + #""providers/p/trips/t"},"response":{"name":"providers/p/trips/t"}}}]}]"#
}
