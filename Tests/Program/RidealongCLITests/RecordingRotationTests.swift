import CellGrid
import FleetEngine
import Foundation
import RideRecordings
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The files of a recording` {
  private static let start = Timestamp(seconds: 1_775_046_720)
  private let folder = TestFolder()

  /// A recording with a clock, at which a poll comes each minute.
  private final class Recorder {
    let file: RecordingFile
    private let manual = ManualClock()
    private var minutes = 0

    init(_ path: String, _ rules: String?) throws {
      let words = rules.map { ["--record-rotate", $0] } ?? []
      let arguments = try Arguments(words + ["--record", path], options: Command.follow.options)
      file = try RecordingFile(
        path, rotation: RecordingRotation(arguments), speed: 1,
        ServiceClock(manual) { `The files of a recording`.start })
    }

    /// Records polls of a trip; each has a body of some random kilobytes, which cannot be compressed.
    func poll(_ count: Int = 1, trip: String = "t", kilobytes: Int = 0) {
      for _ in 0..<count {
        minutes += 1
        var random = SystemRandomNumberGenerator()
        let name = String(
          (0..<kilobytes * 1_000).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0"
          })
        let poll = RecordedPoll(
          result: .trip(
            Trip.with {
              $0.status = .enrouteToPickup
              $0.vehicleID = "\(minutes)\(name)"
            }
          ),
          time: `The files of a recording`.start + .seconds(60 * minutes),
          start: manual.now.offset + .seconds(60 * minutes), duration: .zero)
        file.live.record(poll, of: "providers/p/trips/\(trip)")
      }
    }
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.contains("ride") }.sorted()
  }

  /// The vehicles of the polls in files, in the order of time.
  private func vehicles(_ names: [String]) async throws -> [String] {
    var polls = try RecordingSource.polls(names.map { folder.path + "/" + $0 })
    var vehicles: [String] = []
    while let next = await polls.next() {
      if case .trip(let trip) = next.poll.result { vehicles.append(trip.vehicleID ?? "") }
    }
    #expect(polls.problems == [])
    return vehicles
  }

  @Test func `A recording begins another file each hour, and each can be read alone`() async throws
  {
    let recorder = try Recorder(folder.path + "/day.ride", "hour")
    recorder.poll(150)
    let end = recorder.file.end().description
    #expect(
      files.count == 4 && files[2...] == ["day-20260401T140000Z.ride", "day.ride"], "\(files)")
    #expect(end.contains("/day.ride, the last of 4 files. "), "\(end)")
    #expect(try await vehicles(["day-20260401T123200Z.ride"]) == (1...27).map(String.init))
    #expect(try await vehicles(["day-20260401T130000Z.ride"]) == (28...87).map(String.init))
    #expect(try await vehicles(files) == (1...150).map(String.init))
  }

  @Test func `In a directory each file of a recording has the time of its beginning`() throws {
    let recorder = try Recorder(folder.path, "day")
    recorder.poll(1_440)
    _ = recorder.file.end()
    #expect(files == ["ride-20260401T123200Z.ride", "ride-20260402T000000Z.ride"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + files[1])
    #expect((mode[.posixPermissions] as? Int) == 0o600)
  }

  @Test func `A recording begins another file at a size, without the trips that are over`()
    async throws
  {
    let recorder = try Recorder(folder.path + "/full.ride", "1MB")
    recorder.poll(trip: "over")
    recorder.poll(30, kilobytes: 100)
    _ = recorder.file.end()
    #expect(files.count >= 2, "\(files)")
    for name in files {
      let size = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)).count
      #expect(size < 1_300_000)
    }
    var polls = try RecordingSource.polls([folder.path + "/full.ride"])
    var trips: Set<String> = []
    while let next = await polls.next() { trips.insert(next.trip) }
    #expect(trips == ["providers/p/trips/t"])
  }

  @Test func `A file that was moved, removed or emptied begins again, without a rule`() async throws
  {
    let path = folder.path + "/moved.ride"
    let recorder = try Recorder(path, nil)
    recorder.poll(3)
    #expect(rename(path, folder.path + "/ride.1") == 0)
    recorder.poll(2)
    #expect(try await vehicles(["ride.1"]) == ["1", "2", "3"])
    // Moved, with an empty one in its place, as logrotate does with `create`.
    #expect(rename(path, folder.path + "/ride.2") == 0)
    _ = folder.file("moved.ride", "")
    recorder.poll()
    #expect(try await vehicles(["ride.2"]) == ["4", "5"])
    // Copied and emptied.
    #expect(truncate(path, 0) == 0)
    recorder.poll(2)
    #expect(unlink(path) == 0)
    recorder.poll()
    // Somebody else's file is left alone.
    #expect(rename(path, folder.path + "/ride.3") == 0)
    _ = folder.file("moved.ride", "mine")
    recorder.poll()
    let end = recorder.file.end().description
    #expect(try await vehicles(["ride.3"]) == ["9"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    let last = try #require(files.first { $0.hasPrefix("moved-") })
    #expect(try await vehicles([last]) == ["10"])
    #expect(end.contains(last) && !end.contains("incomplete"), "\(end)")
  }

  @Test func `A recording that was emptied can be read from there`() async throws {
    let path = folder.path + "/emptied.ride"
    let recorder = try Recorder(path, nil)
    recorder.poll(3)
    #expect(truncate(path, 0) == 0)
    recorder.poll(2)
    _ = recorder.file.end()
    #expect(try await vehicles(["emptied.ride"]) == ["4", "5"])
  }

  @Test(arguments: ["week", "64", "0MB", "1kB", "day,hour", "day,", "64MB,64MB", "1e9MB", "-1MB"])
  func `A rule that a recording cannot follow is refused`(text: String) throws {
    let arguments = try Arguments(["--record-rotate", text], options: Command.follow.options)
    let error = #expect(throws: CommandError.self) { _ = try RecordingRotation(arguments) }
    #expect(error?.status == .usage)
    #expect(error?.message.contains(text) == true)
  }
}
