public import FleetEngine
internal import HTTPMessages
public import ProviderBackend

extension ProviderClient {
  /// Books a ride and returns the trip's name.
  public func book(_ request: RideRequest) async -> Result<TripName, BookingFailure> {
    do throws(ProviderError) {
      return .success(try await createTrip(for: request))
    } catch {
      return .failure(BookingFailure(error, backend: endpoint.authority))
    }
  }

  /// Books a ride and returns the trip's name.
  public func createTrip(for request: RideRequest) async throws(ProviderError) -> TripName {
    let trip = try await createTrip(
      pickup: request.pickup,
      dropoff: request.dropoff,
      stops: request.stops,
      type: request.isShared ? .shared : .exclusive
    )
    guard let name = trip.name else {
      throw ProviderError(
        operation: "POST /trip/new",
        message: "The answer names no trip.",
        cause: .unreadableAnswer(contentType: "application/json")
      )
    }
    return name
  }
}
