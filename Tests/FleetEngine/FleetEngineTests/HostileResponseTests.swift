import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing

@Suite(.limited) struct `Hostile responses` {
  private func members(_ count: Int) -> String {
    (0..<count).map { #""k\#($0)":0"# }.joined(separator: ",")
  }

  @Test func `The time to read repeated members in snake_case grows with their number`() {
    let growth = growth { count in
      let pair = [("trip_status", JSONTree.text("NEW")), ("tripStatu\u{17F}", .number(0))]
      return JSONTree.object(JSONObject(repeatElement(pair, count: count / 2).flatMap(\.self)))
    } work: { tree in
      #expect(Trip(wire: tree)?.status == .new)
    }
    #expect(growth < linearGrowth)
  }

  @Test(arguments: [
    #"{"tripStatus":"NEW","trip_status":"COMPLETE"}"#,
    #"{"trip_status":"COMPLETE","tripStatus":"NEW"}"#,
    #"{"trip_status":"COMPLETE","trip_status":"NEW"}"#,
    #"{"trip_status":"COMPLETE","tripStatus":"NEW","trip_status":"CANCELED"}"#,
  ]) func `A member in camelCase wins, then the last one`(_ json: String) throws {
    #expect(try WireJSON.decode(Trip.self, from: Array(json.utf8)).status == .new)
  }

  @Test func `An invalid member in camelCase hides the one in snake_case`() throws {
    let json = #"{"trip_status":"COMPLETE","tripStatus":[]}"#
    #expect(try WireJSON.decode(Trip.self, from: Array(json.utf8)).status == .unspecified)
  }

  @Test func `An object of a response has at most 1,000 members`() throws {
    func decode(_ count: Int) throws -> Trip {
      try WireJSON.decode(Trip.self, from: Array(#"{"a":{\#(members(count))}}"#.utf8))
    }
    #expect(try decode(1_000) == Trip())
    #expect(throws: JSONError.tooMany) { try decode(1_001) }
  }

  @Test func `A cancelled task stops reading a long response`() async throws {
    let list = repeatElement("0", count: 5_000).joined(separator: ",")
    let transport = ScriptedTransport { _, _ in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return .json(#"{"x":[\#(list)]}"#)
    }
    let client = FleetEngineClient(
      endpoint: HTTPURL(scheme: .https, host: "example.com"), transport: transport,
      tokens: FixedTokens("T"))
    let name = try TripName(parsing: "providers/p/trips/t")
    let task = Task {
      await #expect(throws: FleetEngineError.self) { try await client.getTrip(name) }
    }
    #expect(await task.value?.code == .cancelled)
  }
}
