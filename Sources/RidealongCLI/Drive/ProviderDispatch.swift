internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver

/// Gives a vehicle the trips that a provider's backend has for it.
struct ProviderDispatch: TripDispatch {
  let client: ProviderClient
  let vehicleID: String

  func vehicle() async throws(TripDispatchError) -> Vehicle {
    do throws(ProviderError) {
      return try await client.vehicle(vehicleID)
    } catch {
      throw failure(error)
    }
  }

  func trip(_ id: String) async throws(TripDispatchError) -> Trip {
    do throws(ProviderError) {
      return try await client.trip(id)
    } catch {
      throw failure(error)
    }
  }

  func tell(_ progress: TripProgress) async throws(TripDispatchError) {
    do throws(ProviderError) {
      _ = try await client.updateTripStatus(
        progress.tripID,
        progress.status,
        stopIndex: progress.stopIndex
      )
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: ProviderError) -> TripDispatchError {
    let kind: TripDispatchError.Kind =
      switch ExitStatus(error) {
      case .unavailable, .quota: .unavailable
      case .notPermitted: .notPermitted
      default: .refused
      }
    return TripDispatchError(kind, error.sentence(backend: client.endpoint.authority))
  }
}

/// The driver's tokens that a provider's backend hands out.
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

/// Tokens for a vehicle, whatever they are asked for: a driver's are good for its trips too.
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
