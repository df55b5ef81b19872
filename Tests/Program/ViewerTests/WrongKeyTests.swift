import FleetEngine
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A service account key with the wrong role` {
  private func failure(
    _ account: String?, _ operation: String = "GetTrip", _ code: RPCCode = .unauthenticated
  ) -> CallFailure {
    CallFailure(
      FleetEngineError(operation: operation, code: code, message: "No.", tokenAccount: account),
      CallFailure.Facts(name: "providers/p/trips/t", server: "E"))
  }

  @Test(arguments: [
    ("driver@p.iam.gserviceaccount.com", "CreateVehicle"), ("fleet-driver@p", "CreateTrip"),
    ("consumer@p", "UpdateVehicle"), ("My-Rider-App2@p", "UpdateVehicle"),
    ("driver@p", "CreateVehicle"), ("fleet-reader@p", "UpdateTrip"),
  ]) func `A key with the wrong role is reported with the required role`(
    account: String, operation: String
  ) {
    for code in [RPCCode.unauthenticated, .permissionDenied] {
      let failure = failure(account, operation, code)
      #expect(failure.causes.first?.hasPrefix("Key: \(account) (") == true)
      #expect(failure.advice.last?.hasPrefix("Needed: ") == true)
      #expect(failure.explanation.last == "The server says: No.")
    }
  }

  @Test func `A rider's key is reported as the wrong key for driving a vehicle`() {
    let failure = failure("consumer@p", "UpdateVehicle")
    #expect(
      failure.summary
        == "The key is a rider's, but driving a vehicle needs a driver's or a server's.")
    #expect(failure.explanation.joined().contains("Driver SDK User"))
    #expect(failure.explanation.joined().contains("Consumer SDK User"))
  }

  @Test(arguments: [
    "driver@p", "server@p", "someone@p", "driver-backend@p", "", "@", "conductor@consumer",
  ]) func `A key is not reported if its name does not suggest the wrong role`(account: String) {
    #expect(!failure(account, "UpdateTrip").summary.hasPrefix("The key"))
  }

  @Test(arguments: ["consumer@p", "driver@p", "server@p", "fleet-reader@p"])
  func `The keys of all roles may follow a trip`(account: String) {
    #expect(!failure(account).summary.hasPrefix("The key"))
  }

  @Test func `A key with the wrong role is not reported for other failures`() {
    #expect(!failure(nil).summary.hasPrefix("The key"))
    #expect(!failure("consumer@p", "UpdateTrip", .notFound).summary.hasPrefix("The key"))
    #expect(!failure("consumer@p", "GetVehicle").summary.hasPrefix("The key"))
    #expect(CallFailure(account: "consumer@p", operation: "GetVehicle") != nil)
    let error = FleetEngineError(
      operation: "UpdateTrip", code: .unauthenticated, message: "",
      cause: .token(AccessTokenError(reason: "none")), tokenAccount: "consumer@p")
    let failure = CallFailure(error, CallFailure.Facts(name: "providers/p/trips/t", server: "E"))
    #expect(failure.summary == "There is no usable access token.")
  }
}
