/// The descriptors of messages and services, which server reflection returns.
///
/// They follow from the schemas. Fields that only REST has, and those that are ignored, are left
/// out.
package struct DescriptorFiles: Sendable {
  /// A service with its methods.
  package struct Service: Sendable {
    package let name: String
    package let methods: [(name: String, request: MessageSchema, response: MessageSchema)]

    package init(
      _ name: String, _ methods: [(name: String, request: MessageSchema, response: MessageSchema)]
    ) {
      self.name = name
      self.methods = methods
    }
  }

  /// The oneof of each message that has one, which schemas do not know.
  private static let oneofs = [
    "TripAttribute": (name: "trip_attribute_value", fields: attributeValues),
    "VehicleAttribute": (name: "vehicle_attribute_value", fields: attributeValues),
    "TerminalPointId": (name: "Id", fields: ["placeId", "generatedId"]),
  ]
  private static let attributeValues = ["stringValue", "boolValue", "numberValue"]

  /// A type with the bytes of its descriptor and the types that are declared in it.
  private final class Node {
    var messages: [String: Node] = [:]
    var enums: [String: EnumNames] = [:]
    var schema: MessageSchema?
  }

  /// The names of files by the symbols that they declare.
  package private(set) var filesBySymbol: [String: String] = [:]
  /// The bytes of each FileDescriptorProto by its file name.
  package private(set) var files: [String: [UInt8]] = [:]

  /// Creates the files of a package with services and all types that they use.
  package init(package name: String, services: [Service]) {
    var collector = TypeCollector(package: name)
    for service in services {
      for method in service.methods {
        collector.add(method.request)
        collector.add(method.response)
      }
    }
    for (package, types) in collector.packages { add(package, types, []) }
    if let types = collector.packages[name] { add(name, types, services) }
  }

  private mutating func add(
    _ package: String,
    _ types: TypeCollector.Types,
    _ services: [Service]
  ) {
    let file = Self.fileName(package)
    var output = ProtobufOutput()
    output.write(1, file)
    output.write(2, package)
    for dependency in types.dependencies.sorted() where dependency != package {
      output.write(3, Self.fileName(dependency))
    }
    let root = Node()
    for schema in types.messages.values {
      Self.node(schema.typeName, package, root).schema = schema
    }
    for names in types.enums.values {
      let (parent, last) = Self.split(TypeCollector.fullName(names.typeName, package), package)
      Self.node(parent, package, root).enums[last] = names
    }
    for (name, node) in root.messages.sorted(by: { $0.key < $1.key }) {
      output.write(4) { Self.write(node, name, package, to: &$0) }
    }
    for (name, names) in root.enums.sorted(by: { $0.key < $1.key }) {
      output.write(5) { Self.write(names, name, to: &$0) }
    }
    for service in services {
      output.write(6) { output in
        output.write(1, String(service.name.dropFirst(package.count + 1)))
        for method in service.methods {
          output.write(2) { output in
            output.write(1, method.name)
            output.write(2, "." + TypeCollector.fullName(method.request.typeName, package))
            output.write(3, "." + TypeCollector.fullName(method.response.typeName, package))
          }
        }
      }
      filesBySymbol[service.name] = file
      for method in service.methods { filesBySymbol[service.name + "." + method.name] = file }
    }
    output.write(12, "proto3")
    files[file] = output.bytes
    for name in types.messages.keys { filesBySymbol[name] = file }
    for name in types.enums.keys { filesBySymbol[name] = file }
  }

  private static func fileName(_ package: String) -> String {
    package.replacing(".", with: "/") + "/types.proto"
  }

  /// The part of a name before its last dot, below the package, and the part after it.
  private static func split(_ fullName: String, _ package: String) -> (String, String) {
    let parts = fullName.dropFirst(package.count + 1).split(separator: ".")
    return (parts.dropLast().joined(separator: "."), String(parts.last ?? ""))
  }

  private static func node(_ name: String, _ package: String, _ root: Node) -> Node {
    let path = name.hasPrefix(package + ".") ? name.dropFirst(package.count + 1) : name[...]
    var node = root
    for part in path.split(separator: ".") {
      let child = node.messages[String(part)] ?? Node()
      node.messages[String(part)] = child
      node = child
    }
    return node
  }

  private static func write(
    _ node: Node, _ name: String, _ package: String, to output: inout ProtobufOutput
  ) {
    output.write(1, name)
    let oneof = node.schema.flatMap { oneofs[$0.typeName] }
    for field in node.schema?.numbered ?? [] {
      let index = oneof?.fields.contains(field.name) ?? false ? 0 : nil
      output.write(2) { write(field, oneof: index, package, to: &$0) }
    }
    for (name, child) in node.messages.sorted(by: { $0.key < $1.key }) {
      output.write(3) { write(child, name, package, to: &$0) }
    }
    for (name, names) in node.enums.sorted(by: { $0.key < $1.key }) {
      output.write(4) { write(names, name, to: &$0) }
    }
    if let oneof { output.write(8) { $0.write(1, oneof.name) } }
  }

  private static func write(
    _ field: MessageSchema.Numbered, oneof: Int?, _ package: String, to output: inout ProtobufOutput
  ) {
    let (isList, type) =
      if case .list(let type) = field.type { (true, type) } else { (false, field.type) }
    output.write(1, FieldName.snakeCase(field.name))
    output.write(3, varint: field.number)
    output.write(4, varint: isList ? 3 : 1)
    output.write(5, varint: type.descriptorType)
    if let name = type.descriptorTypeName {
      output.write(6, "." + TypeCollector.fullName(name, package))
    }
    if let oneof { output.write(9, varint: oneof) }
    output.write(10, field.name)
  }

  private static func write(_ names: EnumNames, _ name: String, to output: inout ProtobufOutput) {
    output.write(1, name)
    for (number, name) in names.names.sorted(by: { $0.key < $1.key }) {
      output.write(2) { output in
        output.write(1, name)
        output.write(2, varint: number)
      }
    }
  }
}

