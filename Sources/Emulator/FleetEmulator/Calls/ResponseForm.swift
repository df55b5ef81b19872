internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// The form of a successful response that a request's system parameters choose.
///
/// See docs/protocol.md, "System parameters".
struct ResponseForm: Sendable {
  /// Whether the response has numbers for enumerations.
  private(set) var wantsEnumNumbers = false
  /// The fields of the response; nil for all.
  private var selection: FieldSelection?

  /// Reads a request's parameters; `schema` is that of the response.
  init(_ request: TransportRequest, of schema: MessageSchema) throws(RPCFailure) {
    var masks = request.headers.values("X-Goog-FieldMask")
    for item in request.url.query {
      switch SystemParameter(name: item.name) {
      case .alt:
        let form = item.value.split(separator: ";", omittingEmptySubsequences: false)
        try require(form.first == "json", "Only the format json is served.")
        wantsEnumNumbers = wantsEnumNumbers || form.contains("enum-encoding=int")
      case .callback: throw .invalid("The parameter callback is not served: use JSON, not JSONP.")
      case .fields: masks.append(item.value)
      default: break
      }
    }
    try require(masks.count <= 1, "The parameter fields is there more than once.")
    selection = try masks.first.flatMap { mask throws(RPCFailure) in
      try FieldSelection(mask, of: schema)
    }
  }

  /// Removes the fields of a response that were not requested.
  func narrowed(_ response: JSONTree) -> JSONTree { selection?.applied(to: response) ?? response }
}
