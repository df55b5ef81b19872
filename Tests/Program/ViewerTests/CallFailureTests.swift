import FleetEngine
import HTTPMessages
import ProviderBackend
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A failed call in words` {
  private static let trip = "providers/acme/trips/t"
  private static let vehicle = "providers/acme/vehicles/car-1"

  private func error(
    _ code: RPCCode, _ cause: FleetEngineError.Cause = .server, operation: String = "GetTrip",
    message: String = "No."
  ) -> FleetEngineError {
    FleetEngineError(operation: operation, code: code, message: message, cause: cause)
  }

  private func failure(
    _ error: FleetEngineError, _ name: String = trip, _ token: CallFailure.SeenToken = .unknown
  ) -> CallFailure {
    var facts = CallFailure.Facts(name: name, server: "E")
    facts.token = token
    return CallFailure(error, facts)
  }

  private static let causes: [FleetEngineError.Cause] =
    [
      .server, .token(AccessTokenError(reason: "No key.")),
      .token(AccessTokenError(reason: "Of b", problem: .otherResource(id: "b"))),
      .token(AccessTokenError(reason: "Late", problem: .expired)),
      .token(AccessTokenError(reason: "It failed", problem: .command)), .token(.cancelled),
      .unreadableAnswer(contentType: "text/html"), .unreadableAnswer(contentType: ""),
      .unreadableAnswer(contentType: "application/json"), .otherResource, .otherServer, .request,
    ]

    + [
      .nameNotResolved, .unreachable, .connectionLost, .timedOut, .insecure, .answerTooLarge,
      .malformedAnswer, .cancelled, .refused,
    ].map { .transport(HTTPTransportError($0)) }

  private static let proxyCauses: [FleetEngineError.Cause] = [
    ProxyProblem.Kind.nameNotResolved, .unreachable, .needsPassword, .refuses(status: 403),
    .disconnected,
  ].map { kind in
    let proxy = "a-proxy-with-a-long-name.of.a.large-company.example.com:8080"
    let problem = ProxyProblem(proxy: proxy, source: "https_proxy", kind: kind)
    return .transport(HTTPTransportError(.unreachable, proxyProblem: problem))
  }

  @Test(arguments: RPCCode.allCases)
  func `Each failure has whole sentences for every resource and token`(code: RPCCode) {
    let signed = CallFailure.SeenToken.signed(
      ids: ["tripid": "*"], projectID: "acme", refusals: ["It has no audience"])
    let operations = [
      "GetTrip", "GetVehicle", "UpdateVehicle", "CreateVehicle", "UpdateTrip", "CreateTrip",
    ]
    for cause in Self.causes + Self.proxyCauses {
      for operation in operations {
        for name in [Self.trip, Self.vehicle, "malformed", ""] {
          for token in [.unknown, .plain, signed] {
            let error = error(code, cause, operation: operation, message: "")
            expectSentences(failure(error, name, token), isNamed: name.contains("acme"))
            expectLine(failure(error, name, token), error)
          }
        }
      }
    }
  }

  private func expectSentences(_ failure: CallFailure, isNamed: Bool) {
    for sentence in [failure.summary] + failure.explanation {
      #expect(sentence.last.map { ".?!".contains($0) } == true, "\(sentence)")
      for wrong in ["..", "  ", " .", ",."] { #expect(!sentence.contains(wrong), "\(sentence)") }
      // A full stop would be copied with a command.
      let words = sentence.split(separator: " ").suffix(2).joined(separator: " ")
      #expect(!words.contains("--project") && !words.contains("doctor "), "\(sentence)")
      if isNamed { #expect(!sentence.contains("this resource"), "\(sentence)") }
    }
    #expect(!failure.phrase.hasSuffix(".") && !failure.word.isEmpty)
    #expect(failure.phrase.first?.isUppercase == false, "\(failure.phrase)")
  }

  private func expectLine(_ failure: CallFailure, _ error: FleetEngineError) {
    #expect(failure.text(error, about: "R").hasPrefix("R: \(error.code.name): "))
    let line = failure.retryLine(
      error, attempt: 12, next: "in 25 s", keys: .standard, isShort: true)
    #expect(line.count <= 78 || error.bucket != .recoverable, "\(line)")
  }

  @Test func `A server that is not Fleet Engine is named instead of the trip`() {
    let page = FleetEngineError(
      operation: "GetTrip", code: .notFound, message: "The server answered with HTTP status 404.",
      httpStatus: 404, cause: .otherServer)
    let failure = failure(page)
    #expect(
      failure.text(page, about: "R")
        == "R: NOT_FOUND (HTTP 404): E is not Fleet Engine. It answered with HTTP status 404 and no "
        + "error of Fleet Engine's. Check --endpoint; a captive portal or a proxy may answer in its "
        + "place.")
    #expect(failure.outcome == .unavailable)
    #expect(page.bucket == .needsAction)
  }

  @Test func `A response that exceeds a limit is not called another server's`() {
    let cause = FleetEngineError.Cause.unreadableAnswer(contentType: "application/json")
    let excess = error(.internal, cause, message: "The trip holds more than 7 waypoints.")
    #expect(
      failure(excess).text(excess, about: "R")
        == "R: INTERNAL: E's reply was not used. The trip holds more than 7 waypoints.")
  }

  @Test func `An error of a server is said in words, with what to do and the server's own`() {
    #expect(
      failure(error(.notFound)).text == "The provider acme has no trip t. Check the ID, and the "
        + "provider, which is the Google Cloud project. It may not exist yet, or was deleted: Fleet "
        + "Engine keeps trips for 7 days. The server says: No.")
    let silent = failure(error(.permissionDenied, message: ""))
    #expect(silent.text.hasPrefix("The server refused this token for this trip. Possible: "))
    #expect(!silent.text.contains("says"))
  }

  @Test(arguments: ["GetTrip", "GetVehicle"])
  func `A refused name and a refused token have the causes of Google's guides`(operation: String) {
    let name = operation == "GetTrip" ? Self.trip : Self.vehicle
    let malformed = failure(error(.invalidArgument, operation: operation), name)
    #expect(
      malformed.advice.contains {
        $0.hasSuffix("; PROVIDER is the ID of the Google Cloud project.")
      })
    let denied = failure(error(.permissionDenied, operation: operation), name)
    #expect(denied.advice.contains { $0.hasPrefix("Possible: token missing, not valid or for ") })
  }

  @Test(arguments: [RPCCode.unauthenticated, .permissionDenied])
  func `A refused vehicle is explained with the role that may read it`(code: RPCCode) {
    for token in [CallFailure.SeenToken.unknown, .plain] {
      let failure = failure(error(code, operation: "GetVehicle"), Self.vehicle, token)
      #expect(failure.advice.contains { $0.contains("roles/fleetengine.") })
    }
  }

  @Test func `A token of another trip or project is named`() {
    let ids = ["tripid": "other"]
    let denied = error(.permissionDenied)
    #expect(
      failure(denied, Self.trip, .signed(ids: ids, projectID: "acme", refusals: [])).summary
        == "The token is for trip other, not for t.")
    let foreign = failure(denied, Self.trip, .signed(ids: [:], projectID: "x", refusals: []))
    #expect(foreign.summary == "The token is of project x, the trip of provider acme.")
    #expect(foreign.advice[0].hasPrefix("ridealong doctor providers/x/trips/t shows"))
  }

  @Test func `A clock is blamed only if it is off or not known`() {
    func text(_ offset: Duration?) -> String {
      var facts = CallFailure.Facts(name: Self.trip, server: "E")
      facts.clockOffset = offset
      return CallFailure(error(.unauthenticated), facts).explanation.joined(separator: " ")
    }
    #expect(text(nil).contains("and this machine's clock."))
    #expect(!text(.seconds(2)).contains("clock"))
    #expect(text(.seconds(-90)).contains("This machine's clock is 1 min 30 s ahead of"))
  }

  @Test(arguments: [
    ("The token's audience is not https://fleetengine.googleapis.com/.", false),
    ("The token names no issuer.", false), ("The claim iat is not a number.", false),
    ("The driver's token was signed without a vehicle id.", false),
    ("The request's authorization is not a bearer token.", false),
    ("The token expired 5 s ago.", true),
    ("The token was issued in the future, 9 s from now.", true),
    ("Request had invalid authentication credentials.", true), ("", true),
  ]) func `A clock is not blamed if the server names a claim of the token`(
    message: String, isClock: Bool
  ) {
    let text = failure(error(.unauthenticated, message: message)).text
    #expect(text.contains("this machine's clock") == isClock, "\(text)")
    #expect(text.contains("token inspect") != isClock, "\(text)")
  }

  @Test(arguments: [
    (400, CallFailure.Outcome.refused), (401, .notPermitted), (404, .notFound), (429, .quota),
    (408, .unavailable), (503, .unavailable),
  ]) func `An error of a provider's backend has the outcome of its status`(
    status: Int, outcome: CallFailure.Outcome
  ) {
    let error = ProviderError(operation: "GET /trip", message: "No.", httpStatus: status)
    let failure = CallFailure(error, backend: "B")
    #expect(failure.outcome == outcome)
    #expect(failure.text.contains("(HTTP \(status)). No."))
  }

  @Test func `The key of another project is named as such on a card`() {
    let denied = FleetEngineError(
      operation: "GetTrip", code: .permissionDenied, message: "No.",
      tokenAccount: "driver@other.iam.gserviceaccount.com")
    #expect(failure(denied).summary == "The token is of project other, the trip of provider acme.")
  }

  @Test func `A token without a scope is explained with the scope that it needs`() {
    let denied = failure(error(.permissionDenied, message: "JWT does not contain any scopes."))
    #expect(denied.summary == "The token has neither authorization nor a scope.")
    #expect(denied.advice[0].contains("https://www.googleapis.com/auth/cloud-platform"))
    #expect(denied.outcome == .notPermitted)
  }

  @Test(arguments: [HTTPTransportError.Kind.timedOut, .connectionLost])
  func `A booking that may have arrived is not advised to be sent again`(
    kind: HTTPTransportError.Kind
  ) {
    func failure(_ operation: String) -> CallFailure {
      let cause = ProviderError.Cause.transport(HTTPTransportError(kind))
      let error = ProviderError(operation: operation, message: "", cause: cause)
      return CallFailure(error, backend: "B")
    }
    #expect(failure("POST /trip/new").isUncertain)
    #expect(failure("POST /trip/new").advice.isEmpty)
    #expect(!failure("GET /trip").isUncertain)
  }
}