/// Collects the types that messages use.
private struct TypeCollector {
  struct Types {
    var messages: [String: MessageSchema] = [:]
    var enums: [String: EnumNames] = [:]
    var dependencies: Set<String> = []
  }

  let package: String
  private(set) var packages: [String: Types] = [:]

  init(package: String) { self.package = package }

  /// The name with its package, which names of Google's common types have already.
  static func fullName(_ name: String, _ package: String) -> String {
    name.hasPrefix("google.") ? name : package + "." + name
  }

  mutating func add(_ schema: MessageSchema) {
    let name = Self.fullName(schema.typeName, package)
    let home = home(name)
    guard packages[home]?.messages[name] == nil else { return }
    packages[home, default: Types()].messages[name] = schema
    for field in schema.numbered { add(field.type, usedBy: home) }
  }

  private mutating func add(_ type: FieldType, usedBy user: String) {
    switch type {
    case .list(let type), .unread(let type): return add(type, usedBy: user)
    default: break
    }
    if case .name(let names) = type {
      let name = Self.fullName(names.typeName, package)
      packages[home(name), default: Types()].enums[name] = names
    }
    if let schema = type.descriptorSchema { add(schema) }
    if let name = type.descriptorTypeName {
      packages[user, default: Types()].dependencies.insert(home(Self.fullName(name, package)))
    }
  }

  private func home(_ name: String) -> String {
    name.hasPrefix(package + ".")
      ? package : name.split(separator: ".").dropLast().joined(separator: ".")
  }
}

extension FieldType {
  /// The number of the type in FieldDescriptorProto.
  fileprivate var descriptorType: Int {
    switch self {
    case .number: 1
    case .float: 2
    case .long: 3
    case .integer: 5
    case .flag: 8
    case .text, .path: 9
    case .unread(let type): type.descriptorType
    case .moment, .duration, .mask, .wrapped, .message, .list: 11
    case .name: 14
    }
  }

  fileprivate var descriptorTypeName: String? {
    switch self {
    case .name(let names): names.typeName
    case .unread(let type): type.descriptorTypeName
    default: descriptorSchema?.typeName
    }
  }

  /// The schema of the message that the type is in protocol buffers; nil for another type.
  fileprivate var descriptorSchema: MessageSchema? {
    switch self {
    case .message(let schema): return schema
    case .moment: return Self.time("Timestamp")
    case .duration: return Self.time("Duration")
    case .mask: return MessageSchema("google.protobuf.FieldMask", ["paths": (1, .list(.text))])
    case .wrapped(let type):
      let kind =
        if case .flag = type { "Bool" } else if case .integer = type { "Int32" } else { "Double" }
      return MessageSchema("google.protobuf.\(kind)Value", ["value": (1, type)])
    default: return nil
    }
  }

  private static func time(_ name: String) -> MessageSchema {
    MessageSchema("google.protobuf." + name, ["seconds": (1, .long), "nanos": (2, .integer)])
  }
}
