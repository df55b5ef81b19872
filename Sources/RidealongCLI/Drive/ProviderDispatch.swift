internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver

/// Gives a vehicle the trips that a provider's backend has for it.
///
/// Source: contract 8.4.
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
    return TripDispatchError(
      kind,
      FailedProviderCall.sentence(error, backend: client.endpoint.authority)
    )
  }
}

/// The driver's tokens that a provider's backend hands out.
///
/// Source: contract 3.5.
struct ProviderTokens: AccessTokenProvider {
  let client: ProviderClient
  let vehicleID: String

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  {
    do throws(ProviderError) {
      return try await client.token(.driver(vehicleID: vehicleID))
    } catch {
      throw AccessTokenError(
        reason: FailedProviderCall.sentence(error, backend: client.endpoint.authority),
        isRecoverable: ExitStatus(error) == .unavailable
      )
    }
  }
}

extension Wiring {
  /// The source of a driver's tokens: what the command line names, else the backend.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - name: The vehicle.
  ///   - backend: The backend, if there is one.
  ///   - command: The command that needs tokens.
  /// - Returns: The source.
  /// - Throws: That there is no source or more than one, or what is wrong with it.
  func driverTokens(
    _ arguments: Arguments,
    _ name: VehicleName,
    _ backend: ProviderClient?,
    for command: Command
  ) throws(CommandError) -> TokenSource {
    guard let backend, !Option.tokenSources.contains(where: { arguments.has($0) }) else {
      return try tokenSource(arguments, for: command, providerID: name.providerID)
    }
    return TokenSource(
      cached(ProviderTokens(client: backend, vehicleID: name.vehicleID)),
      label: "provider backend"
    )
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
