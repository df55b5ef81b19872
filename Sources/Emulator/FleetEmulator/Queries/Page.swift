internal import FleetEngine
internal import JSON
internal import TrustLimits

/// A page of a list that is sorted by ID.
///
/// A page's token has the last ID before it, so that pages stay correct while others create and
/// delete, and a hash of the query, so that it is valid for that query only. See docs/protocol.md,
/// "Lists and searches".
struct Page: Sendable {
  private static let defaultSize = 100

  private let size: Int
  private let after: String?
  private let hash: String

  init(_ request: SchemaMessage) throws(RPCFailure) {
    let size = request.integer("pageSize") ?? 0
    try require(size >= 0, "page_size is negative.")
    self.size = size == 0 ? Self.defaultSize : min(size, Limits.Emulator.pageSize)
    hash = Self.hash(request)
    guard let token = request.text("pageToken") else {
      after = nil
      return
    }
    guard token.hasPrefix(hash + "."),
      let id = Base64URL.decode(padded: String(token.dropFirst(hash.count + 1))), !id.isEmpty
    else { throw .invalid("page_token is not one of this query; start again without it.") }
    after = String(decoding: id, as: UTF8.self)
  }

  /// The page's part of a list, and the token of the next page.
  func part<Record>(
    _ list: [Record],
    id: (Record) -> String,
    vehicle: (Record) -> StoredVehicle?
  ) -> (part: [Record], next: String?) {
    let sorted = list.sorted { id($0) < id($1) }
    let start = after.map { after in sorted.firstIndex { id($0) > after } ?? sorted.endIndex } ?? 0
    var part: [Record] = []
    var points = 0
    for record in sorted[start...].prefix(size) {
      if let vehicle = vehicle(record) {
        points += vehicle.plan.count * 10 + (vehicle.vehicle.route?.count ?? 0)
      }
      guard part.isEmpty || points <= Limits.Emulator.pagePoints else { break }
      part.append(record)
    }
    guard start + part.count < sorted.count, let last = part.last else { return (part, nil) }
    return (part, hash + "." + Base64URL.encode(Array(id(last).utf8)))
  }

  /// A hash of everything in the query except its page, the same in every process.
  private static func hash(_ request: SchemaMessage) -> String {
    var tree = request.tree
    for name in ["pageSize", "pageToken", "header"] { tree.set(nil, at: [name]) }
    var writer = JSONWriter()
    writer.write(tree)
    return String(writer.bytes.fnv1a, radix: 36)
  }
}
