internal import CellGrid
internal import FleetEngine

/// A JSON object on one line that a terminal can be shown without obeying it.
///
/// What a terminal might act on, control characters of both sets and characters that turn the
/// direction of writing, is escaped, so that the content is kept and `cat` is safe. Source: user
/// interface study, sections 1.9 and 6.4.
public struct JSONLine: Sendable, Hashable {
  /// The version of the objects' members, `v`.
  public static let version = 1

  /// The object's text, without a line's end.
  public let text: String

  /// Escapes valid JSON without line ends, so that it is ASCII.
  public init(escaping json: String) {
    text = Self.escaped(json)
  }

  init(_ object: JSONObject) {
    self.init(escaping: "{" + object.members.joined(separator: ",") + "}")
  }

  /// A text with escapes in place of the characters that are not to be shown.
  private static func escaped(_ text: String) -> String {
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

/// The members of a JSON object in the order in which they are added; those without a value are left
/// out.
struct JSONObject {
  fileprivate var members: [String] = []

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    add(key, raw: Self.quoted(value))
  }

  mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return }
    add(key, raw: String(value))
  }

  mutating func add(_ key: String, _ value: Bool) {
    add(key, raw: value ? "true" : "false")
  }

  /// Adds a number, rounded to some digits of a fraction.
  mutating func add(_ key: String, _ value: Double?, digits: Int) {
    guard let value, value.isFinite, abs(value) < 1e12 else { return }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    add(key, raw: rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded))
  }

  mutating func add(_ key: String, _ value: Timestamp?) {
    guard let value else { return }
    // Whole seconds: nothing that is told is known better.
    add(key, Timestamp(seconds: value.seconds).description)
  }

  mutating func add(_ key: String, _ object: JSONObject?) {
    guard let object, !object.members.isEmpty else { return }
    add(key, raw: "{" + object.members.joined(separator: ",") + "}")
  }

  mutating func add(_ key: String, _ objects: [JSONObject]) {
    guard !objects.isEmpty else { return }
    let texts = objects.map { "{" + $0.members.joined(separator: ",") + "}" }
    add(key, raw: "[" + texts.joined(separator: ",") + "]")
  }

  private mutating func add(_ key: String, raw: String) {
    members.append("\"\(key)\":\(raw)")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    // The program's own limit on a text, so that one field cannot fill whatever reads the lines.
    for scalar in text.unicodeScalars.prefix(4_096) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
