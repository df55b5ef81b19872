internal import FleetEngine
internal import Geo

/// A list of vehicles.
///
/// See docs/protocol.md, "Lists and searches".
struct VehicleList: Sendable {
  private let page: Page
  private let minimumCapacity: Int
  private let tripTypes: Set<TripType>
  private let staleness: Duration?
  private let categories: Set<VehicleCategory>
  private let attributes: AttributeCriteria
  private let state: VehicleState
  private let isOnTripOnly: Bool
  private let viewport: CoordinateBounds?

  init(_ request: SchemaMessage) throws(RPCFailure) {
    page = try Page(request)
    minimumCapacity = request.integer("minimumCapacity") ?? 0
    try require(minimumCapacity >= 0, "minimum_capacity is negative.")
    tripTypes = Set(request.choices("tripTypes"))
    try require(tripTypes.allSatisfy(\.isKnown), "trip_types holds an unknown one.")
    staleness = request.duration("maximumStaleness")
    if let staleness, staleness <= .zero { throw .invalid("maximum_staleness is not positive.") }
    categories = Set(request.choices("vehicleTypeCategories"))
    guard !categories.isEmpty, categories.allSatisfy(\.isKnown) else {
      throw .invalid("vehicle_type_categories is required, and UNKNOWN is not allowed in it.")
    }
    attributes = try AttributeCriteria(request, areTexts: true)
    state = request.choice("vehicleState")
    try require(state.isKnown || state.isUnspecified, "vehicle_state is unknown.")
    isOnTripOnly = request.flag("onTripOnly")
    viewport = try request.message("viewport").map(Self.bounds)
  }

  func response(from transaction: WorldTransaction) -> VehiclePage {
    let now = transaction.now
    let total = page.total ?? transaction.vehicles(after: nil).count { matches($0, now: now) }
    let found = transaction.vehicles(after: page.after).lazy.filter { matches($0, now: now) }
    let (part, next) = page.part(of: found, total: total, id: \.id) { $0 }
    return VehiclePage.with {
      $0.vehicles = part.map(transaction.shown)
      $0.nextPageToken = next
      $0.totalSize = total == 0 ? nil : String(total)
    }
  }

  private func matches(_ record: StoredVehicle, now: Timestamp) -> Bool {
    let vehicle = record.vehicle
    guard categories.contains(vehicle.category), vehicle.maximumCapacity >= minimumCapacity,
      tripTypes.isEmpty || vehicle.supportedTripTypes.contains(where: tripTypes.contains),
      state.isUnspecified || vehicle.state == state, !isOnTripOnly || !record.tripIDs.isEmpty,
      attributes.matches(vehicle)
    else { return false }
    if let staleness, !record.hasLocation(within: staleness, of: now) { return false }
    guard let viewport else { return true }
    return vehicle.lastLocation?.location.map(viewport.contains) ?? false
  }

  /// The viewport as bounds; a low corner north of the high one is refused.
  private static func bounds(_ viewport: SchemaMessage) throws(RPCFailure) -> CoordinateBounds {
    let low = point(viewport, "low")
    let high = point(viewport, "high")
    try require(low.latitude <= high.latitude, "viewport.low is north of viewport.high.")
    return CoordinateBounds(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }

  /// A corner; the query of a corner at zero latitude and longitude is empty.
  private static func point(_ viewport: SchemaMessage, _ name: String) -> Coordinate {
    let corner = viewport.message(name) ?? SchemaMessage()
    return Coordinate(
      latitude: corner.number("latitude") ?? 0, longitude: corner.number("longitude") ?? 0)
  }
}
