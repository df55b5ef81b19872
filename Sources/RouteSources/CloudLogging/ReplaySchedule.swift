public import FleetEngine

/// When each call of a log is to be sent, and with which values.
///
/// A pure function of the log and the options; times are those since the replay's start.
public struct ReplaySchedule: Sendable, Hashable {
  /// A call with its time.
  public struct Item: Sendable, Hashable {
    /// The call as the log has it, under its new provider.
    public var call: LoggedCall
    /// The time from the replay's start to the call.
    public var offset: Duration
  }

  /// A vehicle that the log uses without creating it.
  public struct MissingVehicle: Sendable, Hashable {
    /// Its name, under its new provider.
    public var name: VehicleName
    /// What it is created with.
    public var vehicle: Vehicle
  }

  /// The calls in their order.
  public let items: [Item]
  /// The vehicles that have to be created first.
  public let missingVehicles: [MissingVehicle]
  private let speed: Double

  /// Plans the replay of a log; throws if the new provider's ID is invalid.
  public init(_ export: CloudLoggingExport, options: ReplayOptions) throws(ResourceNameError) {
    speed = options.speed
    var items: [Item] = []
    var offset: Duration = .zero
    var last: Timestamp?
    for call in export.calls {
      let gap = last.map { max(call.time - $0, .zero) } ?? .zero
      offset += min(gap, options.maximumGap ?? gap) / options.speed
      last = call.time
      items.append(Item(call: try call.moved(to: options.providerID), offset: offset))
    }
    self.items = items
    missingVehicles = try Self.missingVehicles(export, options.providerID)
  }

  /// The time from the first call to the last.
  public var duration: Duration { items.last?.offset ?? .zero }

  /// A call as it is sent: its times moved, its remaining times those of the replay.
  public func shifted(_ item: Item, start: Timestamp) -> LoggedCall {
    let moment = start + item.offset
    let logged = item.call.time
    func shift(_ time: Timestamp?) -> Timestamp? {
      time.map { moment + (($0 - logged) / speed) }
    }
    func shift(_ stop: StopLocation?) -> StopLocation? {
      stop.map { StopLocation(point: $0.point, timestamp: shift($0.timestamp)) }
    }
    func shift(_ trip: Trip) -> Trip {
      var trip = trip
      trip.actualPickupPoint = shift(trip.actualPickupPoint)
      trip.actualPickupArrivalPoint = shift(trip.actualPickupArrivalPoint)
      trip.actualDropoffPoint = shift(trip.actualDropoffPoint)
      // A version is the stamp of the server that the log is of; another has its own.
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
    _ export: CloudLoggingExport,
    _ providerID: String?
  ) throws(ResourceNameError) -> [MissingVehicle] {
    var seen: Set<VehicleName> = []
    var missing: [MissingVehicle] = []
    for call in export.calls {
      guard let name = call.usedVehicle, seen.insert(name).inserted else { continue }
      if case .createVehicle = call.operation { continue }
      let standard = Vehicle(
        state: .offline,
        supportedTripTypes: [.exclusive],
        maximumCapacity: 4,
        category: .auto
      )
      missing.append(
        MissingVehicle(
          name: try name.moved(to: providerID),
          vehicle: export.vehicles[name] ?? standard
        )
      )
    }
    return missing
  }
}

extension LoggedCall {
  /// The vehicle that has to exist for the call to succeed, or that it creates.
  fileprivate var usedVehicle: VehicleName? {
    switch operation {
    case .createVehicle(let name, _), .updateVehicle(let name, _, _): name
    case .createTrip(let name, let trip), .updateTrip(let name, let trip, _):
      trip.vehicleID.flatMap { try? VehicleName(providerID: name.providerID, vehicleID: $0) }
    }
  }

  /// The call under another provider.
  fileprivate func moved(to providerID: String?) throws(ResourceNameError) -> LoggedCall {
    guard let providerID else { return self }
    func moved(_ name: TripName) throws(ResourceNameError) -> TripName {
      try TripName(providerID: providerID, tripID: name.tripID)
    }
    func moved(_ trip: Trip, _ name: TripName) -> Trip {
      var trip = trip
      trip.name = name
      return trip
    }
    func moved(_ vehicle: Vehicle, _ name: VehicleName) -> Vehicle {
      var vehicle = vehicle
      vehicle.name = name
      return vehicle
    }
    var call = self
    switch operation {
    case .createTrip(let name, let trip):
      let name = try moved(name)
      call.operation = .createTrip(name, moved(trip, name))
    case .updateTrip(let name, let trip, let mask):
      let name = try moved(name)
      call.operation = .updateTrip(name, moved(trip, name), mask: mask)
    case .createVehicle(let name, let vehicle):
      let name = try name.moved(to: providerID)
      call.operation = .createVehicle(name, moved(vehicle, name))
    case .updateVehicle(let name, let vehicle, let mask):
      let name = try name.moved(to: providerID)
      call.operation = .updateVehicle(name, moved(vehicle, name), mask: mask)
    }
    return call
  }
}

extension VehicleName {
  /// The vehicle of the same id under another provider.
  fileprivate func moved(to providerID: String?) throws(ResourceNameError) -> VehicleName {
    guard let providerID else { return self }
    return try VehicleName(providerID: providerID, vehicleID: vehicleID)
  }
}
