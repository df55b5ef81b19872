import FleetEngine
import TestSupport
import Testing

@Suite(.limited) struct `Resource names` {
  @Test(arguments: [
    "providers/acme/trips/42", "providers/a-b/trips/Zürich 7", "providers/p/trips/a%2Fb",
    "providers/p/trips/" + String(repeating: "x", count: 64),
  ]) func `Resource names are read and written unchanged`(_ text: String) throws {
    #expect(try TripName(parsing: text).description == text)
  }

  @Test(arguments: [
    ("trips/42", ResourceNameError.Reason.form), ("providers/p/vehicles/v", .form),
    ("providers/p/trips", .form), ("providers/p/trips/a/b", .form), ("/providers/p/trips/a", .form),
    ("providers//trips/a", .empty), ("providers/p/trips/", .empty),
    ("providers/p/trips/a:b", .forbiddenCharacter), ("providers/p/trips/a?b", .forbiddenCharacter),
    ("providers/p/trips/a,b", .forbiddenCharacter), ("providers/p/trips/a#b", .forbiddenCharacter),
    ("providers/p/trips/..", .forbiddenCharacter),
    ("providers/p/trips/a\u{1B}[2J", .forbiddenCharacter),
    ("providers/p/trips/a\u{202E}b", .forbiddenCharacter),
    ("providers/p/trips/" + String(repeating: "x", count: 65), .tooLong),
  ]) func `The error about an invalid resource name states the broken rule`(
    _ text: String, _ reason: ResourceNameError.Reason
  ) {
    #expect { _ = try TripName(parsing: text) } throws: { error in
      (error as? ResourceNameError)?.reason == reason
    }
  }

  @Test func `The resource name of a vehicle is not that of a trip`() throws {
    #expect(try VehicleName(parsing: "providers/p/vehicles/v").vehicleID == "v")
    #expect(throws: ResourceNameError.self) { try VehicleName(parsing: "providers/p/trips/v") }
  }
}
