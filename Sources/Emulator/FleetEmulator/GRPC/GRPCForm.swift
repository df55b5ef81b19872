package import HTTPMessages
internal import FleetEngine
package import JSON
internal import TrustLimits

/// A call of REST as gRPC has it, for those who compare both.
package struct GRPCForm: Sendable {
  /// The path of the call.
  package let path: String
  /// The body of the call, which is one message.
  package let body: [UInt8]
  private let response: MessageSchema

  /// Translates a request; nil for one that gRPC cannot express, because its content is not that of a message.
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
    body = GRPCMessages.framed(bytes)
    response = messages.response
  }

  /// Decodes the body of a response; nil for anything but one message that is not compressed.
  package func decode(body: [UInt8]) -> JSONTree? {
    var messages = GRPCMessages()
    messages.append(body)
    guard let message = try? messages.next(), messages.count == 0,
      let bytes = try? message.content(nil),
      let fields = try? ProtobufDecoder.decode(
        bytes, response, maximumValues: Limits.Response.jsonValues)
    else { return nil }
    return .object(fields)
  }
}
