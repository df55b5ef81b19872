internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import Viewer

/// The driver's tokens of a provider's backend.
struct ProviderTokens: AccessTokenProvider {
  let client: ProviderClient
  let vehicleID: String

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    do throws(ProviderError) {
      return try await client.token(.driver(vehicleID: vehicleID))
    } catch {
      if case .transport(let error) = error.cause, error.kind == .cancelled { throw .cancelled }
      let failure = CallFailure(error, backend: client.endpoint.authority)
      throw AccessTokenError(
        reason: failure.text(error), isRecoverable: failure.outcome == .unavailable)
    }
  }
}

/// A vehicle's tokens for every request: a driver's token is valid for its trips too.
struct VehicleTokens: AccessTokenProvider {
  let tokens: any AccessTokenProvider
  let vehicleID: String

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  { try await tokens.accessToken(for: AuthorizationContext(vehicleID: vehicleID)) }

  func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    await tokens.discard(token, for: AuthorizationContext(vehicleID: vehicleID))
  }
}
