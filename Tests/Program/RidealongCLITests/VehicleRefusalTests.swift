import FleetEngine
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `A refused vehicle` {
  @Test(arguments: [RPCCode.unauthenticated, .permissionDenied])
  func `An error about a refused vehicle names the role that may read it`(code: RPCCode) throws {
    let vehicle = try VehicleName(providerID: "acme", vehicleID: "car-1")
    let refusal = ResourceRefusal(
      resource: .vehicle(vehicle),
      endpoint: "127.0.0.1:1",
      token: .none,
      clockOffset: nil
    )
    let error = FleetEngineError(operation: "GetVehicle", code: code, message: "no")
    #expect(refusal.diagnosis(error).advice.contains { $0.contains("roles/fleetengine.viewer") })
  }
}
