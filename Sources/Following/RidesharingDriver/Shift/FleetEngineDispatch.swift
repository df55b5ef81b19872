public import FleetEngine

/// Gives a vehicle its trips from Fleet Engine, without a provider's backend.
///
/// A driver's token may read the vehicle and its trips. Changing trip statuses requires a server's
/// token. See docs/protocol.md, "Endpoints".
public struct FleetEngineDispatch: TripDispatch {
  private let name: VehicleName
  private let reading: FleetEngineClient
  private let writing: FleetEngineClient
  private let header: RequestHeader

  /// Creates a dispatch; `writing` needs a server's tokens.
  public init(
    _ name: VehicleName, reading: FleetEngineClient, writing: FleetEngineClient,
    header: RequestHeader = RequestHeader(sdkType: .driver)
  ) {
    self.name = name
    self.reading = reading
    self.writing = writing
    self.header = header
  }

  /// Reads the vehicle.
  public func vehicle() async throws(TripDispatchError) -> Vehicle {
    do { return try await reading.getVehicle(name, header: header).value } catch {
      throw TripDispatchError(error)
    }
  }

  /// Reads a trip.
  public func trip(_ id: String) async throws(TripDispatchError) -> Trip {
    let name = try tripName(id)
    do { return try await reading.getTrip(name, header: header).value } catch {
      throw TripDispatchError(error)
    }
  }

  /// Sets a trip's status and its stop index, if there is one.
  public func report(_ progress: TripProgress) async throws(TripDispatchError) {
    let name = try tripName(progress.tripID)
    do throws(FleetEngineError) {
      try await writing.updateTrip(name, header: header) { trip in
        trip.status = progress.status
        if let index = progress.stopIndex { trip.intermediateDestinationIndex = index }
      }
    } catch { throw TripDispatchError(error) }
  }

  private func tripName(_ id: String) throws(TripDispatchError) -> TripName {
    do { return try TripName(providerID: name.providerID, tripID: id) } catch {
      throw TripDispatchError(.refused, "The vehicle has a trip with an invalid ID.")
    }
  }
}

extension TripDispatchError {
  /// Classifies a failed request to Fleet Engine.
  public init(_ error: FleetEngineError) {
    self.init(Self.kind(error), "\(error.operation): \(error.code.name): \(error.message)")
  }

  private static func kind(_ error: FleetEngineError) -> Kind {
    // A source of tokens may be unavailable for a while, just like the server.
    if case .token(let cause) = error.cause {
      return cause.isRecoverable ? .unavailable : .notPermitted
    }
    return switch error.code {
    case .permissionDenied, .unauthenticated: .notPermitted
    case .notFound, .invalidArgument, .failedPrecondition, .alreadyExists, .outOfRange,
      .unimplemented:
      .refused
    case .ok, .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss,
      .resourceExhausted:
      .unavailable
    }
  }
}
