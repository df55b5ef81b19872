internal import FleetEngine
package import JSON

/// A JSON object on one line, safe for terminals.
///
/// Control characters and characters that change the direction of writing are escaped.
public struct JSONLine: Sendable, Hashable {
  /// The version of the objects' format, their member `v`.
  public static let version = 1

  /// The object's text, without a line end.
  public let text: String

  /// Escapes valid JSON without line ends.
  public init(escaping json: String) { text = Self.escaped(json) }

  /// Writes an object on one line.
  package init(_ object: JSONObject) {
    var writer = JSONWriter()
    writer.write(.object(object), sortsMembers: false)
    self.init(escaping: String(decoding: writer.bytes, as: UTF8.self))
  }

  private static func escaped(_ text: String) -> String {
    // Nearly all text is ASCII, for which Unicode's tables are slow.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: false
    }
  }
}

/// Adds members in the order of the output; members without a value are left out.
extension JSONObject {
  private static let longestText = 4_096

  mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    let scalars = text.unicodeScalars.prefix(Self.longestText)
    append(name, .text(String(String.UnicodeScalarView(scalars))))
  }

  mutating func add(_ name: String, _ number: Int?) {
    if let number { append(name, .number(Double(number))) }
  }

  mutating func add(_ name: String, _ flag: Bool) { append(name, .flag(flag)) }

  mutating func add(_ name: String, _ number: Double?, digits: Int) {
    guard let number, number.isFinite, abs(number) < 1e12 else { return }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    // The sum has no negative zero.
    append(name, .number((number * factor).rounded() / factor + 0))
  }

  /// Adds a moment in whole seconds.
  mutating func add(_ name: String, _ moment: Timestamp?) {
    if let moment { append(name, .text(moment.inWholeSeconds.description)) }
  }

  mutating func add(_ name: String, _ object: JSONObject?) {
    if let object, !object.isEmpty { append(name, .object(object)) }
  }

  mutating func add(_ name: String, _ objects: [JSONObject]) {
    if !objects.isEmpty { append(name, .list(objects.map(JSONTree.object))) }
  }
}
