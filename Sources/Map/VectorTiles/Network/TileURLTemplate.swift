public import HTTPMessages
import TrustLimits

/// A server that has an address for each tile.
public struct TileURLTemplate: TileSource {
  /// The map's metadata.
  public let metadata: TileSourceMetadata
  /// The name for the tiles in a cache.
  public let cacheName: String?

  private let template: String
  private let countsFromSouth: Bool
  private let source: String
  private let transport: any HTTPTransport

  /// Creates a source from an address with `{z}`, `{x}` and `{y}`, or `{-y}` for rows that count
  /// from the south.
  ///
  /// `countsFromSouth` makes `{y}` count from the south too.
  public init(
    _ template: String, metadata: TileSourceMetadata = TileSourceMetadata(),
    countsFromSouth: Bool = false, transport: any HTTPTransport
  ) throws(TileSourceError) {
    guard template.contains("{z}"), template.contains("{x}"),
      template.contains("{y}") || template.contains("{-y}")
    else {
      throw .unsupported(
        "The address",
        "It lacks {z}, {x} or {y}, where a tile's zoom, column and row belong."
      )
    }
    self.template = template
    self.metadata = metadata
    self.countsFromSouth = countsFromSouth
    self.transport = transport
    cacheName = TileIdentity.name(of: template)
    let example = Self.filled(template, TileAddress(unchecked: 0, 0, 0), fromSouth: false)
    source = try TileServer.url(example).authority
  }

  /// Requests a tile as the server sends it; nil if the server does not have it.
  public func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? {
    let url = try TileServer.url(Self.filled(template, address, fromSouth: countsFromSouth))
    let response = try await TileServer.send(TransportRequest(url: url), over: transport)
    switch response.status {
    case 200: break
    case 204, 404, 410: return nil
    default: throw TileServer.refusal(response, source: source)
    }
    guard !response.body.isEmpty else { return nil }
    guard response.body.count <= Limits.Tile.inflatedBytes else {
      throw .tooLarge(source, "A tile has \(response.body.count) bytes, more than it may.")
    }
    try TileBody.check(response.body, source: source)
    return response.body
  }

  private static func filled(
    _ template: String,
    _ address: TileAddress,
    fromSouth: Bool
  ) -> String {
    template.replacing("{z}", with: "\(address.z)").replacing("{x}", with: "\(address.x)")
      .replacing("{y}", with: "\(fromSouth ? address.southernRow : address.y)")
      .replacing("{-y}", with: "\(address.southernRow)")
  }
}
