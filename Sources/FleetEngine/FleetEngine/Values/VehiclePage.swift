/// One page of a list of vehicles.
///
/// The last page has no ``nextPageToken``; a page without vehicles is the last one, too. See
/// docs/protocol.md, "Lists and searches".
public struct VehiclePage: FleetEngineMessage, WireMessage {
  /// The vehicles of the page.
  public var vehicles: [Vehicle] = []
  /// The token that the call for the next page needs; nil or empty on the last page.
  public var nextPageToken: String?
  /// The number of vehicles on all pages, which JSON carries as text.
  public var totalSize: String?

  /// The message's fields.
  package static let wireFields = WireTable<VehiclePage>(
    "ListVehiclesResponse",
    [
      .messages(1, "vehicles", \.vehicles), .optional(2, "nextPageToken", \.nextPageToken),
      .optional(3, "totalSize", \.totalSize, type: .long),
    ])

  /// Creates a page without vehicles.
  public init() {}

  /// The token of the next page; nil if this page is the last one.
  public var next: String? {
    guard !vehicles.isEmpty, let nextPageToken, !nextPageToken.isEmpty else { return nil }
    return nextPageToken
  }
}
