import FleetEmulator
import FleetEngine
import TestSupport

/// A provider's backend that signs tokens for its apps.
struct SimulatedTokens: AccessTokenProvider {
  let role: ServiceRole
  let network: SimulatedNetwork

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    let ids: [String: String?] =
      switch role {
      case .server, .fleetReader: ["tripid": "*", "vehicleid": "*"]
      case .driver: ["vehicleid": context.vehicleID]
      case .consumer: ["tripid": context.tripID]
      }
    do {
      try await network.pause(network.random.seconds(0.01...0.3))
      guard network.hasTokens else {
        throw AccessTokenError(reason: "The backend does not answer.", isRecoverable: true)
      }
      return try network.server.token(role, ids.compactMapValues(\.self))
    } catch let error as AccessTokenError { throw error } catch {
      throw AccessTokenError(reason: "\(error)", isRecoverable: true)
    }
  }
}
