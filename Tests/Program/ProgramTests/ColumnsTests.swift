import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

private func name(_ id: String) -> String { "providers/demo-project/trips/\(id)" }

@Suite(.blocking) struct `Chosen columns` {
  private let folder = TestFolder()

  private func fleet() throws -> ScriptedServer {
    try SmallFleet(["a": "NEW", "long": "COMPLETE"]).server()
  }

  @Test func `Chosen columns of several trips are an aligned table with a row for a failure`()
    throws
  {
    let outcome = try folder.follow(
      [name("a"), name("long"), name("none"), "--once", "--columns", "trip,status,vehicle.id"],
      fleet())
    #expect(outcome.status == 3)
    #expect(
      outcome.output == """
        trip                               status    vehicle.id
        providers/demo-project/trips/a     NEW       v1
        providers/demo-project/trips/long  COMPLETE  v1
        providers/demo-project/trips/none

        """)
    #expect(outcome.errors.contains("ridealong: \(name("none")): NOT_FOUND"))
  }

  @Test func `Chosen columns of one trip are a table, CSV, or a smaller object`() throws {
    let server = try fleet()
    let words = [name("a"), "--once", "--columns", "status,vehicle.id,next.kind"]
    let table = try folder.follow(words, server)
    #expect(table.status == 0, "\(table.errors)")
    #expect(table.output == "status  vehicle.id  next.kind\nNEW     v1          pickup\n")
    let csv = try folder.follow(words + ["--csv"], server)
    #expect(csv.output == "status,vehicle.id,next.kind\r\nNEW,v1,pickup\r\n")
    let json = try folder.follow(words + ["--json"], server)
    #expect(
      json.output == #"{"status":"NEW","vehicle":{"id":"v1"},"next":{"kind":"pickup"}}"# + "\n")
  }

  @Test func `Chosen columns of a trip that fails have the error's members`() throws {
    let words = [name("none"), "--once", "--columns", "trip,status,code"]
    let server = try fleet()
    let table = try folder.follow(words, server)
    #expect(table.status == 3 && table.errors.contains("NOT_FOUND"))
    #expect(table.output.hasSuffix("\n\(name("none"))          NOT_FOUND\n"), "\(table.output)")
    let json = try folder.follow(words + ["--json"], server)
    #expect(json.status == 3)
    #expect(json.output == #"{"trip":"\#(name("none"))","code":"NOT_FOUND"}"# + "\n")
  }

  @Test func `Columns need --once, and CSV needs columns`() throws {
    let server = try fleet()
    for (words, problem) in [
      (["--columns", "status"], "--columns needs --once."),
      (["--columns", "status", "--json"], "--columns needs --once."),
      (["--csv", "--once"], "--csv needs --columns"),
      (["--csv", "--json", "--once", "--columns", "trip"], "exclude each other"),
      (["--once", "--columns", "statsu"], "Did you mean status?"),
    ] {
      let outcome = try folder.follow([name("a")] + words, server)
      #expect(outcome.status == 2 && outcome.errors.contains(problem), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }
}
