internal import FleetEngine

/// A trip or a vehicle by its name.
enum NamedResource: Sendable, Hashable, CustomStringConvertible {
  case trip(TripName)
  case vehicle(VehicleName)

  private var isTrip: Bool { if case .trip = self { true } else { false } }

  private var ids: (provider: String, resource: String) {
    switch self {
    case .trip(let name): (name.providerID, name.tripID)
    case .vehicle(let name): (name.providerID, name.vehicleID)
    }
  }

  var providerID: String { ids.provider }
  var id: String { ids.resource }
  /// The word trip or vehicle.
  var kind: String { isTrip ? "trip" : "vehicle" }
  var checkID: Check.ID { isTrip ? .trip : .vehicle }
  /// The operation that reads the resource.
  var operation: String { isTrip ? "GetTrip" : "GetVehicle" }
  /// The form of the name, for people.
  var form: String { isTrip ? TripName.form : VehicleName.form }
  /// The full name.
  var description: String { name(ofProvider: providerID) }

  /// What a token for the resource must authorize.
  var context: AuthorizationContext {
    isTrip ? AuthorizationContext(tripID: id) : AuthorizationContext(vehicleID: id)
  }

  /// The full name with another provider.
  func name(ofProvider id: String) -> String { "providers/\(id)/\(kind)s/\(self.id)" }
}
