package import FleetEngine
internal import RidesharingDriver

/// The settings of a log's replay.
package struct ReplayOptions: Sendable, Hashable {
  /// The ratio of the replay's speed to the log's, in 1...20.
  package let speed: Double
  /// The longest wait between two calls in the log's time; nil for no limit.
  package let maximumGap: Duration?
  /// The provider that replaces the log's; nil to keep that.
  package let providerID: String?

  /// Creates options; the speed is clamped to 1...20.
  package init(speed: Double = 1, maximumGap: Duration? = .seconds(10), providerID: String? = nil) {
    self.speed = DriveSimulation.bounded(speed)
    self.maximumGap = maximumGap.map { max($0, .zero) }
    self.providerID = providerID
  }
}

/// The times and values with which the calls of a log are sent.
///
/// It is a pure function of the log and the options. Times are relative to the replay's start.
package struct ReplaySchedule: Sendable, Hashable {
  /// A call with its time.
  package struct Item: Sendable, Hashable {
    /// The logged call, under its new provider.
    package var call: LoggedCall
    /// The time from the replay's start to the call.
    package var offset: Duration
  }

  /// A vehicle that the log uses without creating it.
  package struct MissingVehicle: Sendable, Hashable {
    /// The name, under the new provider.
    package var name: VehicleName
    /// The values for its creation.
    package var vehicle: Vehicle
  }

  /// The calls in order.
  package let items: [Item]
  /// The vehicles to create first.
  package let missingVehicles: [MissingVehicle]
  private let speed: Double

  /// Plans the replay of a log; throws if the new provider's ID is invalid.
  package init(_ log: LoggedChanges, options: ReplayOptions) throws(ResourceNameError) {
    speed = options.speed
    var items: [Item] = []
    var offset: Duration = .zero
    var last: Timestamp?
    for call in log.calls {
      let gap = last.map { max(call.time - $0, .zero) } ?? .zero
      offset += min(gap, options.maximumGap ?? gap) / options.speed
      last = call.time
      items.append(Item(call: try call.moved(to: options.providerID), offset: offset))
    }
    self.items = items
    missingVehicles = try Self.missingVehicles(log, options.providerID)
  }

  /// The time from the first call to the last.
  package var duration: Duration { items.last?.offset ?? .zero }

  /// Returns a call as it is sent, with its times moved and its remaining times scaled.
  package func shifted(_ item: Item, start: Timestamp) -> LoggedCall {
    let moment = start + item.offset
    let logged = item.call.time
    func shift(_ time: Timestamp?) -> Timestamp? { time.map { moment + (($0 - logged) / speed) } }
    func shift(_ stop: StopLocation?) -> StopLocation? {
      stop.map { StopLocation(point: $0.point, timestamp: shift($0.timestamp)) }
    }
    func shift(_ trip: Trip) -> Trip {
      var trip = trip
      trip.actualPickupPoint = shift(trip.actualPickupPoint)
      trip.actualPickupArrivalPoint = shift(trip.actualPickupArrivalPoint)
      trip.actualDropoffPoint = shift(trip.actualDropoffPoint)
      // The version belongs to the logged server; this one has its own.
      trip.intermediateDestinationsVersion = nil
      return trip
    }
    func shift(_ vehicle: Vehicle) -> Vehicle {
      var vehicle = vehicle
      vehicle.etaToFirstWaypoint = shift(vehicle.etaToFirstWaypoint)
      vehicle.remainingTimeSeconds = vehicle.remainingTimeSeconds.map {
        Int((Double($0) / speed).rounded())
      }
      if var location = vehicle.lastLocation {
        location.updateTime = shift(location.updateTime) ?? moment
        location.rawLocationTime = shift(location.rawLocationTime)
        location.supplementalLocationTime = shift(location.supplementalLocationTime)
        vehicle.lastLocation = location
      }
      return vehicle
    }
    let operation: LoggedCall.Operation =
      switch item.call.operation {
      case .createTrip(let name, let trip): .createTrip(name, shift(trip))
      case .updateTrip(let name, let trip, let mask): .updateTrip(name, shift(trip), mask: mask)
      case .createVehicle(let name, let vehicle): .createVehicle(name, shift(vehicle))
      case .updateVehicle(let name, let vehicle, let mask):
        .updateVehicle(name, shift(vehicle), mask: mask)
      }
    return LoggedCall(time: moment, operation: operation)
  }

  private static func missingVehicles(
    _ log: LoggedChanges, _ providerID: String?
  ) throws(ResourceNameError) -> [MissingVehicle] {
    var seen: Set<VehicleName> = []
    var missing: [MissingVehicle] = []
    for call in log.calls {
      guard let name = call.usedVehicle, seen.insert(name).inserted else { continue }
      if case .createVehicle = call.operation { continue }
      let standard = Vehicle.with {
        $0.state = .offline
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      }
      missing.append(
        MissingVehicle(
          name: try VehicleName(
            providerID: providerID ?? name.providerID, vehicleID: name.vehicleID),
          vehicle: log.vehicles[name] ?? standard))
    }
    return missing
  }
}
