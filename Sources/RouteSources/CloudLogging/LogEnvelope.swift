internal import JSON

/// The parts of a log entry that a call is made of, their names plain.
struct LogEnvelope {
  private static let answerFields: Set<String> = [
    "name", "maximumcapacity", "supportedtrips", "supportedtriptypes", "vehicletype",
    "attributes", "backtobackenabled",
  ]

  let timestamp: String?
  let logName: String?
  let resourceContainer: String?
  let type: String?
  let request: JSONTree?
  let response: JSONTree?
  /// Whether the server refused the call, so that it changed nothing.
  let hasFailed: Bool
  /// Whether it is about a delivery vehicle or a task.
  let isDelivery: Bool

  /// Reads an entry; nil for anything but an object.
  init?(_ tree: JSONTree) {
    guard case .object(let entry) = tree.withPlainNames else { return nil }
    timestamp = entry["timestamp"]?.text
    logName = entry["logname"]?.text
    resourceContainer = entry["resource"]?["labels"]?["resourcecontainer"]?.text
    let payload = entry["jsonpayload"]?.object ?? entry["protopayload"]?.object
    type = payload?["@type"]?.text
    request = payload?["request"]
    hasFailed = payload?["errorresponse"]?.object.map { !$0.isEmpty } ?? false
    // Archives have no payload, but a member that is named after the call.
    let calls = type.map { [$0.lowercased().removingLogSuffix] } ?? entry.names
    isDelivery = calls.contains { $0.hasSuffix("deliveryvehicle") || $0.hasSuffix("task") }
    response = payload?["response"]?.object.map { response in
      .object(JSONObject(response.filter { Self.answerFields.contains($0.name) }))
    }
  }
}

extension String {
  /// The name of a call without the `log` that its entries' type ends with.
  fileprivate var removingLogSuffix: String { hasSuffix("log") ? String(dropLast(3)) : self }
}
