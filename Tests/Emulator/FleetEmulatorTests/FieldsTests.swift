import FleetEngine
import HTTPMessages
import TestSupport
import Testing
import TrustLimits

@testable import FleetEmulator

@Suite(.limited) struct `The parameter fields` {
  private func get(_ mask: String) -> Step { Step(.get, "trips/t1", [("fields", mask)]) }

  @Test(arguments: [
    ("flavour", "Cannot find matching fields for path 'flavour'."), ("name,$", "path '$'."),
    ("tripStatus/x", "path 'tripStatus.x'."), ("pickupPoint(point(x))", "'pickupPoint.point.x'."),
    ("*/nothing", "path '*.nothing'."), ("pickupPoint(place", "matching ')' for all '('"),
    ("name)", "matching '(' for ')'"), (String(repeating: "a(", count: 500), "path 'a.a.a"),
    (String(repeating: "*/", count: 500), "path '*.*.*"),
  ]) func `The parameter fields is refused with what is wrong, also in the record of the call`(
    _ mask: String, _ words: String
  ) async throws {
    let rig = try Rig()
    try await rig.prepare()
    let status = try await rig.refusal(get(mask))
    #expect(status.code == .invalidArgument)
    guard case .badRequest(let violations)? = status.details.first else {
      Issue.record("There is no detail: \(status)")
      return
    }
    #expect(violations.map(\.field) == [String(mask.prefix(256))])
    #expect(violations.first?.description.contains(words) == true, "\(violations)")
    #expect(await rig.emulator.history.last?.warnings == violations.map(\.description))
  }

  @Test func `The parameter fields is limited in size`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let long = String(repeating: "name,", count: Limits.Emulator.fieldMaskBytes / 5)
    #expect(try await rig.send(get(long)).status == 200)
    #expect(try await rig.refusal(get(long + "name,")).message.contains("longer than 4096 bytes"))
  }

  @Test func `The parameter fields never fails otherwise, whatever it holds`() async throws {
    var random = SeededGenerator(seed: 23)
    let rig = try Rig()
    try await rig.prepare()
    let pieces =
      MessageSchema.trip.fields.keys.sorted() + [
        "(", ")", "(", ")", ",", ",", "/", ".", "*", "", " ", "_", "point", "location", "é", "\"",
      ]
    for _ in 0..<1_000 {
      let mask = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let response = try await rig.send(get(mask))
      #expect([200, 400].contains(response.status), "\(mask): \(response.text)")
    }
  }
}
