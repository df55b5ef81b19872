internal import FleetEngine
internal import JSON
internal import TrustLimits

extension LogElements {
  /// The bytes of an entry; throws if there are too many.
  static func entry(_ range: Range<Int>, of log: [UInt8]) throws(LogEntry.Problem) -> [UInt8] {
    guard range.count <= Limits.File.logEntryBytes else {
      throw .broken("it has more than \(Limits.File.logEntryBytes) bytes")
    }
    return Array(log[range])
  }
}

/// The parts of a log entry, with plain field names.
struct LogEnvelope {
  private let timestamp: String?
  private let type: String?
  let request: JSONTree?
  let response: JSONTree?
  /// The error that the server returned.
  let failure: JSONObject?
  private let isDelivery: Bool
  /// The provider, which is the Google Cloud project.
  private let provider: String?

  init(_ json: [UInt8]) throws(LogEntry.Problem) {
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONTree(parsing: json, rules: .lenient(values: Limits.File.logEntryValues))
    } catch .tooMany {
      throw .broken("it has more than \(Limits.File.logEntryValues) values")
    } catch {
      throw .broken("it is not JSON")
    }
    guard case .object(let entry) = tree.withPlainNames else {
      throw .broken("it is not a log entry")
    }
    timestamp = entry["timestamp"]?.text
    let payload = entry["jsonpayload"]?.object ?? entry["protopayload"]?.object
    type = payload?["@type"]?.text
    request = payload?["request"]
    failure = payload?["errorresponse"]?.object.flatMap { $0.isEmpty ? nil : $0 }
    // Archives have no payload, but a member with the method's name.
    let method = type.map { $0.lowercased() }
    let names = method.map { [$0.hasSuffix("log") ? String($0.dropLast(3)) : $0] } ?? entry.names
    isDelivery = names.contains { $0.hasSuffix("deliveryvehicle") || $0.hasSuffix("task") }
    response = payload?["response"].flatMap { $0.object == nil ? nil : $0 }
    let resourceNames = [
      payload?["request"]?["parent"]?.text, entry["logname"]?.text,
      entry["resource"]?["labels"]?["resourcecontainer"]?.text,
    ]
    let parts = resourceNames.lazy.compactMap { $0?.split(separator: "/") }
      .first { $0.count > 1 && ["projects", "providers"].contains($0[0]) }
    provider = parts.map { String($0[1]) }
  }

  /// The method, such as `UpdateTripLog`; throws if the entry is not about trips or vehicles.
  func kind() throws(LogEntry.Problem) -> String {
    guard !isDelivery else { throw .delivery }
    guard let type else { throw .broken("it has no payload with a type") }
    return String(type.split(separator: ".").last ?? "")
  }

  func time() throws(LogEntry.Problem) -> Timestamp {
    guard let time = timestamp.flatMap({ Timestamp(rfc3339: $0) }) else {
      throw .broken("it has no timestamp")
    }
    return time
  }

  func tripName(_ fullName: String?) throws(LogEntry.Problem) -> TripName {
    try name(
      fullName,
      id: "tripid",
      parse: TripName.init(parsing:),
      create: TripName.init(providerID:tripID:)
    )
  }

  /// Parses a resource's full name, or creates the name from the request's ID.
  func name<Name>(
    _ fullName: String?,
    id: String,
    parse: (String) throws -> Name,
    create: (_ providerID: String, _ id: String) throws -> Name
  ) throws(LogEntry.Problem) -> Name {
    if let name = fullName.flatMap({ try? parse($0) }) { return name }
    guard let provider, let value = request?[id]?.text, let name = try? create(provider, value)
    else {
      throw .broken("it does not name its \(id.dropLast(2))")
    }
    return name
  }
}
