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

  init(from decoder: any Decoder) throws {
    let entry = try Fields(decoder.container(keyedBy: JSONValue.Key.self))
    timestamp = entry.text("timestamp")
    logName = entry.text("logname")
    resourceContainer = entry.nested("resource")?.nested("labels")?.text("resourcecontainer")
    let payload = entry.nested("jsonpayload") ?? entry.nested("protopayload")
    type = payload?.text("@type")
    request = payload?.value("request")
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
