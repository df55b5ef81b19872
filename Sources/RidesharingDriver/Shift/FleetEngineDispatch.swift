public import FleetEngine

/// Gives a vehicle the trips that Fleet Engine has for it, where no backend stands between.
///
/// A driver's token may read the vehicle and its trips; to change their statuses takes a server's.
/// Source: contract 2.1.
public struct FleetEngineDispatch: TripDispatch {
  private let name: VehicleName
  private let reading: FleetEngineClient
  private let telling: FleetEngineClient
  private let header: RequestHeader

  /// Creates a dispatch.
  public init(
    _ name: VehicleName,
    reading: FleetEngineClient,
    telling: FleetEngineClient,
    header: RequestHeader = RequestHeader(sdkType: .driver)
  ) {
    self.name = name
    self.reading = reading
    self.telling = telling
    self.header = header
  }

  /// Reads the vehicle.
  public func vehicle() async throws(TripDispatchError) -> Vehicle {
    do throws(FleetEngineError) {
      return try await reading.getVehicle(name, header: header).value
    } catch {
      throw TripDispatchError(error)
    }
  }

  /// Reads a trip.
  public func trip(_ id: String) async throws(TripDispatchError) -> Trip {
    do throws(FleetEngineError) {
      return try await reading.getTrip(tripName(id), header: header).value
    } catch {
      throw TripDispatchError(error)
    }
  }

  /// Sets a trip's status, and the index of its stop where it has one.
  public func tell(_ progress: TripProgress) async throws(TripDispatchError) {
    var trip = Trip(status: progress.status)
    var mask = ["tripStatus"]
    if let index = progress.stopIndex {
      trip.intermediateDestinationIndex = index
      mask.append("intermediateDestinationIndex")
    }
    do throws(FleetEngineError) {
      _ = try await telling.updateTrip(tripName(progress.tripID), trip, mask: mask, header: header)
    } catch {
      throw TripDispatchError(error)
    }
  }

  private func tripName(_ id: String) throws(FleetEngineError) -> TripName {
    do {
      return try TripName(providerID: name.providerID, tripID: id)
    } catch {
      throw FleetEngineError(
        operation: "GetTrip",
        code: .invalidArgument,
        message: "The vehicle has a trip whose id is none.",
        cause: .request
      )
    }
  }
}

extension TripDispatchError {
  /// What a failed call of Fleet Engine means to a driver.
  public init(_ error: FleetEngineError) {
    self.init(
      Self.kind(error),
      "\(error.operation): \(error.code.name): \(error.message)"
    )
  }

  private static func kind(_ error: FleetEngineError) -> Kind {
    // Where tokens come from may be lost for a while as the server may.
    if case .token(let cause) = error.cause {
      return cause.isRecoverable ? .unavailable : .notPermitted
    }
    switch error.code {
    case .permissionDenied, .unauthenticated: return .notPermitted
    case .notFound, .invalidArgument, .failedPrecondition, .alreadyExists, .outOfRange,
      .unimplemented:
      return .refused
    case .ok, .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss,
      .resourceExhausted:
      return .unavailable
    }
  }
}
