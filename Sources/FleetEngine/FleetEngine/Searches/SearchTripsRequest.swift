/// The trips that a search finds, by default all of a provider.
///
/// A search without a vehicle leaves out routes, waypoints and estimates. See docs/protocol.md, "Lists and
/// searches".
public struct SearchTripsRequest: WireMessage {
  /// The vehicle of the trips; nil for any.
  public var vehicleID: String?
  /// Whether trips that are over are left out.
  public var isActiveOnly = false
  /// The shortest time since a trip's last update; nil for any.
  public var minimumStaleness: Duration?
  /// The most trips of a page; nil for the server's default.
  public var pageSize: Int?
  var pageToken: String?

  /// The message's fields.
  package static let wireFields = WireTable<SearchTripsRequest>(
    "SearchTripsRequest",
    [
      .accepted(3, "parent", .text), .optional(4, "vehicleId", \.vehicleID),
      .value(5, "activeTripsOnly", \.isActiveOnly),
      .optional(6, "pageSize", \.pageSize, type: .integer),
      .optional(7, "pageToken", \.pageToken),
      .optional(8, "minimumStaleness", \.minimumStaleness),
    ])

  /// Creates a request for all trips.
  public init() {}
}

/// One page of a search for trips.
///
/// The last page has no ``nextPageToken``; a page without trips is the last one, too.
public struct TripPage: FleetEngineMessage, WireMessage {
  /// The trips of the page.
  public var trips: [Trip] = []
  /// The token that the call for the next page needs; nil or empty on the last page.
  public var nextPageToken: String?

  /// The message's fields.
  package static let wireFields = WireTable<TripPage>(
    "SearchTripsResponse",
    [.messages(1, "trips", \.trips), .optional(2, "nextPageToken", \.nextPageToken)])

  /// Creates a page without trips.
  public init() {}

  /// The token of the next page; nil if this page is the last one.
  public var next: String? {
    guard !trips.isEmpty, let nextPageToken, !nextPageToken.isEmpty else { return nil }
    return nextPageToken
  }
}
