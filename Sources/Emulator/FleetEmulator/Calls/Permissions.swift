internal import FleetEngine
internal import JSONWebTokens

/// The permissions of authenticated callers.
///
/// See docs/protocol.md, "Endpoints" and "Order of checks".
extension Caller {
  static func roles(_ procedure: Route.Procedure) -> Set<ServiceRole> {
    switch procedure {
    case .getTrip, .getVehicle: [.server, .driver, .consumer, .fleetReader]
    case .searchVehicles, .searchFuzzedVehicles: [.server, .consumer, .fleetReader]
    case .searchTrips: [.server, .driver, .fleetReader]
    case .listVehicles: [.server, .fleetReader]
    case .updateVehicle, .updateVehicleLocation: [.server, .driver]
    case .createTrip, .updateTrip, .deleteTrip, .reportBillableTrip, .createVehicle,
      .deleteVehicle, .updateVehicleAttributes:
      [.server]
    }
  }

  /// Checks that a token of this role has the claims that it needs.
  ///
  /// Without scopes or `authorization` SearchVehicles is reported to succeed; see docs/protocol.md,
  /// "Order of checks".
  func checkClaims(_ procedure: Route.Procedure) throws(RPCFailure) {
    guard !isScoped || role == .server else {
      throw RPCFailure(
        .permissionDenied,
        "Only a server's account may use a scope; the token of a \(role.rawValue) needs "
          + "authorization and an audience.")
    }
    switch role {
    case .server, .fleetReader:
      guard let scopeRefusal, scopeRefusal != .noScopes || procedure != .searchVehicles else {
        return
      }
      throw RPCFailure(scopeRefusal)
    case .driver:
      guard vehicleID?.isEmpty == false else {
        throw RPCFailure(.unauthenticated, "The driver's token was signed without a vehicle id.")
      }
    case .consumer:
      guard let tripID, !tripID.isEmpty else {
        throw RPCFailure(.unauthenticated, "The consumer's token was signed without a trip id.")
      }
      guard tripID != "*" else {
        throw RPCFailure(.permissionDenied, "A consumer's token is for one trip, not for all.")
      }
    }
  }

  /// Checks that the token is for a resource.
  ///
  /// A driver may read the trips of its vehicle. The server's role ignores the token's claims, as
  /// Google's on-demand admin does.
  func check(_ procedure: Route.Procedure, id: String, tripsVehicleID: String?) throws(RPCFailure) {
    if role == .server { return }
    switch procedure {
    case .createTrip, .updateTrip, .deleteTrip, .getTrip:
      if role == .driver {
        guard vehicleID == "*" || (vehicleID == tripsVehicleID && vehicleID != nil) else {
          throw RPCFailure(.permissionDenied, "The token's vehicle does not drive this trip.")
        }
      } else {
        try Self.check(tripID, id, "trip", isRequired: needsTrip)
      }
    case .createVehicle, .updateVehicle, .deleteVehicle, .updateVehicleLocation,
      .updateVehicleAttributes:
      try Self.check(vehicleID, id, "vehicle", isRequired: needsVehicle)
    case .getVehicle:
      if role != .consumer { try Self.check(vehicleID, id, "vehicle", isRequired: needsVehicle) }
    case .searchTrips, .reportBillableTrip, .listVehicles, .searchVehicles, .searchFuzzedVehicles:
      return
    }
  }

  /// Checks that a driver searches the trips of its own vehicle.
  func checkSearch(ofTripsOf searched: String?) throws(RPCFailure) {
    guard role == .driver, vehicleID != "*", searched != vehicleID else { return }
    throw RPCFailure(
      .permissionDenied, "A driver may search the trips of the token's vehicle only.")
  }

  private var needsTrip: Bool { role == .consumer || role == .fleetReader }
  private var needsVehicle: Bool { role == .driver || role == .fleetReader }

  private static func check(
    _ claim: String?, _ id: String, _ kind: String, isRequired: Bool
  ) throws(RPCFailure) {
    guard let claim else {
      if isRequired { throw RPCFailure(.permissionDenied, "The token is for no \(kind).") }
      return
    }
    guard claim == "*" || claim == id else {
      throw RPCFailure(.permissionDenied, "The token is for another \(kind).")
    }
  }
}

extension RPCFailure {
  /// A known caller's token that opens no call; its cure is for the record of the call.
  init(_ refusal: TokenRefusal) {
    self.init(.permissionDenied, refusal.description)
    cure = refusal.cure
  }
}
