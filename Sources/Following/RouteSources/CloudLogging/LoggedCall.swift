package import FleetEngine

/// A call to Fleet Engine in a log.
package struct LoggedCall: Sendable, Hashable {
  /// The method with its sent values.
  package enum Operation: Sendable, Hashable {
    /// A trip was created.
    case createTrip(TripName, Trip)
    /// Fields of a trip were changed.
    case updateTrip(TripName, Trip, mask: [String])
    /// A vehicle was created.
    case createVehicle(VehicleName, Vehicle)
    /// Fields of a vehicle were changed.
    case updateVehicle(VehicleName, Vehicle, mask: [String])

    var isOfVehicle: Bool {
      switch self {
      case .createVehicle, .updateVehicle: true
      case .createTrip, .updateTrip: false
      }
    }
  }

  /// When the server received the call.
  package var time: Timestamp
  /// The method with its sent values.
  package var operation: Operation

  /// The call's vehicle; nil for a trip's call.
  package var vehicleName: VehicleName? {
    switch operation {
    case .createVehicle(let name, _), .updateVehicle(let name, _, _): name
    case .createTrip, .updateTrip: nil
    }
  }

  /// The call's trip; nil for a vehicle's call.
  package var tripName: TripName? {
    switch operation {
    case .createTrip(let name, _), .updateTrip(let name, _, _): name
    case .createVehicle, .updateVehicle: nil
    }
  }

  var vehicle: Vehicle? {
    switch operation {
    case .createVehicle(_, let vehicle), .updateVehicle(_, let vehicle, _): vehicle
    case .createTrip, .updateTrip: nil
    }
  }

  var trip: Trip? {
    switch operation {
    case .createTrip(_, let trip), .updateTrip(_, let trip, _): trip
    case .createVehicle, .updateVehicle: nil
    }
  }

  /// The vehicle that the call requires or creates.
  var usedVehicle: VehicleName? {
    guard let tripName else { return vehicleName }
    return trip?.vehicleID.flatMap {
      try? VehicleName(providerID: tripName.providerID, vehicleID: $0)
    }
  }

  /// Returns the call under another provider, unless `providerID` is nil.
  func moved(to providerID: String?) throws(ResourceNameError) -> LoggedCall {
    guard let providerID else { return self }
    var call = self
    switch operation {
    case .createTrip(let name, var trip):
      let name = try TripName(providerID: providerID, tripID: name.tripID)
      trip.name = name
      call.operation = .createTrip(name, trip)
    case .updateTrip(let name, var trip, let mask):
      let name = try TripName(providerID: providerID, tripID: name.tripID)
      trip.name = name
      call.operation = .updateTrip(name, trip, mask: mask)
    case .createVehicle(let name, var vehicle):
      let name = try VehicleName(providerID: providerID, vehicleID: name.vehicleID)
      vehicle.name = name
      call.operation = .createVehicle(name, vehicle)
    case .updateVehicle(let name, var vehicle, let mask):
      let name = try VehicleName(providerID: providerID, vehicleID: name.vehicleID)
      vehicle.name = name
      call.operation = .updateVehicle(name, vehicle, mask: mask)
    }
    return call
  }
}
