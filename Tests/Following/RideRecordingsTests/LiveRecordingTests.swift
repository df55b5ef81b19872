import FleetEngine
import Geo
import Gzip
import HTTPMessages
import JSON
import RideRecordings
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.blocking) struct `Recordings of rides` {
  private static let names = ["providers/p/trips/a", "providers/p/trips/b"]

  private static func trip(_ number: Int, _ name: String = names[0]) -> Trip {
    Trip.with {
      $0.name = try? TripName(parsing: name)
      $0.status = number < 5 ? .enrouteToPickup : .enrouteToDropoff
      $0.vehicleID = "v1"
      $0.dropoffTime = Timestamp(seconds: 2_000 + Int64(number))
      $0.lastLocation = VehicleLocation.with {
        $0.location = .init(latitude: 45 + Double(number) / 1_000, longitude: 9)
        $0.updateTime = Timestamp(seconds: 1_000 + Int64(number) * 5)
      }
    }
  }

  private static func poll(_ number: Int, _ name: String = names[0]) throws -> RecordedPoll {
    let url = try HTTPURL(parsing: "http://127.0.0.1:8080/v1/\(name)?routeFormatType=X")
    let body = try WireJSON.encode(trip(number, name))
    return RecordedPoll(
      result: .trip(trip(number, name)), time: Timestamp(seconds: 1_000 + Int64(number) * 5),
      start: .seconds(10 + number * 5), duration: .milliseconds(80 + number),
      nextPollAt: .seconds(15 + number * 5), interval: .seconds(5), usualInterval: .seconds(5),
      serverDate: "Sun, 06 Nov 1994 08:49:37 GMT", bodyBytes: body.count,
      exchange: RecordedExchange(
        method: .get, url: url, status: 200, headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
        body: body, bodyBytes: body.count))
  }

  private static func failure(_ error: FleetEngineError, _ number: Int) -> RecordedPoll {
    RecordedPoll(
      result: .failure(error), time: Timestamp(seconds: 1_000 + Int64(number) * 5),
      start: .seconds(10 + number * 5), duration: .milliseconds(30), attempt: 2)
  }

  private static func live(_ count: Int, trips: Int = 1) throws -> LiveRecording {
    let live = LiveRecording(from: .seconds(10))
    for number in 0..<count {
      for name in names.prefix(trips) { live.record(try poll(number, name), of: name) }
    }
    return live
  }

  private func polls(_ recording: RideRecording, of trip: Int = 0) throws -> [RecordedPoll] {
    try recording.entries(of: trip).map { entry in
      try #require(recording.document(of: entry)).poll(hasExchange: true)
    }
  }

  /// Reads each segment once; `polls(_:of:)` reads one again for each of its polls.
  private func inOrder(_ recording: RideRecording) throws -> [RecordedPoll] {
    var reader = PollReader(recording)
    var polls: [RecordedPoll] = []
    while let next = reader.next() { polls.append(try next.document.poll(hasExchange: true)) }
    return polls
  }

  @Test
  func `A masked recording has the same ride without the IDs of trips, vehicles and accounts`()
    throws
  {
    let live = LiveRecording(from: .seconds(10))
    for number in 0..<70 {
      var poll = try Self.poll(number)
      var trip = Self.trip(number)
      trip.vehicleID = number < 40 ? "v1" : "v22"
      trip.remainingWaypoints = [
        TripWaypoint(tripID: "other-trip", type: .dropoff),
        TripWaypoint(tripID: "a", type: .dropoff),
      ]
      poll.result = .trip(trip)
      let body = try WireJSON.encode(trip)
      poll.exchange = poll.exchange.map {
        RecordedExchange(
          method: $0.method, url: $0.url, status: $0.status, headers: $0.headers, body: body,
          bodyBytes: body.count)
      }
      if number == 50 {
        poll.result = .failure(
          FleetEngineError(
            operation: "GetTrip", code: .permissionDenied,
            message: "providers/p/trips/a, v22 and other-trip. Not for me@p.example.",
            tokenAccount: "me@p.example"))
      }
      live.record(poll, of: Self.names[0])
    }
    let recording = live.recording
    let masked = try #require(recording.masked(trip: 0))
    #expect(recording.masked(trip: 0, until: .seconds(20))?.entries.count == 4)
    #expect(recording.masked(trip: 0, until: .zero) == nil)
    #expect(masked.tripNames == ["providers/····/trips/ride-····"])
    #expect(masked.entries.map(\.end) == recording.entries.map(\.end))
    let polls = try inOrder(masked)
    for (number, poll) in polls.enumerated() {
      #expect(poll.serverDate == "Sun, 06 Nov 1994 08:49:37 GMT")
      #expect(poll.exchange?.url.path == "")
      switch poll.result {
      case .trip(let trip):
        var expected = Self.trip(number)
        expected.name = try TripName(parsing: masked.tripNames[0])
        expected.vehicleID = number < 40 ? "car-····" : "car-····2"
        expected.remainingWaypoints = [
          TripWaypoint(tripID: "ride-····2", type: .dropoff),
          TripWaypoint(tripID: "ride-····", type: .dropoff),
        ]
        #expect(trip == expected)
        #expect(trip.remainingWaypoints.map(trip.isOwnWaypoint) == [false, true])
      case .failure(let error):
        #expect(number == 50)
        #expect(error.message == "" && error.tokenAccount == nil)
        #expect(error.code == .permissionDenied)
      }
    }
    let text = try masked.entries.indices.map { entry in
      try #require(masked.document(of: entry)).line(trip: masked.tripNames[0])
    }.joined()
    for id in ["v22", "\"v1\"", "other-trip", "trips/a", "example", "127.0.0.1:8080/v1"] {
      #expect(!text.contains(id))
    }
  }

  @Test(arguments: [1, 63, 64, 65, 200])
  func `A recording returns the polls that were recorded`(count: Int) throws {
    let live = try Self.live(count, trips: 2)
    live.end()
    let recording = try RideRecording(content: live.recording.content)
    #expect(recording.problems.isEmpty)
    #expect(recording.tripNames == Self.names)
    #expect(recording.entries.count == 2 * count)
    for (trip, name) in Self.names.enumerated() {
      let polls = try polls(recording, of: trip)
      #expect(polls.count == count)
      for (number, poll) in polls.enumerated() {
        let expected = try Self.poll(number, name)
        guard case .trip(let sent) = poll.result else {
          Issue.record("The poll failed.")
          return
        }
        #expect(sent == Self.trip(number, name))
        #expect(poll.time == expected.time)
        #expect(poll.start == expected.start - .seconds(10))
        #expect(poll.duration == expected.duration)
        #expect(poll.nextPollAt == poll.start + .seconds(5))
        #expect(poll.interval == .seconds(5) && poll.usualInterval == .seconds(5))
        #expect(poll.serverDate == expected.serverDate)
        #expect(poll.bodyBytes == expected.bodyBytes)
        #expect(poll.exchange?.url == expected.exchange?.url)
        #expect(poll.exchange?.status == 200)
      }
    }
  }

  @Test(arguments: [
    FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "m",
      cause: .transport(HTTPTransportError(.insecure, detail: "d", tlsProblem: .expired))),
    FleetEngineError(
      operation: "GetTrip", code: .unauthenticated, message: "m",
      cause: .token(AccessTokenError(reason: "r", advice: ["a", "b"], isRecoverable: true))),
    FleetEngineError(
      operation: "GetTrip", code: .cancelled, message: "m", cause: .token(.cancelled)),
    FleetEngineError(
      operation: "GetTrip", code: .internal, message: "m", httpStatus: 200,
      cause: .unreadableAnswer(contentType: "text/html")),
    FleetEngineError(operation: "GetTrip", code: .internal, message: "m", cause: .otherResource),
    FleetEngineError(operation: "GetTrip", code: .notFound, message: "m", cause: .otherServer),
    FleetEngineError(operation: "GetTrip", code: .invalidArgument, message: "m", cause: .request),
    FleetEngineError(
      operation: "GetTrip", code: .resourceExhausted, message: "m", httpStatus: 429,
      retryAfter: .seconds(7), tokenExpiresAt: Timestamp(seconds: 5), tokenAccount: "a@b"),
  ]) func `A recording returns the failures that were recorded`(error: FleetEngineError) throws {
    let live = LiveRecording(from: .zero)
    live.record(Self.failure(error, 0), of: Self.names[0])
    let poll = try #require(try polls(live.recording).first)
    guard case .failure(let found) = poll.result else {
      Issue.record("The poll succeeded.")
      return
    }
    #expect(found == error)
    #expect(poll.attempt == 2)
  }

  @Test func `A failure's details come from the recorded response`() throws {
    let status = RPCStatus(code: .unavailable, message: "later", retryDelay: .seconds(3))
    var poll = Self.failure(
      FleetEngineError(operation: "GetTrip", code: .unavailable, message: "later", httpStatus: 503),
      0)
    poll.exchange = RecordedExchange(
      method: .get,
      url: try HTTPURL(parsing: "https://h/x"),
      status: 503,
      body: status.body,
      bodyBytes: status.body.count)
    let live = LiveRecording(from: .zero)
    live.record(poll, of: Self.names[0])
    guard case .failure(let error) = try #require(try polls(live.recording).first).result else {
      Issue.record("The poll succeeded.")
      return
    }
    #expect(error.details == status.details)
  }

  @Test func `A file that is cut anywhere opens up to its last entry`() throws {
    let live = try Self.live(80)
    let whole = live.recording.content
    var last = 0
    // Everywhere around the end of a segment and in steps elsewhere, for time.
    let lengths = stride(from: 0, to: whole.count - 60, by: 97)
    for length in Array(lengths) + Array((whole.count - 60)..<whole.count) {
      guard let recording = try? RideRecording(content: Array(whole[..<length])) else { continue }
      #expect(recording.entries.count >= last)
      last = recording.entries.count
      #expect(try inOrder(recording).count == last)
    }
    #expect(last >= 79)
  }

  @Test func `A damaged segment costs its own entries only`() throws {
    let live = try Self.live(192)
    live.end()
    var content = live.recording.content
    let magic = content.indices.dropFirst().filter { content[$0...].starts(with: [0x1F, 0x8B, 8]) }
    let middle = try #require(magic.first)
    for index in (middle + 40)..<(middle + 80) { content[index] = 0xFF }
    let recording = try RideRecording(content: content)
    #expect(!recording.problems.isEmpty)
    #expect(recording.entries.count >= 128)
    #expect(recording.entries.last?.end == live.recording.entries.last?.end)
    let polls = try inOrder(recording)
    #expect(polls.count == recording.entries.count)
    for poll in polls {
      guard case .trip(let trip) = poll.result else {
        Issue.record("A poll failed.")
        return
      }
      #expect(trip.lastLocation?.updateTime == poll.time)
    }
  }

  @Test(arguments: [
    ([UInt8]("{}".utf8), "otherFile"), ([], "otherFile"), ([0x1F, 0x8B], "otherFile"),
  ]) func `A file that is no recording is refused`(content: [UInt8], failure: String) {
    do throws(RideRecording.Failure) {
      _ = try RideRecording(content: content)
      Issue.record("It was read.")
    } catch { #expect("\(error)" == failure) }
  }

  @Test(arguments: [
    (#"{"a":1}"#, "otherFile"), ("[1]", "otherFile"),
    (#"{"ridealong":"recording","version":2}"#, "newer(2)"),
    (#"{"ridealong":"recording","version":1}"#, "empty(nil)"),
    (#"{"ridealong":"recording","version":0}"#, "otherFile"),
  ]) func `A gzip file is a recording only with a header of a known version`(
    line: String, failure: String
  ) throws {
    let gzip = try #require(GrowingGzip())
    let content = gzip.add(Array((line + "\n").utf8)) + gzip.finish()
    do throws(RideRecording.Failure) {
      _ = try RideRecording(content: content)
      Issue.record("It was read.")
    } catch { #expect("\(error)" == failure) }
  }

  @Test func `Entries without a time or a trip are reported and skipped`() throws {
    let lines = [
      #"{"ridealong":"recording","version":1}"#, #"{"trip":"x","poll":{}}"#, "nonsense",
      #"{"trip":"providers/p/trips/a","poll":{"start":-5,"clock":"2026-01-01T00:00:00Z"}}"#,
      #"{"trip":"providers/p/trips/a","poll":{"start":5,"clock":"2026-01-01T00:00:00Z"}}"#,
    ]
    let gzip = try #require(GrowingGzip())
    let content = gzip.add(Array((lines.joined(separator: "\n") + "\n").utf8)) + gzip.finish()
    let recording = try RideRecording(content: content)
    #expect(recording.entries.count == 1)
    #expect(recording.problems.count == 3)
    #expect(throws: PollDocument.Problem.self) { try polls(recording) }
  }

  @Test func `A recording in memory drops its oldest segments`() throws {
    let live = LiveRecording(from: .zero, limit: 20_000)
    for number in 0..<2_000 { live.record(try Self.poll(number), of: Self.names[0]) }
    let recording = live.recording
    #expect(recording.content.count < 30_000)
    #expect(recording.dropped > 0)
    #expect(recording.entries.count < 1_000)
    #expect(try inOrder(recording).count == recording.entries.count)
  }

  @Test func `An hour of polls with changing positions takes at most 200 KB`() throws {
    let live = try Self.live(720)
    live.end()
    #expect(live.recording.content.count < 200_000)
  }

  @Test func `A clock that is set during a recording moves later polls only`() throws {
    let live = LiveRecording(from: .seconds(10))
    var poll = try Self.poll(0)
    live.record(poll, of: Self.names[0])
    poll.start += .seconds(5)
    poll.time = poll.time - .seconds(3_600)
    live.record(poll, of: Self.names[0])
    let times = try polls(live.recording).map(\.time)
    #expect(times == [Timestamp(seconds: 1_000), Timestamp(seconds: 1_000) - .seconds(3_600)])
  }

  @Test func `The trips of a segment have a limited number of values together`() throws {
    let filler = String(repeating: "0,", count: 900_000)
    let lines = (0..<7).map { number in
      #"{"trip":"providers/p/trips/t\#(number)","poll":{"clock":"2026-01-01T10:00:00Z","#
        + #""start":\#(number),"body":{"x":[\#(filler)0]}}}"#
    }
    let text =
      #"{"ridealong":"recording","version":1}"# + "\n" + lines.joined(separator: "\n") + "\n"
    let gzip = try #require(GrowingGzip())
    let recording = try RideRecording(content: gzip.add(Array(text.utf8)) + gzip.finish())
    #expect(recording.entries.count == 4)
    #expect(recording.problems.count == 1)
    #expect(recording.problems.first?.contains("more than 4000000 values") == true)
  }
}
