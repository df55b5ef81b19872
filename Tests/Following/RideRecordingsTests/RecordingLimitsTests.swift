import FleetEngine
import Geo
import Gzip
import JSON
import RideRecordings
import RidesharingConsumer
import TestSupport
import Testing
import TrustLimits

@Suite(.blocking) struct `The cost of reading a recording` {
  private static let header = #"{"ridealong":"recording","version":1}"#

  private static func name(_ trip: Int) -> String { "providers/p/trips/t\(trip)" }

  /// A line of a poll; `more` has further members, each with a comma before it.
  private static func poll(_ second: Int, trip: Int = 0, _ more: String = "") -> String {
    #"{"trip":"\#(name(trip))","poll":{"clock":"2026-01-01T10:00:00Z","start":\#(second)\#(more)}}"#
  }

  private static let body = #","body":{"tripStatus":"NEW"}"#

  private static func part(_ lines: [String]) throws -> [UInt8] {
    let gzip = try #require(GrowingGzip())
    return gzip.add(Array((lines.joined(separator: "\n") + "\n").utf8)) + gzip.finish()
  }

  private func polls(_ recording: RideRecording) -> [(entry: Int, document: PollDocument)] {
    var reader = PollReader(recording)
    var polls: [(entry: Int, document: PollDocument)] = []
    while let poll = reader.next() { polls.append(poll) }
    return polls
  }

  // MARK: - Damaged parts

  @Test func `Gzip heads that each hold the rest of the file are read at most twice`() throws {
    // A head and the start of a stored block, in which the next head is.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0xFA, 0xFF, 0x05, 0x00]
    let first = try Self.part([Self.header, Self.poll(1, Self.body)])
    let content = first + Array([[UInt8]](repeating: head, count: 1_500).joined())
    let recording = try RideRecording(content: content)
    #expect(recording.entries.count == 1)
    #expect(recording.content == first)
    #expect(recording.problems.count < 5)
    #expect(recording.problems.last?.contains("is damaged; the rest after byte") == true)
  }

  @Test func `Parts that cannot be read end the reading after a thousand`() throws {
    // Heads with a flag that gzip does not have.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0xFF]
    let first = try Self.part([Self.header, Self.poll(1, Self.body)])
    let last = try Self.part([Self.header, Self.poll(2, Self.body)])
    func content(_ count: Int) -> [UInt8] {
      first + Array([[UInt8]](repeating: head, count: count).joined()) + last
    }
    #expect(try RideRecording(content: content(900)).entries.count == 2)
    let recording = try RideRecording(content: content(1_100))
    #expect(recording.entries.count == 1)
    #expect(recording.problems.last?.contains("More than 1000 lines and parts") == true)
    #expect(recording.problems.count == Limits.Recording.problems)
  }

  @Test func `A small gzip member before a large rest reserves little memory`() throws {
    let first = try Self.part([Self.header])
    let rest = [UInt8](repeating: 7, count: 10_000_000)
    let member = Inflation.firstMember(of: (first + rest)[...], limit: 100_000_000)
    #expect(member.failure == nil && member.length == first.count)
    #expect(member.bytes.capacity < 100_000)
  }

  @Test func `A file that inflates to more than 200 times its size is read up to there`() throws {
    let first = try Self.part([Self.header, Self.poll(1, Self.body)])
    let bomb = try Self.part([
      Self.header, Self.poll(2, Self.body), String(repeating: " ", count: 2_000_000),
    ])
    func read(_ content: [UInt8], free: Int) throws -> RideRecording {
      try RideRecording(content: content, freeInflatedBytes: free)
    }
    let content = first + bomb + bomb + first
    #expect(try read(content, free: 10_000_000).problems.count == 2)
    #expect(try read(content, free: 10_000_000).entries.count == 4)
    let recording = try read(content, free: 3_000_000)
    #expect(recording.entries.count == 3)
    #expect(recording.problems.last?.contains("more than 200 times its size") == true)
    #expect(polls(recording).count == 3)
  }

  @Test func `The ratio of a compressed file is limited only where it is large`() throws {
    let gzip = try #require(GrowingGzip())
    let bomb = gzip.add([UInt8](repeating: 0, count: 2_000_000)) + gzip.finish()
    func inflate(_ free: Int) throws -> Int {
      let allowance = Inflation.Allowance(free: free, ratio: 200)
      return try Inflation.inflateAll(bomb + bomb, limit: .max - 1, allowance: allowance).bytes
        .count
    }
    #expect(try inflate(4_000_000) == 4_000_000)
    #expect(throws: Inflation.Failure.tooCompressed) { try inflate(3_999_999) }
  }

  // MARK: - Lines

