public import Geo

/// A place where a trip begins, stops or ends.
///
/// Source: contract 1.3; the deprecated fields are read over and never written.
public struct TerminalLocation: WireMessage {
  /// The point; a server finds one where only a place is given.
  public var point: Coordinate?
  /// The resource name of the place there, `places/{place ID}`; only returned if it was given.
  public var place: String?
  /// Where the point comes from, as the server says; not sent by clients.
  public var pointSource: PointSource = .unspecified

  /// The message's fields.
  public static let wireFields = WireTable<TerminalLocation>([
    .optional("point", \.point), .optional("place", \.place),
    .choice("pointLocationSource", \.pointSource), .accepted("terminalPointId", .unread),
    .accepted("accessPointId", .unread), .accepted("tripId", .unread),
    .accepted("terminalLocationType", .unread),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a location from a point, a place or both.
  public init(
    point: Coordinate?,
    place: String? = nil,
    pointSource: PointSource = .unspecified
  ) {
    self.point = point
    self.place = place
    self.pointSource = pointSource
  }
}
