import FleetEngine
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `Refusals about a project` {
  private func refusal(_ message: String, _ details: [RPCDetail] = []) -> ProjectRefusal? {
    ProjectRefusal(
      FleetEngineError(
        operation: "GetTrip",
        code: .permissionDenied,
        message: message,
        httpStatus: 403,
        details: details
      )
    )
  }

  private func info(
    _ reason: String,
    consumer: String? = nil,
    service: String? = "fleetengine.googleapis.com",
    domain: String = "googleapis.com"
  ) -> [RPCDetail] {
    var metadata: [String: String] = [:]
    metadata["consumer"] = consumer
    metadata["service"] = service
    return [.errorInfo(reason: reason, domain: domain, metadata: metadata)]
  }

  private static let service = "fleetengine.googleapis.com"
  private static let notUsed =
    "Fleet Engine API has not been used in project acme before or it is disabled. Enable it by "
    + "visiting https://console.developers.google.com/apis/api/fleetengine.googleapis.com."
  private static let quota =
    "Your application is authenticating by using local Application Default Credentials. The "
    + "fleetengine.googleapis.com API requires a quota project, which is not set by default."

  @Test func `A refusal about a project is recognized by its error details`() {
    #expect(
      refusal("off", info("SERVICE_DISABLED", consumer: "projects/123"))
        == .disabled(service: Self.service, project: "123")
    )
    #expect(
      refusal(
        "off",
        info("SERVICE_DISABLED", consumer: "projects/a", service: "iam.googleapis.com")
      )
        == .disabled(service: "iam.googleapis.com", project: "a")
    )
    #expect(
      refusal("no", info("USER_PROJECT_DENIED", consumer: "projects/a"))
        == .quotaProjectDenied(project: "a")
    )
    #expect(
      refusal("no", info("BILLING_DISABLED", consumer: "projects/a"))
        == .billingDisabled(project: "a")
    )
    // What gcloud's own projects lack is a project to count on.
    for number in ["32555940559", "764086051850"] {
      #expect(
        refusal("off", info("SERVICE_DISABLED", consumer: "projects/\(number)"))
          == .noQuotaProject
      )
    }
    #expect(
      refusal(Self.quota, info("SERVICE_DISABLED", consumer: "projects/1")) == .noQuotaProject
    )
  }

  @Test
  func `A refusal about a project is recognized by Google's text only without error details`() {
    #expect(refusal(Self.notUsed) == .disabled(service: Self.service, project: "acme"))
    #expect(refusal(Self.quota) == .noQuotaProject)
    #expect(
      refusal(Self.notUsed.replacing("project acme", with: "project 764086051850"))
        == .noQuotaProject
    )
    #expect(
      refusal("Caller does not have required permission to use project a-b. Grant the caller")
        == .quotaProjectDenied(project: "a-b")
    )
    // Details that tell another reason count more than any words.
    #expect(refusal(Self.notUsed, info("IAM_PERMISSION_DENIED")) == nil)
    for message in [
      "", "The quota project other is wrong: it is disabled.", "Permission denied.",
      "The trip of project other has not been used in project x.",
      "The account has not been used in project acme, it is disabled.",
    ] {
      #expect(refusal(message) == nil, "\(message)")
    }
  }

  @Test func `A server's text is in a suggested command only if it is a project's name`()
    throws
  {
    let trip = NamedResource.trip(try TripName(providerID: "acme", tripID: "t"))
    for consumer in ["projects/$(reboot)", "projects/a b", "projects/--x", "x", "projects/"] {
      let found = try #require(refusal("off", info("SERVICE_DISABLED", consumer: consumer)))
      #expect(found == .disabled(service: Self.service, project: nil))
      #expect(
        found.diagnosis(trip).sentence == "Fleet Engine's API is not enabled for the project acme."
      )
    }
    let other = try #require(refusal("off", info("SERVICE_DISABLED", consumer: "projects/other")))
    let disabled = other.diagnosis(trip)
    #expect(disabled.sentence.contains("for the project other, which the token counts on"))
    #expect(disabled.advice[0].hasSuffix("enable fleetengine.googleapis.com --project other"))
    let quota = ProjectRefusal.noQuotaProject.diagnosis(trip)
    #expect(quota.sentence.contains("no quota project is set"))
    #expect(quota.advice.contains { $0.contains("set-quota-project acme") })
    #expect(quota.advice.contains { $0.contains("x-goog-user-project") })
  }
}

@Suite(.limited) struct `Reasons why no vehicle is shown` {
  private static let now = Timestamp(seconds: 1_000_000)

  private func diagnosis(_ json: String) throws -> Diagnosis {
    Diagnosis(
      try WireJSON.decode(Vehicle.self, from: Array("{\(json)}".utf8)),
      id: "v",
      now: Self.now
    )
  }

  private static func location(_ age: Int64) -> String {
    #""lastLocation":{"location":{"latitude":1,"longitude":2},"updateTime":"\#(now - .seconds(age))"}"#
  }

  @Test(arguments: [
    (
      #""vehicleState":"OFFLINE""#,
      "Vehicle v is OFFLINE, has no active trip and has not reported a location yet.", 4
    ),
    (
      #""vehicleState":"ONLINE","currentTrips":["a"],\#(location(3))"#,
      "Vehicle v is ONLINE, has the trip a and reported its location 3 s ago.", 0
    ),
    (
      #""vehicleState":"ONLINE","currentTrips":["a","b","c","d"],\#(location(300))"#,
      "Vehicle v is ONLINE, has 4 trips (a, b, c and 1 more) and reported its location 5 min ago.",
      2
    ),
    (
      #""vehicleState":"ONLINE",\#(location(-60))"#,
      "Vehicle v is ONLINE, has no active trip and reports a location from 60 s in the future.", 2
    ),
  ])
  func `The reason why no vehicle is shown is one sentence, with what to do`(
    json: String,
    sentence: String,
    advice: Int
  ) throws {
    let diagnosis = try diagnosis(json)
    #expect(diagnosis.sentence == sentence)
    #expect(diagnosis.advice.count == advice)
    #expect(diagnosis.mark == (advice == 0 ? .ok : .warning))
  }
}
