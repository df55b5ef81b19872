internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// The header fields that end a response of gRPC.
enum GRPCTrailers {
  static let ok = [(name: "grpc-status", value: "0")]

  /// The trailers of an error, with google.rpc.Status if it has details.
  static func error(_ status: RPCStatus) -> [(name: String, value: String)] {
    var fields = [
      (name: "grpc-status", value: String(status.code.rawValue)),
      (name: "grpc-message", value: message(status.message)),
    ]
    if !status.details.isEmpty {
      let bytes = status.message.utf8.count <= Limits.GRPC.errorBytes / 2 ? self.bytes(status) : []
      if !bytes.isEmpty, bytes.count <= Limits.GRPC.errorBytes {
        let digits = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        fields.append((name: "grpc-status-details-bin", value: digits))
      }
    }
    return fields
  }

  /// A message in visible ASCII, with everything else percent-encoded.
  private static func message(_ text: String) -> String {
    var result = ""
    for byte in text.utf8.prefix(Limits.GRPC.errorBytes / 3) {
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
    }
    return result
  }

  /// google.rpc.Status.
  private static func bytes(_ status: RPCStatus) -> [UInt8] {
    var output = ProtobufOutput()
    output.write(1, varint: status.code.rawValue)
    output.write(2, status.message)
    for case .object(let detail) in status.details.map(\.tree) {
      guard let type = detail["@type"]?.text, let schema = MessageSchema.errorDetails[type],
        let bytes = try? ProtobufEncoder.encode(fields(detail), schema)
      else { continue }
      output.write(3) { output in
        output.write(1, type)
        output.write(2, bytes)
      }
    }
    return output.bytes
  }

  /// The fields of a detail; a map is a list of entries in protocol buffers.
  private static func fields(_ detail: JSONObject) -> JSONObject {
    var fields = detail
    fields["@type"] = nil
    if let metadata = fields["metadata"]?.object {
      fields["metadata"] = .list(
        metadata.map { .object(["key": .text($0.name), "value": $0.value]) })
    }
    return fields
  }
}

extension MessageSchema {
  /// The details of google.rpc.Status by their type URLs.
  fileprivate static let errorDetails: [String: MessageSchema] = {
    func texts(_ typeName: String, _ names: String...) -> MessageSchema {
      MessageSchema(
        "google.rpc." + typeName,
        Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, ($0 + 1, FieldType.text)) }))
    }
    func list(_ typeName: String, _ name: String, _ element: MessageSchema) -> MessageSchema {
      MessageSchema("google.rpc." + typeName, [name: (1, .list(.message(element)))])
    }
    let schemas = [
      texts("ResourceInfo", "resourceType", "resourceName", "owner", "description"),
      texts("RequestInfo", "requestId", "servingData"),
      texts("LocalizedMessage", "locale", "message"),
      MessageSchema("google.rpc.RetryInfo", ["retryDelay": (1, .duration)]),
      MessageSchema(
        "google.rpc.ErrorInfo",
        [
          "reason": (1, .text), "domain": (2, .text),
          "metadata": (3, .list(.message(texts("ErrorInfo.MetadataEntry", "key", "value")))),
        ]),
      list(
        "BadRequest",
        "fieldViolations",
        texts("BadRequest.FieldViolation", "field", "description")
      ),
      list(
        "QuotaFailure",
        "violations",
        texts("QuotaFailure.Violation", "subject", "description")
      ),
      list(
        "PreconditionFailure",
        "violations",
        texts("PreconditionFailure.Violation", "type", "subject", "description")
      ),
      list("Help", "links", texts("Help.Link", "description", "url")),
    ]
    return Dictionary(
      uniqueKeysWithValues: schemas.map { ("type.googleapis.com/" + $0.typeName, $0) })
  }()
}
