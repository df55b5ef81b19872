public import HTTPMessages

extension FleetEngineClient {
  /// Reads a trip.
  ///
  /// The server leaves out the parts of the trip that are not newer than `versions`.
  /// `observer` is notified of what the call waits for.
  public func getTrip(
    _ name: TripName, versions: TripVersions = TripVersions(),
    routeFormat: RouteFormat = .coordinates, header: RequestHeader? = nil,
    observer: ExchangeObserver? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    try await getTrip(name, versions, header, observer, routeFormat: routeFormat, hasTurn: false)
  }

  /// Reads a trip; with `hasTurn` the caller has the schedule's turn for the first request.
  package func getTrip(
    _ name: TripName, _ versions: TripVersions, _ header: RequestHeader?,
    _ observer: ExchangeObserver?, routeFormat: RouteFormat = .coordinates, hasTurn: Bool
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    var call = Call("GetTrip", .get, name, on: self)
    call.add("routeFormatType", routeFormat.rawValue)
    call.add("currentRouteSegmentVersion", versions.currentRouteSegment?.description)
    call.add("currentRouteSegmentTrafficVersion", versions.currentRouteSegmentTraffic?.description)
    call.add("remainingWaypointsVersion", versions.remainingWaypoints?.description)
    call.add("remainingWaypointsRouteVersion", versions.remainingWaypointsRoute?.description)
    call.add(header)
    return try await send(call, about: name, observer, hasTurn: hasTurn)
  }

  /// Creates a trip and returns it as the server stored it.
  @discardableResult public func createTrip(
    _ name: TripName, _ trip: Trip, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    let call = Call("CreateTrip", .post, name, on: self, creates: true)
    return try await write(trip, name, call, ("tripId", name.tripID), header)
  }

  /// Changes the fields of a trip that a closure assigns, and returns the trip.
  ///
  /// A field that only the server writes is an error without a request.
  @discardableResult public func updateTrip(
    _ name: TripName, header: RequestHeader? = nil, _ assign: (inout FieldChanges<Trip>) -> Void
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    let changes = FieldChanges(assign)
    let mask = try changes.mask(of: Call("UpdateTrip", .put, name, on: self))
    return try await updateTrip(name, changes.message, mask: mask, header: header)
  }

  /// Changes the fields of a trip that `mask` names, in the wire's spelling, and returns the trip.
  package func updateTrip(
    _ name: TripName, _ trip: Trip, mask: [String], header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Trip> {
    let call = Call("UpdateTrip", .put, name, on: self)
    return try await write(trip, name, call, ("updateMask", mask.joined(separator: ",")), header)
  }

  /// Deletes a trip, which must not be active.
  public func deleteTrip(
    _ name: TripName, header: RequestHeader? = nil
  ) async throws(FleetEngineError) {
    var call = Call("DeleteTrip", .delete, name, on: self)
    call.add(header)
    try await sendForNothing(call)
  }

  /// Finds a page of trips.
  ///
  /// Needs a token of a server. See ``TripPage`` for the following pages, and
  /// ``trips(_:ofProvider:)`` for all of them.
  ///
  /// - Parameters:
  ///   - request: The trips to find.
  ///   - providerID: The provider, by default the client's.
  ///   - pageToken: The token that the page before brought; nil for the first page.
  ///   - header: The facts about the caller.
  public func searchTrips(
    _ request: SearchTripsRequest = SearchTripsRequest(), ofProvider providerID: String? = nil,
    pageToken: String? = nil, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<TripPage> {
    var call = try call(
      "SearchTrips", .post, TripName.collection, of: providerID, .allTrips, verb: "search")
    var request = request
    request.pageToken = pageToken
    try call.setBody(request, header)
    return try await exchange(call) { page throws(FleetEngineError) in
      try call.check(page.trips.lazy.map(\.excess))
      try call.check(next: page.next, after: pageToken)
    }
  }

  /// The trips of a search, page by page as they are read.
  public func trips(
    _ request: SearchTripsRequest = SearchTripsRequest(), ofProvider providerID: String? = nil
  ) -> PagedSequence<Trip> {
    PagedSequence { token throws(FleetEngineError) in
      let page = try await searchTrips(request, ofProvider: providerID, pageToken: token).value
      return (page.trips, page.next)
    }
  }

  /// Reports a trip that was completed without Fleet Engine's updates, so that it is billed.
  ///
  /// - Parameters:
  ///   - name: The trip.
  ///   - countryCode: The country of the trip, two letters of ISO 3166-1.
  ///   - platform: The platform that the trip was on.
  ///   - relatedIDs: The IDs of what belongs to the trip, such as sessions of the apps.
  public func reportBillableTrip(
    _ name: TripName, countryCode: String, platform: BillingPlatform = .server,
    relatedIDs: [String] = []
  ) async throws(FleetEngineError) {
    var call = Call(
      "ReportBillableTrip", .post, "billableTrips", ofProvider: name.providerID, name.context,
      on: self, id: name.tripID, verb: "report", resource: name.description)
    try call.setBody(
      ReportBillableTripRequest(
        countryCode: countryCode, platform: platform, relatedIDs: relatedIDs))
    try await sendForNothing(call)
  }
}
