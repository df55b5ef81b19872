import FleetEngine
import Foundation
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

@Suite(.limited) struct `A recording of any form` {
  private static func read(
    _ content: String, vehicleID: String = "v1", metersPerSecond: Double? = nil
  ) async throws -> LocationRecording {
    let path = NSTemporaryDirectory() + "ridealong-" + UUID().uuidString
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await LocationRecording.read(
      path, vehicleID: vehicleID, metersPerSecond: metersPerSecond)
  }

  private static let gpx = """
    <gpx version="1.1"><trk><trkseg>
    <trkpt lat="45" lon="7"><time>2026-01-01T10:00:00Z</time></trkpt>
    <trkpt lat="45.01" lon="7"><time>2026-01-01T10:05:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private static func update(_ vehicle: String, _ second: Int, _ latitude: Double) -> String {
    """
    {"timestamp":"2026-01-01T10:00:0\(second)Z","jsonPayload":{
      "@type":"type.googleapis.com/maps.fleetengine.v1.UpdateVehicleLog",
      "request":{"vehicleId":"\(vehicle)","updateMask":"lastLocation","vehicle":{
        "name":"providers/p/vehicles/\(vehicle)",
        "lastLocation":{"location":{"latitude":0,"longitude":7},"heading":90,
          "rawLocation":{"latitude":\(latitude),"longitude":7}}}}}}
    """
  }

  @Test func `A recording of any form keeps the times of a GPX file, or drives it at a speed`()
    async throws
  {
    let own = try await Self.read(Self.gpx)
    #expect(own.fixes.count == 2)
    #expect(own.duration == .seconds(300))
    let driven = try await Self.read(Self.gpx, metersPerSecond: 20)
    let duration = try #require(driven.duration)
    // 1,112 m at 20 m/s, with the time to gain and lose it.
    #expect((.seconds(56)...(.seconds(75))).contains(duration))
    #expect(driven.fixes.count == Int(duration.components.seconds) + 1)
  }

  @Test(arguments: [
    "[[45,7],[45.01,7]]", #"{"type":"LineString","coordinates":[[7,45],[7,45.01]]}"#,
    "{\"latitude\":45,\"longitude\":7}\n{\"latitude\":45.01,\"longitude\":7}\n",
    "{\"class\":\"VERSION\"}\n{\"class\":\"TPV\",\"mode\":3,\"lat\":45,\"lon\":7}\n"
      + "{\"class\":\"TPV\",\"mode\":3,\"lat\":45.01,\"lon\":7}\n",
  ]) func `A recording of any form is driven at 10 m/s if it has no times`(
    content: String
  ) async throws {
    let recording = try await Self.read(content)
    let duration = try #require(recording.duration)
    #expect((.seconds(112)...(.seconds(125))).contains(duration))
    let last = try #require(recording.path.last)
    #expect(last.meters(to: Coordinate(latitude: 45.01, longitude: 7)) < 1)
  }

  @Test func `A recording of any form uses a vehicle's raw locations in a log`() async throws {
    let log =
      "[\(Self.update("v1", 1, 45)),\(Self.update("v2", 2, 46)),\(Self.update("v1", 3, 45.1))]"
    let recording = try await Self.read(log)
    #expect(recording.path.map(\.latitude) == [45, 45.1])
    #expect(recording.duration == .seconds(2))
    #expect(recording.fixes[0].heading == 90)
    let error = await #expect(throws: RouteSourceError.self) {
      try await Self.read(log, vehicleID: "v3")
    }
    #expect(error?.description.contains("v1, v2") == true)
    // Of a log of one vehicle it is clear which is meant.
    let other = "[\(Self.update("v2", 1, 45)),\(Self.update("v2", 2, 46))]"
    #expect(try await Self.read(other).path.count == 2)
  }

  @Test(
    arguments: [
      ("", .noPoints), (" \n", .noPoints), ("[]", .noPoints), ("[1]", .noPoints), ("{", .notJSON),
      ("[[45,7],[45,7]]", .onePlace), ("[[95,7],[95,8]]", .outOfRange),
      ("<gpx></gpx>", .noPoints), ("hello", .otherForm), ("_atqG~jbvDg@{@g@{@", .otherForm),
      ("<!DOCTYPE html>\n<html></html>", .otherForm), ("<kml></kml>", .otherForm),
      ("a,b,c\n1,2,3\n", .otherForm), ("[[0,0],[0,0]]", .noPoints),
      (#"{"routes":[{"geometry":"_atqG~jbvD"}],"code":"Ok"}"#, .noPoints),
    ] as [(String, RouteSourceError.Problem)])
  func `The error about a recording explains the problem with the file`(
    content: String, problem: RouteSourceError.Problem
  ) async throws {
    let error = await #expect(throws: RouteSourceError.self) { try await Self.read(content) }
    #expect(error?.problem == problem, "\(String(describing: error))")
    // No reader speaks about what another one reads.
    let sentence = error?.description ?? ""
    #expect(!sentence.contains("well-formed"), "\(sentence)")
    #expect(!sentence.contains("export the log entries"), "\(sentence)")
    if problem == .otherForm, !content.contains("kml") {
      #expect(sentence.contains("GPX") && sentence.contains("NMEA"), "\(sentence)")
    }
  }

  @Test func `A recording of any form may begin with a byte order mark`() async throws {
    for content in [
      "[[45,7],[45.01,7]]", Self.gpx, "$GPRMC,100000,A,4530.00,N,00815.00,W,,,010126,,\n",
      #"{"type":"LineString","coordinates":[[7,45],[7,45.01]]}"#,
      #"{"latitude":45,"longitude":7}"#, "lat,lon\n45,7\n",
    ] {
      #expect(try await !Self.read("\u{FEFF}" + content).fixes.isEmpty)
    }
  }

  /// Files that were reported, as the names that are read; the others are refused with the list of forms.
  @Test(
    .enabled(if: TestData.reported("sigma.gpx") != nil),
    arguments: [
      "collection.geojson", "commadec.gpx", "cp1252.gpx", "eleempty.gpx", "emptytime.gpx",
      "gj-bom.json", "gj-fc.json", "gpsd-clockjump.json", "gpsd-epochtime.json",
      "gpsd-lasttrunc.json", "list3.json", "nmea.log", "nullisland.gpx", "objs-lon.json",
      "sigma.gpx", "twotracks-days.gpx",
    ]
  )
  func `A recording that was reported is read`(name: String) async throws {
    let file = try #require(TestData.reported(name))
    let recording = try await LocationRecording.read(file, vehicleID: "v")
    #expect(recording.fixes.count > 8)
    let last = try #require(recording.duration)
    #expect((.seconds(5)...(.seconds(900))).contains(last))
  }

  @Test(.enabled(if: TestData.log != nil))
  func `A recording of any form contains the real log's drive`() async throws {
    let recording = try await LocationRecording.read(
      try #require(TestData.log), vehicleID: "none, for there is one only")
    #expect(recording.fixes.count > 400)
    #expect(recording.path.allSatisfy { $0.isValid })
    #expect(try #require(recording.duration) > .seconds(1_800))
  }
}
