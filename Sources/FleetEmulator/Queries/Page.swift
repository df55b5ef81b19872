internal import FleetEngine
internal import JSON
internal import TrustLimits

/// A part of a list that is in the order of its ids.
///
/// A page's token names the last id before it, so that pages stay right while others create and
/// delete, and a sum of the query, so that it is good for that query only. Source: contract 2.5.
struct Page: Sendable {
  private static let defaultSize = 100

  private let size: Int
  private let after: String?
  private let sum: String

  /// Reads the size and token of a page.
  ///
  /// - Throws: That the size is negative or the token none of this query.
  init(_ request: Message) throws(RPCFailure) {
    let size = request.integer("pageSize") ?? 0
    guard size >= 0 else { throw .invalid("page_size is negative.") }
    self.size = size == 0 ? Self.defaultSize : min(size, Limits.Emulator.pageSize)
    sum = Self.sum(request)
    guard let token = request.text("pageToken") else {
      after = nil
      return
    }
    guard token.hasPrefix(sum), let id = Self.text(token.dropFirst(sum.utf8.count)) else {
      throw .invalid("page_token is not one of this query; start again without it.")
    }
    after = id
  }

  /// The page's part of a list, and the token of the next page where there is one.
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
    return (part, sum + Self.digits(id(last)))
  }

  /// A sum of all that the query asks for but its page, the same in every process.
  private static func sum(_ request: Message) -> String {
    var tree = request.tree
    for name in ["pageSize", "pageToken", "header"] { tree.set(nil, at: [name]) }
    // FNV-1a; nothing depends on it being hard to imitate.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var writer = JSONWriter()
    writer.write(tree)
    for byte in writer.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return digits(String(hash, radix: 36))
  }

  private static func digits(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func text(_ digits: some StringProtocol) -> String? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
