import FleetEngine
import TestSupport
import Testing
import Viewer

@Suite(.limited) struct `A service account key with the wrong role` {
  private func error(
    _ account: String?,
    _ operation: String = "GetTrip",
    _ code: RPCCode = .unauthenticated
  ) -> FleetEngineError {
    FleetEngineError(operation: operation, code: code, message: "No.", tokenAccount: account)
  }

  @Test(arguments: [
    ("driver@p.iam.gserviceaccount.com", "GetTrip"), ("fleet-driver@p", "GetTrip"),
    ("consumer@p", "UpdateVehicle"), ("My-Rider-App2@p", "UpdateVehicle"),
    ("driver@p", "CreateVehicle"), ("fleet-reader@p", "UpdateTrip"),
  ])
  func `A key with the wrong role is reported with the required role`(
    account: String,
    operation: String
  ) throws {
    for code in [RPCCode.unauthenticated, .permissionDenied] {
      let key = try #require(WrongKey(error(account, operation, code)))
      #expect(key.advice.first?.hasPrefix("Key: \(account) (") == true)
      #expect(key.advice.last?.hasPrefix("Needed: ") == true)
    }
  }

  @Test func `A driver's key is reported as the wrong key for following a trip`() {
    let key = WrongKey(error("driver@p"))
    #expect(
      key?.summary == "The key is a driver's, but following a trip needs a rider's or a server's."
    )
    #expect(key?.advice.joined().contains("Driver SDK User") == true)
    #expect(key?.advice.joined().contains("Consumer SDK User") == true)
  }

  @Test(arguments: [
    "consumer@p", "server@p", "fleet-reader@p", "someone@p", "driver-backend@p", "", "@",
    "conductor@driver",
  ])
  func `A key is not reported if its name does not suggest the wrong role`(
    account: String
  ) {
    #expect(WrongKey(error(account)) == nil)
  }

  @Test func `A key with the wrong role is not reported for other failures`() {
    #expect(WrongKey(error(nil)) == nil)
    #expect(WrongKey(error("driver@p", "GetTrip", .notFound)) == nil)
    #expect(WrongKey(error("consumer@p", "GetVehicle")) == nil)
    #expect(WrongKey(account: "consumer@p", operation: "GetVehicle") != nil)
    let token = AccessTokenError(reason: "none")
    let failure = FleetEngineError(
      operation: "GetTrip",
      code: .unauthenticated,
      message: "",
      cause: .token(token),
      tokenAccount: "driver@p"
    )
    #expect(WrongKey(failure) == nil)
  }
}
