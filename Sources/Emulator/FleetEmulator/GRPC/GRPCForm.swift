package import HTTPMessages
internal import FleetEngine
package import JSON

/// A call of REST as gRPC has it, for those who compare both.
package struct GRPCForm: Sendable {
  /// The path of the call.
  package let path: String
  /// The encoded request.
  package let message: [UInt8]
  private let response: MessageSchema

  /// Translates a request; nil for one that gRPC cannot say, because its content is not that of a message.
  package init?(_ request: TransportRequest) {
    guard let call = try? FleetCall(request), let messages = call.route.messages,
      let fields = try? call.fields().tree.object
    else { return nil }
    var message = fields
    let name = "providers/\(call.providerID)"
    message[call.route.nameField] = .text(
      call.route.hasID ? name + "/\(call.route.collection)/\(call.id)" : name)
    if let field = call.route.bodyField {
      let type: MessageSchema = field == "trip" ? .trip : .vehicle
      guard let resource = try? call.resource(type) else { return nil }
      message[field] = resource.tree
    }
    guard let bytes = try? ProtobufEncoder.encode(message, messages.request) else { return nil }
    path = "/\(call.route.service)/\(call.route.procedure.rawValue)"
    self.message = bytes
    response = messages.response
  }

  /// Decodes a response; nil for other bytes.
  package func decode(_ message: [UInt8]) -> JSONTree? {
    guard
      let fields = try? ProtobufDecoder.decode(message, response, maximumValues: 1_000_000)
    else { return nil }
    return .object(fields)
  }
}
