internal import FleetEngine

/// A trip or vehicle that the doctor asks for.
enum ExaminedResource: Sendable, Hashable, CustomStringConvertible {
  case trip(TripName)
  case vehicle(VehicleName)

  /// What it is, one word.
  var kind: String {
    switch self {
    case .trip: "trip"
    case .vehicle: "vehicle"
    }
  }

  /// The check of it.
  var checkID: Check.ID {
    switch self {
    case .trip: .trip
    case .vehicle: .vehicle
    }
  }

  /// The operation that reads it.
  var operation: String {
    switch self {
    case .trip: "GetTrip"
    case .vehicle: "GetVehicle"
    }
  }

  var id: String {
    switch self {
    case .trip(let name): name.tripID
    case .vehicle(let name): name.vehicleID
    }
  }

  var providerID: String {
    switch self {
    case .trip(let name): name.providerID
    case .vehicle(let name): name.providerID
    }
  }

  /// The full name.
  var description: String {
    switch self {
    case .trip(let name): name.description
    case .vehicle(let name): name.description
    }
  }

  /// The form of such a name, for people.
  var form: String {
    switch self {
    case .trip: TripName.form
    case .vehicle: VehicleName.form
    }
  }

  /// What a token for it is to authorize.
  var context: AuthorizationContext {
    switch self {
    case .trip(let name): AuthorizationContext(tripID: name.tripID)
    case .vehicle(let name): AuthorizationContext(vehicleID: name.vehicleID)
    }
  }

  /// The same of another provider.
  func name(ofProvider id: String) -> String { "providers/\(id)/\(kind)s/\(self.id)" }
}
