/// The parts of a log entry that a call is made of.
///
/// Most of an entry is the server's answer, of which little is needed, so the rest is not built.
struct LogEnvelope: Decodable {
  private static let answerFields: Set<String> = [
    "name", "maximumcapacity", "supportedtrips", "supportedtriptypes", "vehicletype",
    "attributes", "backtobackenabled",
  ]

  let timestamp: String?
  let logName: String?
  let resourceContainer: String?
  let type: String?
  let request: JSONValue?
  let response: JSONValue?
  /// Whether the server refused the call, so that it changed nothing.
  let hasFailed: Bool
  /// Whether it is about a delivery vehicle or a task, which are no trips.
  let isDelivery: Bool

  init(from decoder: any Decoder) throws {
    let entry = try Fields(decoder.container(keyedBy: JSONValue.Key.self))
    timestamp = entry.text("timestamp")
    logName = entry.text("logname")
    resourceContainer = entry.nested("resource")?.nested("labels")?.text("resourcecontainer")
    let payload = entry.nested("jsonpayload") ?? entry.nested("protopayload")
    type = payload?.text("@type")
    request = payload?.value("request")
    hasFailed = payload?.nested("errorresponse").map { !$0.container.allKeys.isEmpty } ?? false
    // Archives have no payload, but a member that is named after the call.
    let calls = type.map { [$0.lowercased().removingLogSuffix] } ?? Array(entry.names)
    isDelivery = calls.contains { $0.hasSuffix("deliveryvehicle") || $0.hasSuffix("task") }
    response = try payload?.nested("response").map {
      try JSONValue.object($0.container, only: Self.answerFields)
    }
  }

  /// An object's fields by their names in lower case and without underscores.
  private struct Fields {
    let container: KeyedDecodingContainer<JSONValue.Key>
    private let keys: [String: JSONValue.Key]

    init(_ container: KeyedDecodingContainer<JSONValue.Key>) {
      self.container = container
      keys = Dictionary(
        container.allKeys.map { (JSONValue.plain($0.stringValue), $0) },
        uniquingKeysWith: { $1 }
      )
    }

    var names: Dictionary<String, JSONValue.Key>.Keys { keys.keys }

    func value(_ name: String) -> JSONValue? {
      keys[name].flatMap { try? container.decode(JSONValue.self, forKey: $0) }
    }

    func text(_ name: String) -> String? {
      keys[name].flatMap { try? container.decode(String.self, forKey: $0) }
    }

    func nested(_ name: String) -> Fields? {
      keys[name]
        .flatMap { try? container.nestedContainer(keyedBy: JSONValue.Key.self, forKey: $0) }
        .map(Fields.init)
    }
  }
}

extension String {
  /// The name of a call without the `log` that its entries' type ends with.
  fileprivate var removingLogSuffix: String { hasSuffix("log") ? String(dropLast(3)) : self }
}
