internal import FleetEngine
internal import JSON
internal import TrustLimits

/// A page of a list that is sorted by ID.
///
/// A page's token has the last ID before it, so that pages stay correct while others create and
/// delete, a hash of the query, so that it is valid for that query only, and the total of the first
/// page where it was counted. See docs/protocol.md, "Lists and searches".
struct Page: Sendable {
  private static let defaultSize = 100

  private let size: Int
  /// The last ID before the page; nil for the first page.
  let after: String?
  /// The number of records on all pages, as the first page counted it.
  let total: Int?
  private let hash: String

  init(_ request: SchemaMessage) throws(RPCFailure) {
    let size = request.integer("pageSize") ?? 0
    try require(size >= 0, "page_size is negative.")
    self.size = size == 0 ? Self.defaultSize : min(size, Limits.Emulator.pageSize)
    hash = Self.hash(request)
    guard let token = request.text("pageToken") else {
      (after, total) = (nil, nil)
      return
    }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    let total = parts.count == 3 ? UInt32(parts[2]).map(Int.init) : nil
    guard parts.count == 2 || total != nil, parts[0] == hash,
      let id = Base64URL.decode(padded: String(parts[1])), !id.isEmpty
    else { throw .invalid("page_token is not one of this query; start again without it.") }
    after = String(decoding: id, as: UTF8.self)
    self.total = total
  }

  /// The page's part of the records after ``after``, and the token of the next page.
  func part<Record>(
    of records: some Sequence<Record>, total: Int? = nil, id: (Record) -> String,
    vehicle: (Record) -> StoredVehicle?
  ) -> (part: [Record], next: String?) {
    var part: [Record] = []
    var points = 0
    for record in records {
      if let vehicle = vehicle(record) {
        points += vehicle.plan.count * 10 + (vehicle.vehicle.route?.count ?? 0)
      }
      if let last = part.last, part.count == size || points > Limits.Emulator.pagePoints {
        let end = total.map { ".\($0)" } ?? ""
        return (part, hash + "." + Base64URL.encode(Array(id(last).utf8)) + end)
      }
      part.append(record)
    }
    return (part, nil)
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
