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
  ]) func `A merge patch turns the old object into the new one`(
    old: String, new: String, patch: String?
  ) throws {
    let difference = MergePatch.difference(from: try object(old), to: try object(new))
    #expect(difference == (try patch.map(object)))
    var result = try object(old)
    MergePatch.apply(difference ?? [:], to: &result)
    #expect(result == (try object(new)))
  }

  @Test func `The time to compare two objects grows with their members`() {
    let growth = growth { count in
      (0..<2).map { other in
        JSONObject((0..<count).map { ("member number \($0 / 2 * 2 + other)", .number(0)) })
      }
    } work: { objects in
      #expect(MergePatch.difference(from: objects[0], to: objects[1]) != nil)
    }
    #expect(growth < linearGrowth)
  }

  @Test func `The time to apply a patch grows with its members`() {
    let growth = growth { count in
      JSONObject((0..<count).map { ("member number \($0)", .number(Double($0))) })
    } work: { patch in
      var object = JSONObject()
      MergePatch.apply(patch, to: &object)
      #expect(object.members.count == 1_000)
    }
    #expect(growth < linearGrowth)
  }

  @Test func `Patches give an object at most 1,000 members`() {
    var object = JSONObject()
    for number in 0..<1_002 {
      MergePatch.apply(["m\(number)": .flag(true), "m0": .number(Double(number))], to: &object)
    }
    #expect(object.members.count == 1_000)
    #expect(object["m0"] == .number(1_001))
  }
}
