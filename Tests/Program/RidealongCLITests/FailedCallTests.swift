import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited)
struct `A failed call` {
  private func error(
    _ code: RPCCode,
    _ cause: FleetEngineError.Cause = .server,
    message: String = "No."
  ) -> FleetEngineError {
    FleetEngineError(operation: "GetTrip", code: code, message: message, cause: cause)
  }

  @Test(arguments: [
    (RPCCode.notFound, RidealongCLI.ExitStatus.notFound), (.unauthenticated, .notPermitted),
    (.permissionDenied, .notPermitted), (.resourceExhausted, .quota),
    (.unavailable, .unavailable), (.deadlineExceeded, .unavailable), (.internal, .unavailable),
    (.unknown, .unavailable), (.invalidArgument, .failure), (.unimplemented, .failure),
  ])
  func `An error of a server has its own exit status`(
    code: RPCCode,
    status: RidealongCLI.ExitStatus
  ) {
    #expect(RidealongCLI.ExitStatus(error(code)) == status)
  }

  @Test(arguments: [
    (
      FleetEngineError.Cause.transport(HTTPTransportError(.unreachable)),
      RidealongCLI.ExitStatus.unavailable
    ),
    (.transport(HTTPTransportError(.timedOut)), .unavailable),
    (.transport(HTTPTransportError(.insecure)), .unavailable),
    (.transport(HTTPTransportError(.refused)), .usage),
    (.token(AccessTokenError(reason: "No key.")), .notPermitted),
    (.token(AccessTokenError(reason: "Later.", isRecoverable: true)), .unavailable),
    (.unreadableAnswer(contentType: "text/html"), .unavailable),
    (.otherResource, .unavailable), (.request, .usage),
  ])
  func `A failure without a server's error has its own exit status`(
    cause: FleetEngineError.Cause,
    status: RidealongCLI.ExitStatus
  ) {
    #expect(RidealongCLI.ExitStatus(error(.unavailable, cause)) == status)
    let sentence = FailedCall(subject: "R", endpoint: "E", error: error(.unavailable, cause))
      .sentence
    #expect(sentence.hasPrefix("R: UNAVAILABLE: "))
    #expect(sentence.hasSuffix("."))
    #expect(!sentence.contains("..") && !sentence.contains("  "))
  }

  @Test func `A response that exceeds a limit is not called another server's`() {
    let cause = FleetEngineError.Cause.unreadableAnswer(contentType: "application/json")
    let excess = error(.internal, cause, message: "The trip holds more than 7 waypoints.")
    #expect(
      FailedCall(subject: "R", endpoint: "E", error: excess).sentence
        == "R: INTERNAL: the response of E was not used. The trip holds more than 7 waypoints."
    )
  }

  @Test
  func `An error of a server shows the server's message and what to do`() {
    let sentence = FailedCall(subject: "R", endpoint: "E", error: error(.notFound)).sentence
    #expect(sentence == "R: NOT_FOUND: No. Check the ID and the provider.")
    let trip = FailedCall(
      subject: "p/trips/t",
      endpoint: "E",
      error: error(.notFound),
      isAboutTrip: true
    ).sentence
    #expect(trip.hasSuffix("Check the ID and the provider; Fleet Engine keeps trips for 7 days."))
    let quota = error(.permissionDenied, message: "It requires a quota project.")
    #expect(
      FailedCall(subject: "R", endpoint: "E", error: quota).sentence
        == "R: PERMISSION_DENIED: It requires a quota project. ridealong doctor explains what to do."
    )
    let silent = FailedCall(
      subject: "R",
      endpoint: "E",
      error: error(.permissionDenied, message: "")
    )
    #expect(silent.sentence.hasPrefix("R: PERMISSION_DENIED: E gives no reason. Check that"))
  }

  @Test
  func `A command that a signal ends has the status 128 plus the signal's number`() {
    #expect(RidealongCLI.ExitStatus.hangup.rawValue == 129)
    #expect(RidealongCLI.ExitStatus.interrupt.rawValue == 130)
    #expect(RidealongCLI.ExitStatus.quit.rawValue == 131)
    #expect(RidealongCLI.ExitStatus.terminated.rawValue == 143)
  }
}