  @Test(arguments: ["", "nonsense", #"{"trip":"x"}"#, #"{"trip":"providers/p/trips/t","poll":{}}"#])
  func `Lines that cannot be read end the reading after a thousand`(line: String) throws {
    func content(_ count: Int) throws -> [UInt8] {
      let bad = [String](repeating: line, count: count)
      return try Self.part(
        [Self.header, Self.poll(1, Self.body)] + bad + [Self.poll(2, Self.body)]
      ) + Self.part([Self.header, Self.poll(3, Self.body)])
    }
    #expect(try RideRecording(content: content(1_000)).entries.count == 3)
    let recording = try RideRecording(content: content(1_001))
    #expect(recording.entries.count == 1)
    #expect(recording.problems.count == Limits.Recording.problems)
    #expect(recording.problems.last?.contains("More than 1000 lines and parts") == true)
    #expect(polls(recording).count == 1)
  }

  @Test func `Polls of more than a thousand trips are left out, and the others keep their trips`()
    throws
  {
    let lines = (0..<1_010).map { Self.poll($0, trip: $0, Self.body) }
    let again = [
      Self.poll(2_000, trip: 1_005, Self.body), Self.poll(2_001, trip: 7, #","took":9"#),
    ]
    let recording = try RideRecording(content: Self.part([Self.header] + lines + again))
    #expect(recording.tripNames.count == 1_000)
    #expect(recording.entries.count == 1_001)
    #expect(recording.problems.count == 1)
    #expect(recording.document(of: 1_000)?.members["took"] == .number(9))
    #expect(polls(recording).map(\.entry) == Array(0...1_000))
    #expect(polls(recording).compactMap(\.document.end) == recording.entries.map(\.end))
  }

  // MARK: - Large states

  @Test func `Small changes of a large trip are read up to a number of values`() throws {
    let values = 50_000
    let large = #","body":{"x":[\#(String(repeating: "0,", count: values))0]}"#
    let count = Limits.Recording.pollValues / values + 500
    let lines = (1..<count).map { #"{"trip":"\#(Self.name(0))","poll":{"start":\#($0)}}"# }
    let content = try Self.part([Self.header, Self.poll(0, large)] + lines)
    let recording = try RideRecording(content: content)
    #expect(recording.entries.count > 1_900 && recording.entries.count < count)
    #expect(recording.problems.count == 1)
    #expect(recording.problems.first?.contains("each repeats a large trip") == true)
    var reader = PollReader(recording)
    var read = 0
    while let next = reader.nextPoll() {
      if case .success(let poll) = next.poll, poll.start == .seconds(read) { read += 1 }
    }
    #expect(read == recording.entries.count)
    #expect(reader.decodedBodies == 1)
  }

  @Test func `A ride with a long route has fewer values than its file allows`() throws {
    let live = LiveRecording(from: .zero)
    var random = SystemRandomNumberGenerator()
    var trip = Trip()
    trip.name = try TripName(parsing: Self.name(0))
    trip.route = (0..<500).map { index in
      let shift = Double.random(in: 0...0.001, using: &random)
      return .init(latitude: 45 + Double(index) / 1_000 + shift, longitude: 9 - shift)
    }
    for second in 0..<130 {
      trip.remainingDistanceMeters = 10_000 - second
      live.record(
        RecordedPoll(
          result: .trip(trip), time: Timestamp(seconds: 1_000_000 + Int64(second)),
          start: .seconds(second),
          duration: .zero
        ),
        of: Self.name(0)
      )
    }
    live.end()
    let content = live.recording.content
    let values = polls(live.recording).reduce(0) { $0 + $1.document.weight }
    #expect(values > 130 * 1_000)
    #expect(values < content.count * Limits.Recording.pollValuesPerByte)
  }

  @Test func `A poll has the weight of its values, however they came`() throws {
    let long = String(repeating: "x", count: 640)
    let changes = [
      #","body":{"a":{"b":[1,2,3],"c":"\#(long)"},"a2":{"d":4}}"#,
      #","body":{"a":{"b":[1],"c":null,"e":{"f":{"g":[1,2]}}},"a2":5}"#,
      #","body":{"a2":{"h":"\#(long)"},"a2":{"i":null,"j":1}},"body2":1,"body2":[2,3]"#,
    ]
    let recording = try RideRecording(
      content: Self.part([Self.header] + changes.enumerated().map { Self.poll($0, $1) }))
    for poll in polls(recording) {
      var writer = JSONWriter()
      writer.write(.object(poll.document.members), sortsMembers: false)
      let line =
        #"{"trip":"\#(Self.name(0))","poll":\#(String(decoding: writer.bytes, as: UTF8.self))}"#
      let whole = try RideRecording(content: Self.part([Self.header, line]))
      #expect(poll.document.weight == polls(whole).first?.document.weight)
    }
    #expect(polls(recording).first?.document.weight == 22)
  }

  // MARK: - Many trips

  @Test func `One pass reads the polls that a pass for each trip reads`() async throws {
    var content: [UInt8] = []
    for round in 0..<4 {
      // The second round has no poll of the first trip, and the third a body that is no object.
      let lines = (0..<12).filter { round != 1 || $0 != 0 }.map { trip in
        Self.poll(round * 12 + trip, trip: trip, round == 2 ? #","body":3"# : Self.body)
      }
      content += try Self.part([Self.header] + lines + lines)
    }
    let recording = try RideRecording(content: content)
    var source = RecordingPolls(recording)
    var together: [String: [Duration]] = [:]
    while let next = await source.next() {
      together[next.trip, default: []].append(next.poll.start)
    }
    for (number, name) in recording.tripNames.enumerated() {
      var alone: [Duration] = []
      recording.readPolls(of: number) { alone.append($0.start) }
      #expect(alone == together[name])
      #expect(alone.count == (number == 0 ? 4 : 6))
    }
    #expect(source.problems == ["24 entries of a recording cannot be read."])
    #expect(polls(recording).map(\.entry) == Array(recording.entries.indices))
  }
}
