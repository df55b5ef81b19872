import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The exit status` {
  private func error(
    _ code: RPCCode, _ cause: FleetEngineError.Cause = .server, message: String = "No."
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
    (.otherResource, .unavailable), (.otherServer, .unavailable), (.request, .usage),
  ])
  func `A failure without a server's error has its own exit status`(
    cause: FleetEngineError.Cause,
    status: RidealongCLI.ExitStatus
  ) {
    #expect(RidealongCLI.ExitStatus(error(.unavailable, cause)) == status)
  }

  @Test func `A command that a signal ends has the status 128 plus the signal's number`() {
    #expect(RidealongCLI.ExitStatus.hangup.rawValue == 129)
    #expect(RidealongCLI.ExitStatus.interrupt.rawValue == 130)
    #expect(RidealongCLI.ExitStatus.quit.rawValue == 131)
    #expect(RidealongCLI.ExitStatus.terminated.rawValue == 143)
  }
}
