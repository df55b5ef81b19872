internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver

/// Reads a vehicle's trips from a provider's backend and sends it their statuses.
struct ProviderDispatch: TripDispatch {
  let client: ProviderClient
  let vehicleID: String

  func vehicle() async throws(TripDispatchError) -> Vehicle {
    try await call { () async throws(ProviderError) in try await client.vehicle(vehicleID) }
  }

  func trip(_ id: String) async throws(TripDispatchError) -> Trip {
    try await call { () async throws(ProviderError) in try await client.trip(id) }
  }

  func tell(_ progress: TripProgress) async throws(TripDispatchError) {
    try await call { () async throws(ProviderError) in
      _ = try await client.updateTripStatus(
        progress.tripID,
        progress.status,
        stopIndex: progress.stopIndex
      )
    }
  }

  private func call<Value>(
    _ work: () async throws(ProviderError) -> Value
  ) async throws(TripDispatchError) -> Value {
    do {
      return try await work()
    } catch {
      let kind: TripDispatchError.Kind =
        switch ExitStatus(error) {
        case .unavailable, .quota: .unavailable
        case .notPermitted: .notPermitted
        default: .refused
        }
      throw TripDispatchError(kind, error.sentence(backend: client.endpoint.authority))
    }
  }
}

/// The driver's tokens of a provider's backend.
struct ProviderTokens: AccessTokenProvider {
  let client: ProviderClient
  let vehicleID: String

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    do throws(ProviderError) {
      return try await client.token(.driver(vehicleID: vehicleID))
    } catch {
      throw AccessTokenError(
        reason: error.sentence(backend: client.endpoint.authority),
        isRecoverable: ExitStatus(error) == .unavailable
      )
    }
  }
}

/// A vehicle's tokens for every request: a driver's token is valid for its trips too.
struct VehicleTokens: AccessTokenProvider {
  let tokens: any AccessTokenProvider
  let vehicleID: String

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    try await tokens.accessToken(for: AuthorizationContext(vehicleID: vehicleID))
  }

  func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    await tokens.discard(token, for: AuthorizationContext(vehicleID: vehicleID))
  }
}
