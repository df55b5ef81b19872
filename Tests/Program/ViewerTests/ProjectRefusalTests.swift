import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `Refusals about a project` {
  /// The words for a refusal about a project; nil for any other refusal.
  private func refusal(_ message: String, _ details: [RPCDetail] = []) -> CallFailure? {
    let error = FleetEngineError(
      operation: "GetTrip", code: .permissionDenied, message: message, httpStatus: 403,
      details: details)
    return CallFailure(
      project: error, CallFailure.Facts(name: "providers/acme/trips/t", server: "E"))
  }

  private func info(
    _ reason: String, consumer: String? = nil, service: String? = "fleetengine.googleapis.com",
    domain: String = "googleapis.com"
  ) -> [RPCDetail] {
    var metadata: [String: String] = [:]
    metadata["consumer"] = consumer
    metadata["service"] = service
    return [.errorInfo(reason: reason, domain: domain, metadata: metadata)]
  }

  private static let notUsed =
    "Fleet Engine API has not been used in project acme before or it is disabled. Enable it by "
    + "visiting https://console.developers.google.com/apis/api/fleetengine.googleapis.com."
  private static let quota =
    "Your application is authenticating by using local Application Default Credentials. The "
    + "fleetengine.googleapis.com API requires a quota project, which is not set by default."
  private static let login = "The token is of a person's login, for which no quota project is set."

  @Test func `A refusal about a project is recognized by its error details`() {
    func summary(_ reason: String, _ consumer: String, service: String? = nil) -> String? {
      refusal("off", info(reason, consumer: consumer, service: service))?.summary
    }
    let disabled = "SERVICE_DISABLED"
    #expect(
      summary(disabled, "projects/123")
        == "Fleet Engine's API is not enabled for the project with the number 123.")
    #expect(
      summary(disabled, "projects/acme", service: "iam.googleapis.com")
        == "The API iam.googleapis.com is not enabled for the project acme.")
    #expect(
      summary("USER_PROJECT_DENIED", "projects/a")
        == "The token's account may not use the quota of the project a.")
    #expect(
      summary("BILLING_DISABLED", "projects/a") == "Billing is switched off for the project a.")
    // What gcloud's own projects lack is a project to count on.
    for number in ["32555940559", "764086051850"] {
      #expect(summary(disabled, "projects/\(number)") == Self.login)
    }
    #expect(refusal(Self.quota, info(disabled, consumer: "projects/1"))?.summary == Self.login)
  }

  @Test
  func `A refusal about a project is recognized by Google's text only without error details`() {
    #expect(
      refusal(Self.notUsed)?.summary == "Fleet Engine's API is not enabled for the project acme.")
    #expect(refusal(Self.quota)?.summary == Self.login)
    #expect(
      refusal(Self.notUsed.replacing("project acme", with: "project 764086051850"))?.summary
        == Self.login)
    #expect(
      refusal("Caller does not have required permission to use project a-b. Grant the caller")?
        .summary == "The token's account may not use the quota of the project a-b.")
    // Details that tell another reason count more than any words.
    #expect(refusal(Self.notUsed, info("IAM_PERMISSION_DENIED")) == nil)
    for message in [
      "", "The quota project other is wrong: it is disabled.", "Permission denied.",
      "The trip of project other has not been used in project x.",
      "The account has not been used in project acme, it is disabled.",
    ] { #expect(refusal(message) == nil, "\(message)") }
  }

  @Test func `A server's text is in a suggested command only if it is a project's name`() throws {
    for consumer in ["projects/$(reboot)", "projects/a b", "projects/--x", "x", "projects/"] {
      let found = try #require(refusal("off", info("SERVICE_DISABLED", consumer: consumer)))
      #expect(found.summary == "Fleet Engine's API is not enabled for the project acme.")
    }
    let other = try #require(refusal("off", info("SERVICE_DISABLED", consumer: "projects/other")))
    #expect(other.summary.contains("for the project other, which the token counts on"))
    #expect(
      other.advice[0].hasSuffix("enable fleetengine.googleapis.com --project other enables it."))
    let quota = try #require(refusal(Self.quota))
    #expect(quota.advice.contains { $0.contains("set-quota-project acme") })
    #expect(quota.advice.contains { $0.contains("x-goog-user-project") })
  }

  @Test func `A refusal about a project is explained without the server's words`() {
    let error = FleetEngineError(
      operation: "GetTrip", code: .permissionDenied, message: Self.notUsed)
    let failure = CallFailure(error, .init(name: "providers/acme/trips/t", server: "E"))
    #expect(failure.message.isEmpty)
    #expect(
      failure.text.hasPrefix(
        "Fleet Engine's API is not enabled for the project acme. gcloud services enable "))
  }
}
