import JSON
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `Columns of JSON objects` {
  private static let object: JSONObject = [
    "trip": .text("t"), "next": .object(["eta": .text("12:00"), "index": .number(2)]),
    "trips": .list([.text("a"), .text("b")]), "lat": .number(-1.5), "passed": .flag(true),
    "stops": .list([.object(["lat": .number(1)])]),
  ]

  private func arguments(_ text: String) throws -> Arguments {
    try Arguments(["--columns", text], options: [.columns])
  }

  @Test func `The members that can be columns are those of the documentation`() throws {
    let document = try DocumentedMembers()
    #expect(Set(JSONMembers.trip) == document["trip"])
    #expect(Set(JSONMembers.error) == document["error"])
    #expect(Set(JSONMembers.vehicle) == document["vehicle"])
  }

  @Test func `Cells are the values of an object at the paths of the columns`() {
    let columns = MemberColumns(["next.eta", "lat", "none", "trips", "passed", "stops"])
    #expect(columns.cells(Self.object) == ["12:00", "-1.5", "", "a b", "true", #"[{"lat":1}]"#])
    #expect(columns.csv.header.text == "next.eta,lat,none,trips,passed,stops")
    #expect(columns.csv.line(Self.object).text == #"12:00,-1.5,,a b,true,"[{""lat"":1}]""#)
  }

  @Test func `An object of some columns has their members, in objects as before`() {
    let part = MemberColumns(["next.index", "trip", "none"]).part(of: Self.object)
    #expect(part == ["next": .object(["index": .number(2)]), "trip": .text("t")])
  }

  @Test func `Columns are members, objects and lists, each at most once`() throws {
    let known = ["trip", "next.eta", "stops[].lat", "trips[]"]
    let columns = try MemberColumns(arguments("next, trip,stops,trips,next.eta"), among: known)
    #expect(columns?.names == ["next", "trip", "stops", "trips", "next.eta"])
    #expect(try MemberColumns(Arguments([], options: []), among: known) == nil)
    for (text, problem) in [
      ("eta", "no member is named eta. Did you mean next.eta?"), ("trip,trip", "names trip twice"),
      ("trip,", "must be one of trip, next, next.eta, stops, trips, not ."), ("stops.lat", "not"),
      ("nxt.eta", "Did you mean next.eta?"),
    ] {
      let error = #expect(throws: CommandError.self) {
        _ = try MemberColumns(arguments(text), among: known)
      }
      #expect(error?.status == .usage && error?.message.contains(problem) == true, "\(text)")
    }
  }
}
