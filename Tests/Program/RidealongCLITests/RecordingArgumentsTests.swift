import RideTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The files and the trip of a command line` {
  private let folder = TestFolder()
  private static let trips = [
    "providers/p/trips/42", "providers/q/trips/42", "providers/p/trips/a.b",
  ]

  private func words(_ words: String...) throws(CommandError) -> RecordingArguments {
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    return try RecordingArguments(try Command.inspect.parse(words))
  }

  private func error(_ run: () throws(CommandError) -> Void) -> CommandError? {
    do {
      try run()
      return nil
    } catch { return error }
  }

  private func selected(_ words: RecordingArguments) -> [String] {
    Self.trips.filter(words.selects)
  }

  @Test func `The last of several words is a trip if no file is there`() throws {
    let (one, two) = (folder.file("one", ""), folder.file("two.ride", ""))
    let files = try words(one, two)
    #expect(files.paths == [one, two] && selected(files) == Self.trips)
    let byID = try words(one, two, "a.b")
    #expect(byID.paths == [one, two] && selected(byID) == ["providers/p/trips/a.b"])
    #expect(selected(try words(one, "42")).count == 2)
    #expect(selected(try words(one, "providers/q/trips/42")) == ["providers/q/trips/42"])
    #expect(try words(one, folder.path).paths == [one, folder.path])
    // A single word is a file, whatever it looks like.
    #expect(try words("providers/q/trips/42").paths == ["providers/q/trips/42"])
  }

  @Test func `A file that does not exist is no trip`() throws {
    let one = folder.file("one", "")
    for missing in ["FOLDER/none", "none.ride", "none.json", "none.jsonl.gz", "a/b"] {
      let error = error { () throws(CommandError) in _ = try words(one, missing) }
      #expect(error?.status == .usage)
      #expect(error?.message.contains("none does not exist") == true || missing != "FOLDER/none")
      #expect(error?.message.contains("FILE... [TRIP]") == true)
    }
    let swapped = error { () throws(CommandError) in _ = try words("42", one) }
    #expect(swapped?.message.hasPrefix("42 does not exist.") == true)
    let empty = error { () throws(CommandError) in _ = try words() }
    #expect(empty?.message == "ridealong inspect needs a recording's FILE.")
  }

  @Test func `A trip that no file has is not found`() throws {
    let one = folder.file("one", "")
    let unknown = try words(one, "43")
    let error = error { () throws(CommandError) in try unknown.checkTrip(among: Self.trips) }
    #expect(error?.status == .notFound)
    #expect(error?.message.hasPrefix("The recording has no trip 43; it has providers/p") == true)
    #expect(error?.message.hasSuffix("There is no file 43 either.") == true)
    try words(one, "42").checkTrip(among: Self.trips)
    try words(one).checkTrip(among: Self.trips)
    let full = try words(one, "providers/p/trips/43")
    let other = self.error { () throws(CommandError) in try full.checkTrip(among: Self.trips) }
    #expect(other?.status == .notFound && other?.message.contains("no file") == false)
  }
}
