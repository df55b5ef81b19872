internal import AccessTokens
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

/// What the doctor saw of a token, which decides what a refusal of it can mean.
enum SeenToken: Sendable {
  /// There was none to see.
  case none
  /// A JSON web token, with what it says of itself.
  case signed(Claims)
  /// One that says nothing of itself, as gcloud prints it.
  case plain

  /// Whether there was one.
  var isThere: Bool { if case .none = self { false } else { true } }

  /// What it says of itself.
  var claims: Claims? { if case .signed(let claims) = self { claims } else { nil } }

  /// Whose plain tokens Fleet Engine takes.
  static func takenOf(_ providerID: String) -> String {
    "Fleet Engine takes a plain token only of an account with roles/fleetengine.ondemandAdmin in "
      + "project \(providerID); riders' and drivers' accounts need signed ones."
  }

  /// How signed tokens are had.
  static let signedAdvice =
    "For signed tokens: --service-account FILE, or a --token-command that signs them."

  /// What a token says of itself, as far as the doctor needs it; not to be believed.
  struct Claims: Sendable {
    /// The ids that it is for by the names of their claims, such as `tripid`; `*` for all.
    let ids: [String: String]
    /// The project of the account that signed it.
    let projectID: String?
    /// Why Fleet Engine would refuse it.
    let refusals: [String]

    init(_ token: TokenInspection) {
      ids = token.authorization
      projectID = token.issuer.flatMap(Self.project(ofAccount:))
      refusals = token.refusals.map(\.message)
    }

    /// The id of a trip or vehicle that it is for; nil where it names none.
    func id(for resource: ExaminedResource) -> String? { ids[resource.kind + "id"] }

    /// The project in a service account's address, such as `name@PROJECT.iam.gserviceaccount.com`.
    static func project(ofAccount address: String) -> String? {
      guard let at = address.firstIndex(of: "@"),
        address.hasSuffix(".iam.gserviceaccount.com")
      else { return nil }
      return String(address[address.index(after: at)...].dropLast(24))
    }
  }
}
