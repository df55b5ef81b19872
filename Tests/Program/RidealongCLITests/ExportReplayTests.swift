import FleetEngine
import Foundation
import Geo
import HTTPMessages
import JSON
import RideRecordings
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

@testable import RidealongCLI

/// A real log and its recording, read once, as a log is large.
private struct RecordedLog: Sendable {
  static let shared = Task { try await RecordedLog(#require(TestData.log)) }

  let recording: RideRecording
  /// The polls of each trip, oldest first.
  let trips: [[(time: Timestamp, trip: Trip)]]
  private let logged: [JSONTree]

  private init(_ path: String) async throws {
    let recording = try await RecordingSource.read([path])
    var trips: [[(time: Timestamp, trip: Trip)]] = []
    for number in recording.tripNames.indices {
      var polls: [(time: Timestamp, trip: Trip)] = []
      recording.readPolls(of: number) { poll in
        if case .trip(let trip) = poll.result { polls.append((poll.time, trip)) }
      }
      #expect(polls.count == recording.entries(of: number).count)
      trips.append(polls)
    }
    (self.recording, self.trips) = (recording, trips)
    let json = try JSONTree(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
    logged = (json["rawLogs"]?.list ?? [])
      .sorted { ($0["timestamp"]?.text ?? "") < ($1["timestamp"]?.text ?? "") }
  }

  /// The logged entries of a kind, oldest first.
  func entries(_ kind: String) -> [JSONTree] {
    logged.filter { $0["jsonpayload"]?["@type"]?.text?.hasSuffix(kind) == true }
  }
}

@Suite(.blocking, .enabled(if: TestData.log != nil)) struct `A real log as a recording` {
  private let log: RecordedLog

  init() async throws { log = try await RecordedLog.shared.value }

  @Test func `Both trips of a real log go from NEW to COMPLETE in the order of their statuses`()
    throws
  {
    #expect(log.recording.tripNames.count == 2 && log.recording.problems == [])
    for trips in log.trips {
      let all = trips.map(\.trip.status)
      #expect(all.count > 200)
      let statuses = all.reduce(into: [TripStatus]()) { if $0.last != $1 { $0.append($1) } }
      #expect(statuses == [.new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete])
    }
  }

  @Test func `Positions, distances and arrivals are those that the server of a real log returned`()
    throws
  {
    let all = log.trips.joined()
    let shown = Dictionary(all.map { ($0.time, $0.trip) }) { $1 }
    var compared = 0
    for entry in log.entries("UpdateVehicleLog") {
      let time = try #require(entry["timestamp"]?.text.flatMap { Timestamp(rfc3339: $0) })
      guard let trip = shown[time], let response = entry["jsonpayload"]?["response"],
        let request = entry["jsonpayload"]?["request"]
      else { continue }
      compared += 1
      let place = response["lastlocation"]?["location"]
      #expect(trip.lastLocation?.location?.latitude == place?["latitude"]?.number)
      #expect(trip.lastLocation?.location?.longitude == place?["longitude"]?.number)
      guard request["updatemask"]?.text?.contains("remainingDistanceMeters") == true else {
        continue
      }
      #expect(
        trip.remainingDistanceMeters.map(Double.init) == response["remainingdistancemeters"]?.number
      )
      let arrival = response["etatofirstwaypoint"]?.text.flatMap { Timestamp(rfc3339: $0) }
      #expect(trip.etaToFirstWaypoint == arrival)
    }
    #expect(compared == 468)
  }

  @Test func `The last response of each trip of a real log is what the log says`() throws {
    for (number, entry) in log.entries("UpdateTripLog")
      .filter({ $0["jsonpayload"]?["response"]?["status"]?.text == "TRIP_STATUS_COMPLETE" })
      .enumerated()
    {
      let response = try #require(entry["jsonpayload"]?["response"])
      let last = try #require(log.trips[number].last)
      #expect(last.trip.name?.description == response["name"]?.text)
      func time(_ tree: JSONTree?) -> Timestamp? { tree?.text.flatMap { Timestamp(rfc3339: $0) } }
      #expect(last.trip.pickupTime == time(response["pickuptime"]))
      #expect(last.trip.dropoffTime == time(response["dropofftime"]))
      let stop = response["actualdropoffpoint"]
      #expect(last.trip.actualDropoffPoint?.timestamp == time(stop?["timestamp"]))
      #expect(last.trip.actualDropoffPoint?.point?.latitude == stop?["point"]?["latitude"]?.number)
      #expect(last.trip.remainingWaypoints == [])
    }
  }
}

@Suite(.blocking) struct `Exports and directories as recordings` {
  private let folder = TestFolder()

  private func failure(_ path: String) async -> String {
    do {
      _ = try await RecordingSource.read([path])
      return ""
    } catch { return error.message }
  }

  @Test func `An export becomes a recording whose problems say what is left out`() async throws {
    let recording = try await RecordingSource.read([folder.file("log.json", LogSample.json)])
    #expect(recording.tripNames == ["providers/acme/trips/t1"])
    #expect(recording.entries.count == 3)
    #expect(recording.problems.contains { $0.contains("entry 2 is left out") })
  }

  @Test func `A directory merges its recordings and exports by trip, and names skipped files`()
    async throws
  {
    let path = folder.path + "/rides"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = folder.file("rides/one.json", LogSample.json)
    let later = LogSample.json.replacing("2026-01-01T10", with: "2026-01-01T11")
    _ = folder.file("rides/two.json", later.replacing("t1", with: "t2").replacing("v1", with: "v2"))
    _ = folder.file("rides/notes.txt", "no log")
    let single = try await RecordingSource.read([path + "/one.json"])
    _ = FileManager.default.createFile(atPath: path + "/one.ride", contents: Data(single.content))
    let recording = try await RecordingSource.read([path])
    #expect(recording.tripNames == ["providers/acme/trips/t1", "providers/acme/trips/t2"])
    #expect(recording.entries(of: 0).count == 6 && recording.entries(of: 1).count == 3)
    #expect(recording.entries.map(\.endTime) == recording.entries.map(\.endTime).sorted())
    #expect(recording.problems.contains { $0.hasPrefix("Skipped: ") && $0.contains("notes.txt") })
  }

  @Test func `Files without a ride are refused with their name and the remedy`() async throws {
    #expect(await failure(folder.path + "/none").contains("none does not exist"))
    #expect(
      await failure(folder.file("x", "text")).contains("neither a recording nor a list of log"))
    #expect(await failure(folder.file("y", "[]")).contains("Export the logs of fleetengine"))
    #expect(await failure(folder.file("z", "[7]")).contains("entry 1 is left out"))
    #expect(
      await failure(folder.path + "/temporary").contains("has no recording and no Cloud Logging"))
  }

