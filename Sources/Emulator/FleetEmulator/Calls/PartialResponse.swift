internal import FleetEngine
internal import JSON

/// The part of a response that a call asks for with the system parameter `fields`.
///
/// Paths are separated by commas, their names by slashes or dots; `a(b,c)` selects fields of a, `*` all fields. Lists
/// are passed through. Source: docs/protocol.md, "System parameters".
struct PartialResponse: Sendable {
  private static let most = (bytes: 4_096, depth: 16)

  private var fields: [String: PartialResponse] = [:]

  /// Whether all of the value is asked for, since nothing in it is named.
  private var isWhole: Bool { fields.isEmpty }

  private init() {}

  /// Parses a selection of a response's fields; the error names the path that does not exist.
  init(_ text: String, of response: MessageSchema) throws(RPCFailure) {
    try require(
      text.utf8.count <= Self.most.bytes,
      "The parameter fields has more than \(Self.most.bytes) bytes."
    )
    var rest = text.utf8.filter { $0 != UInt8(ascii: " ") }[...]
    var whole = PartialResponse()
    try whole.readList(&rest, .message(response), at: [])
    guard rest.isEmpty, !whole.fields.isEmpty else { throw Self.malformed(rest) }
    self = whole
  }

  private static func malformed(_ rest: ArraySlice<UInt8>) -> RPCFailure {
    let place = String(decoding: rest.prefix(32), as: UTF8.self)
    return .invalid(
      "Error expanding 'fields' parameter. "
        + (place.isEmpty ? "It ends too early." : "It cannot be read from '\(place)' on.")
    )
  }

  private mutating func readList(
    _ rest: inout ArraySlice<UInt8>,
    _ type: FieldType,
    at path: [String]
  ) throws(RPCFailure) {
    while true {
      try readPath(&rest, type, at: path)
      guard rest.first == UInt8(ascii: ",") else { return }
      rest.removeFirst()
    }
  }

  private mutating func readPath(
    _ rest: inout ArraySlice<UInt8>,
    _ type: FieldType,
    at path: [String]
  ) throws(RPCFailure) {
    let isLetter: (UInt8) -> Bool = { !Array("/.(),".utf8).contains($0) }
    let name = FieldName.camelCase(String(decoding: rest.prefix(while: isLetter), as: UTF8.self))
    guard !name.isEmpty, path.count < Self.most.depth else { throw Self.malformed(rest) }
    rest = rest.drop(while: isLetter)
    let path = path + [name]
    guard let member = type.member(named: name) else {
      throw .invalid(
        "Error expanding 'fields' parameter. Cannot find matching fields for path "
          + "'\(path.joined(separator: ".").cut(toBytes: 200))'."
      )
    }
    var inner = fields[name] ?? PartialResponse()
    let isNew = fields[name] == nil
    switch rest.first {
    case UInt8(ascii: "/"), UInt8(ascii: "."):
      rest.removeFirst()
      try inner.readPath(&rest, member, at: path)
    case UInt8(ascii: "("):
      rest.removeFirst()
      try inner.readList(&rest, member, at: path)
      guard rest.first == UInt8(ascii: ")") else { throw Self.malformed(rest) }
      rest.removeFirst()
    default:
      fields[name] = PartialResponse()
      return
    }
    // Something that is asked for as a whole stays whole.
    if isNew || fields[name]?.isWhole == false { fields[name] = inner }
  }

  /// The selected part of a response; nil if nothing of it is selected.
  func part(of value: JSONTree) -> JSONTree? {
    guard !isWhole else { return value }
    switch value {
    case .object(let object):
      let members = object.compactMap { name, value -> JSONObject.Member? in
        guard let inner = fields[name] ?? fields["*"] else { return nil }
        return inner.part(of: value).map { (name, $0) }
      }
      return members.isEmpty ? nil : .object(JSONObject(members))
    case .list(let values): return .list(values.map { part(of: $0) ?? .object([:]) })
    case .null, .flag, .number, .integer, .text: return value
    }
  }

  /// The selected part of a response's JSON.
  func part(of json: [UInt8]) throws(RPCFailure) -> [UInt8] {
    guard let tree = try? JSONTree(parsing: json) else {
      throw RPCFailure(.internal, "The response cannot be written.")
    }
    var writer = JSONWriter()
    writer.write(part(of: tree) ?? .object([:]), sortsMembers: false)
    return writer.bytes
  }
}

extension FieldType {
  /// The type of the field that a name selects, in a message or in the elements of a list; nil without one.
  ///
  /// `*` selects all fields as a whole.
  fileprivate func member(named name: String) -> FieldType? {
    switch self {
    case .message(let schema): name == "*" ? .text : schema.fields[name]
    case .list(let element): element.member(named: name)
    default: nil
    }
  }
}
