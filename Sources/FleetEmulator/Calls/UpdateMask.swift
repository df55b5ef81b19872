internal import FleetEngine

/// The fields that an update names, in JSON's spelling.
///
/// Source: contract 2.4.
struct UpdateMask: Sendable {
  /// The resource's own fields that change, in whole or in part.
  let fields: Set<String>
  /// The paths into fields of which the rest stays.
  let parts: [[String]]
  /// Whether the body replaces all that an update may name.
  let isWhole: Bool

  /// Reads a mask.
  ///
  /// - Throws: That the mask is empty, or which path cannot be updated.
  init(_ text: String, schema: MessageSchema) throws(RPCFailure) {
    var wholes: Set<String> = []
    var parts: [[String]] = []
    var hasStar = false
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      let shown = String(decoding: part.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      guard !shown.isEmpty else { continue }
      guard shown != "*" else {
        hasStar = true
        continue
      }
      let path = shown.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { FieldName.camelCase(String(Substring($0))) }
      try Self.check(path, shown, schema)
      if path.count == 1 { wholes.insert(path[0]) } else { parts.append(path) }
    }
    isWhole = hasStar
    guard !hasStar else {
      guard wholes.isEmpty, parts.isEmpty else {
        throw .invalid("update_mask holds * beside other paths; it has to stand alone.")
      }
      fields = schema.writable
      self.parts = []
      return
    }
    guard !wholes.isEmpty || !parts.isEmpty else { throw .invalid("update_mask cannot be empty") }
    // What the mask names in whole needs no parts.
    self.parts = parts.filter { !wholes.contains($0[0]) }
    fields = wholes.union(parts.map { $0[0] })
  }

  private static func check(
    _ path: [String],
    _ shown: String,
    _ schema: MessageSchema
  ) throws(RPCFailure) {
    var schema: MessageSchema? = schema
    for name in path {
      guard let message = schema, let type = message.fields[name] else {
        throw .invalid("update_mask holds \(shown.prefix(64)), which is unknown.")
      }
      guard !message.readOnly.contains(name) else {
        throw .invalid("update_mask holds \(shown.prefix(64)), which cannot be updated.")
      }
      if case .message(let inner) = type { schema = inner } else { schema = nil }
    }
  }

  func contains(_ field: String) -> Bool { fields.contains(field) }
}