  @Test func `The polls of an export have their entries of the log, and a directory's polls too`()
    async throws
  {
    let path = folder.path + "/logs"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let log = try JSONTree(parsing: Array(LogSample.json.utf8)).list ?? []
    for name in [folder.file("logs/log.json", LogSample.json), path] {
      let recording = try await RecordingSource.read([name])
      for (index, entry) in [3, 2, 0].enumerated() {
        let exchange = try #require(recording.document(of: index)?.exchange)
        #expect(exchange.isLogEntry && exchange.status == nil)
        #expect(exchange.url.description.hasSuffix("/v1/providers/acme/trips/t1"))
        #expect(try JSONTree(parsing: exchange.body) == log[entry])
      }
    }
  }

  @Test func `A failed read in an export is a failed poll`() async throws {
    let read = #"""
      [{"jsonPayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.GetTripLog",
        "request": {"name": "providers/acme/trips/t1"},
        "errorResponse": {"httpStatusCode": 429, "code": "RESOURCE_EXHAUSTED"}},
       "timestamp": "2026-01-01T10:00:03Z"},
      """#
    let text = read + LogSample.json.dropFirst()
    let recording = try await RecordingSource.read([folder.file("log.json", String(text))])
    let polls = try recording.entries.indices.map { index in
      try #require(recording.document(of: index)).poll()
    }
    let failures = polls.compactMap { poll -> FleetEngineError? in
      if case .failure(let error) = poll.result { error } else { nil }
    }
    #expect(failures.map(\.code) == [.resourceExhausted])
    #expect(failures.map(\.httpStatus) == [429])
  }

  @Test func `A long recording of many trips is made in steps`() async throws {
    let rides = (0..<40).map { number in
      LogSample.json.dropFirst().dropLast().replacing("t1", with: "trip-\(number)")
        .replacing("v1", with: "vehicle-\(number)")
    }
    let path = folder.file("log.json", "[" + rides.joined(separator: ",") + "]")
    guard case .growing(var growing) = try RecordingSource.open([path]) else {
      throw CancellationError()
    }
    await growing.grow(by: 25)
    #expect(growing.recording.entries.count == 25 && !growing.isComplete)
    await growing.complete()
    let recording = growing.recording
    #expect(recording.entries.count == 120 && recording.tripNames.count == 40)
    #expect(try RideRecording(content: recording.content).entries.count == 120)
  }

  /// The polls of a recording as lines, without their entries of the log.
  private func lines(_ recording: RideRecording) -> [String] {
    recording.entries.enumerated().compactMap { index, entry in
      guard var document = recording.document(of: index) else { return nil }
      document.members["log"] = nil
      return document.line(trip: recording.tripNames[entry.trip])
    }
  }

  @Test(
    .enabled(if: TestData.reported("whole.json") != nil),
    arguments: ["restricted-joined", "wrapped-values", "commas", "archive-saved"])
  func `A log in a reported form becomes the recording of the whole log`(name: String) async throws
  {
    let whole = try await RecordingSource.read([#require(TestData.reported("whole.json"))])
    let other = try await RecordingSource.read([#require(TestData.reported("\(name).json"))])
    #expect(whole.entries.count == 14)
    #expect(lines(other) == lines(whole))
    #expect(whole.problems == [] && other.problems == [])
  }
}
