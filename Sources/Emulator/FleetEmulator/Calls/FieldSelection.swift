internal import FleetEngine
internal import JSON
internal import TrustLimits

/// The fields of a message that the parameter `fields` selects.
///
/// See docs/protocol.md, "System parameters".
struct FieldSelection: Sendable {
  /// Whether all of the message is selected.
  private var isWhole = false
  /// The selected fields in JSON's spelling.
  private var fields: [String: FieldSelection] = [:]

  private init() {}

  /// Reads a mask; nil for one without paths, which selects everything.
  ///
  /// The error names a path that the message does not have.
  init?(_ text: String, of schema: MessageSchema) throws(RPCFailure) {
    let most = Limits.Emulator.fieldMaskBytes
    try require(text.utf8.count <= most, "The parameter fields is longer than \(most) bytes.")
    let paths = try Self.paths(text)
    guard !paths.isEmpty else { return nil }
    for path in paths where !add(path[...], of: schema) { throw Self.unmatched(path, text) }
  }

  /// Returns a value without the fields that are not selected; each element of a list is narrowed.
  func applied(to tree: JSONTree) -> JSONTree {
    guard !isWhole else { return tree }
    switch tree {
    case .object(let object):
      var selected = JSONObject()
      for (name, value) in object {
        if let selection = fields[name] { selected.append(name, selection.applied(to: value)) }
      }
      return .object(selected)
    case .list(let values): return .list(values.map { applied(to: $0) })
    case .null, .flag, .number, .integer, .text: return tree
    }
  }

  /// Adds a path, whose names may be `*`; returns whether the message has it.
  ///
  /// The recursion follows the schema, so that a mask cannot make it deeper.
  private mutating func add(_ path: ArraySlice<String>, of schema: MessageSchema) -> Bool {
    guard let name = path.first else { return false }
    let rest = path.dropFirst()
    if name == "*", rest.isEmpty {
      isWhole = true
      return true
    }
    var isFound = false
    let names = name == "*" ? Array(schema.fields.keys) : [FieldName.camelCase(name)]
    for name in names {
      guard let type = schema.fields[name] else { continue }
      var inner = fields[name] ?? FieldSelection()
      if rest.isEmpty {
        inner.isWhole = true
      } else {
        guard let message = type.messages, inner.add(rest, of: message) else { continue }
      }
      fields[name] = inner
      isFound = true
    }
    return isFound
  }

  /// The paths of a mask: `a,b`, `a/b` or `a.b`, and `a(b,c)`.
  private static func paths(_ text: String) throws(RPCFailure) -> [[String]] {
    var paths: [[String]] = []
    var prefixes: [[String]] = []
    var part: [UInt8] = []
    for byte in Array(text.utf8) + [UInt8(ascii: ",")] {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"):
        let names = part.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        let path = (prefixes.last ?? []) + names.map { String(decoding: $0, as: UTF8.self) }
        part = []
        guard path.count <= Limits.Emulator.fieldMaskDepth else { throw unmatched(path, text) }
        if byte == UInt8(ascii: "(") {
          prefixes.append(path)
        } else if !names.isEmpty {
          paths.append(path)
        }
        if byte == UInt8(ascii: ")"), prefixes.popLast() == nil {
          throw invalid("Invalid FieldMask. Cannot find matching '(' for ')'.", text)
        }
      case UInt8(ascii: " "): break
      default: part.append(byte)
      }
    }
    guard prefixes.isEmpty else {
      throw invalid("Invalid FieldMask. Cannot find matching ')' for all '('.", text)
    }
    return paths
  }

  private static func unmatched(_ path: [String], _ text: String) -> RPCFailure {
    let name = path.joined(separator: ".").cut(toBytes: 256)
    return invalid(
      "Error expanding 'fields' parameter. Cannot find matching fields for path '\(name)'.", text)
  }

  /// The error in the words of Google's services, whose message does not name the problem.
  private static func invalid(_ problem: String, _ text: String) -> RPCFailure {
    var failure = RPCFailure.invalid("Request contains an invalid argument.")
    failure.status.details = [
      .badRequest([.init(field: text.cut(toBytes: 256), description: problem)])
    ]
    failure.cure = problem
    return failure
  }
}

extension FieldType {
  /// The schema of the message, or of the messages in the list; nil for any other type.
  fileprivate var messages: MessageSchema? {
    switch self {
    case .message(let schema): schema
    case .list(let element): element.messages
    default: nil
    }
  }
}
