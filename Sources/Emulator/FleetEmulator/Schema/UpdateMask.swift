internal import FleetEngine

/// The fields that an update names, in JSON's spelling.
///
/// See docs/protocol.md, "Update masks".
struct UpdateMask: Sendable {
  /// The fields that change, in whole or in part.
  let fields: Set<String>
  /// The paths of fields that change in part.
  let parts: [[String]]
  /// Whether the mask is `*`.
  let isWhole: Bool
  /// The field that a trip's update may name without effect, by Google's reference.
  private static let ignored = "lastLocationSnappable"

  /// Reads a mask; the error names a path that cannot be updated.
  init(_ text: String, schema: MessageSchema) throws(RPCFailure) {
    let names = text.utf8.split(separator: UInt8(ascii: ","))
      .map { String(decoding: $0.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self) }
      .filter { !$0.isEmpty }
    isWhole = names.contains("*")
    var paths: [[String]] = []
    for name in names where name != "*" {
      paths.append(FieldName.path(name))
      try Self.check(paths[paths.count - 1], name, schema)
    }
    if isWhole {
      try require(paths.isEmpty, "update_mask holds * and other paths; * has to be the only one.")
      fields = schema.writable
      parts = []
      return
    }
    try require(!paths.isEmpty, "update_mask cannot be empty")
    paths.removeAll { $0 == [Self.ignored] }
    let wholes = Set(paths.lazy.filter { $0.count == 1 }.map { $0[0] })
    parts = paths.filter { !wholes.contains($0[0]) }
    fields = Set(paths.map { $0[0] })
  }

  private static func check(
    _ path: [String], _ shown: String, _ schema: MessageSchema
  ) throws(RPCFailure) {
    var schema: MessageSchema? = schema
    for name in path {
      guard let message = schema, let type = message.fields[name] else {
        throw .invalid("update_mask holds \(shown.prefix(64)), which is unknown.")
      }
      guard !message.readOnly.contains(name) || name == ignored else {
        throw .invalid("update_mask holds \(shown.prefix(64)), which cannot be updated.")
      }
      if case .message(let inner) = type { schema = inner } else { schema = nil }
    }
  }

  func contains(_ field: String) -> Bool { fields.contains(field) }
}
