public import FleetEngine
internal import RidesharingConsumer

extension CallFailure {
  /// The known facts besides the error.
  public struct Facts: Sendable {
    /// The full name of the resource, or what the user wrote.
    public var name: String
    /// The server, as host and port.
    public var server: String
    /// The option that names the server.
    public var option = "--endpoint"
    /// Where tokens come from; empty if that is not known.
    public var credentials = ""
    /// The token that was sent.
    public var token = SeenToken.unknown
    /// How far the server's clock is ahead of this machine's.
    public var clockOffset: Duration?
    /// Whether the program retries the call by itself.
    public var isRetried = false
    var localTime = LocalTime.system
    /// The present and the configured polling interval.
    var interval: Duration?
    var usualInterval: Duration?

    /// The facts of a call about a resource to a server.
    public init(name: String, server: String) { (self.name, self.server) = (name, server) }

    init(name: String, polling: PollingStatus, settings: ViewerSettings) {
      self.init(name: name, server: settings.backend)
      (credentials, localTime) = (settings.credentials, settings.localTime)
      clockOffset = polling.serverClockOffset
      (interval, usualInterval) = (polling.interval, polling.usualInterval)
      isRetried = true
    }

    var resource: NamedResource? { NamedResource(name) }
    var kind: String { resource?.kind ?? "resource" }
    /// A resource in a sentence.
    var this: String { "this \(kind)" }

    /// How far this machine's clock is off, if by so much that signed tokens may be refused.
    var clock: String {
      guard let clockOffset, clockOffset.magnitude > ViewerSettings.shownClockOffset else {
        return ""
      }
      let side = clockOffset > .zero ? "behind" : "ahead of"
      return "This machine's clock is \(Quantities.span(clockOffset.magnitude)) \(side) the "
        + "server's, so signed tokens may be refused"
    }

    /// The advice about a response that is not Fleet Engine's.
    var checkAddress: String {
      "Check \(option); a captive portal or a proxy may answer in its place"
    }

    var again: String { isRetried ? "" : "Try again" }
  }

  /// The knowledge of a token, which limits the possible meanings of a refusal.
  public enum SeenToken: Sendable, Hashable {
    case unknown
    /// A signed token: the IDs it is for, by claims such as `tripid`, the project of its account, and
    /// why Fleet Engine may refuse it. Nothing is verified.
    case signed(ids: [String: String], projectID: String?, refusals: [String])
    /// An opaque token, as gcloud prints it.
    case plain
  }
}

/// A trip or a vehicle by its name.
public enum NamedResource: Sendable, Hashable, CustomStringConvertible {
  case trip(TripName)
  case vehicle(VehicleName)

  /// Reads a full name; nil for any other text.
  public init?(_ name: String) {
    if let trip = try? TripName(parsing: name) {
      self = .trip(trip)
    } else if let vehicle = try? VehicleName(parsing: name) {
      self = .vehicle(vehicle)
    } else {
      return nil
    }
  }

  private var isTrip: Bool { if case .trip = self { true } else { false } }

  private var ids: (provider: String, resource: String) {
    switch self {
    case .trip(let name): (name.providerID, name.tripID)
    case .vehicle(let name): (name.providerID, name.vehicleID)
    }
  }

  /// The ID of the provider.
  public var providerID: String { ids.provider }
  /// The ID of the trip or vehicle.
  public var id: String { ids.resource }
  /// `trip` or `vehicle`.
  public var kind: String { isTrip ? "trip" : "vehicle" }
  /// The method that returns the resource.
  public var operation: String { isTrip ? "GetTrip" : "GetVehicle" }
  /// The form of the name, for people.
  var form: String { isTrip ? TripName.form : VehicleName.form }
  /// The full name.
  public var description: String { name(ofProvider: providerID) }

  /// The access that a token for the resource must have.
  public var context: AuthorizationContext {
    isTrip ? AuthorizationContext(tripID: id) : AuthorizationContext(vehicleID: id)
  }

  /// The full name with another provider.
  func name(ofProvider id: String) -> String { "providers/\(id)/\(kind)s/\(self.id)" }
}
