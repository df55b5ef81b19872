import JSON
import RideRecordings
import TestSupport
import Testing

@Suite(.limited) struct `Merge patches` {
  private func object(_ text: String) throws -> JSONObject {
    try #require(try JSONTree(parsing: Array(text.utf8)).object)
  }

  @Test(arguments: [
    ("{}", "{}", nil),
    (#"{"a":1}"#, #"{"a":1}"#, nil),
    (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#),
    (#"{"a":1}"#, #"{"b":1}"#, #"{"b":1,"a":null}"#),
    (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":1,"c":3}}"#, #"{"a":{"c":3}}"#),
    (#"{"a":{"b":1}}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"a":[1,2]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"a":1}"#, #"{"a":{}}"#, #"{"a":{}}"#),
  ])
  func `A merge patch turns the old object into the new one`(
    old: String,
    new: String,
    patch: String?
  ) throws {
    let difference = MergePatch.difference(from: try object(old), to: try object(new))
    #expect(difference == (try patch.map(object)))
    var result = try object(old)
    MergePatch.apply(difference ?? [:], to: &result)
    #expect(result == (try object(new)))
  }
}
