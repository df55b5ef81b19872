import FleetEngine
import JSON
import TestSupport
import Testing

@testable import FleetEmulator

@Suite(.limited) struct `The reflection of gRPC` {
  /// The fields that Google's published protocol buffers lack.
  private static let onlyREST: Set<String> = [
    "TerminalLocation.place", "TerminalLocation.pointLocationSource", "Vehicle.availableCapacity",
  ]

  /// FileDescriptorProto's messages, as far as the test needs them.
  private static func descriptor(nesting: Int) -> MessageSchema {
    let field = MessageSchema(
      "FieldDescriptorProto",
      ["number": (3, .integer), "label": (4, .integer), "jsonName": (10, .text)])
    var fields: [String: (number: Int?, type: FieldType)] = [
      "name": (1, .text), "field": (2, .list(.message(field))),
    ]
    if nesting > 0 { fields["nestedType"] = (3, .list(.message(descriptor(nesting: nesting - 1)))) }
    return MessageSchema("DescriptorProto", fields)
  }

  /// The fields that reflection describes, as `Trip.name = 1`; `[]` follows the name of a list.
  private func described() throws -> [String: Set<String>] {
    let file = MessageSchema(
      "FileDescriptorProto", ["messageType": (4, .list(.message(Self.descriptor(nesting: 2))))])
    let files = MessageSchema("FileDescriptorResponse", ["files": (1, .list(.message(file)))])
    var request = ProtobufOutput()
    request.write(4, "maps.fleetengine.v1.TripService")
    let response = try ProtobufDecoder.decode(
      try GRPCMethod.reflection(request.bytes),
      MessageSchema("ServerReflectionResponse", ["response": (4, .message(files))]),
      maximumValues: 100_000)
    var found: [String: Set<String>] = [:]
    func add(_ message: JSONTree, _ prefix: String) {
      let name = prefix + (message.at("name") ?? "")
      found[name] = Set(
        (message["field"]?.list ?? []).map { field in
          let list = field.at("label") == "3" ? "[]" : ""
          return "\(field.at("jsonName") ?? "")\(list) = \(field.at("number") ?? "")"
        })
      for inner in message["nestedType"]?.list ?? [] { add(inner, name + ".") }
    }
    let types = try #require(response["response"]?["files"]?.list?.first)
    for message in types["messageType"]?.list ?? [] { add(message, "") }
    return found
  }

  @Test func `The reflection of gRPC has every field that REST accepts or returns`() throws {
    let known = try described()
    var seen: Set<String> = []
    var onlyREST: Set<String> = []
    func compare(_ schema: MessageSchema) {
      guard !schema.typeName.hasPrefix("google."), seen.insert(schema.typeName).inserted else {
        return
      }
      var expected: Set<String> = []
      for (name, type) in schema.fields {
        if let field = schema.field(named: name) {
          let list = if case .list = type { "[]" } else { "" }
          expected.insert("\(name)\(list) = \(field.number)")
        } else {
          onlyREST.insert("\(schema.typeName).\(name)")
        }
        var inner = type
        if case .unread(let declared) = inner { inner = declared }
        if case .list(let element) = inner { inner = element }
        if case .message(let schema) = inner { compare(schema) }
      }
      #expect(known[schema.typeName] == expected, "\(schema.typeName)")
    }
    for messages in Route.all.compactMap(\.messages) {
      compare(messages.request)
      compare(messages.response)
    }
    #expect(onlyREST == Self.onlyREST)
    #expect(Set(known.keys) == seen)
    #expect(known["BatteryInfo"]?.contains("batteryStatus = 1") == true)
  }
}
