internal import TrustLimits

/// Why a text is not the name or ID of a resource.
public struct ResourceNameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rule that the text breaks.
  public enum Reason: Sendable, Hashable {
    /// The text does not have the form of a resource name.
    case form
    /// An ID is empty.
    case empty
    /// An ID is longer than 64 characters.
    case tooLong
    /// An ID contains `/`, `:`, `?`, `,`, `#` or a control character, or is `.` or `..`.
    case forbiddenCharacter

    /// The problem as a clause; nil for another form.
    package var clause: String? {
      switch self {
      case .form: nil
      case .empty: "an id is empty"
      case .tooLong: "an id is longer than 64 characters"
      case .forbiddenCharacter: "an id holds one of / : ? , # or a control character, or is . or .."
      }
    }
  }

  /// The text as given, untrusted.
  public let text: String
  /// The rule that the text breaks.
  public let reason: Reason
  /// The expected form, for example `providers/PROVIDER/trips/TRIP`.
  public let expectedForm: String

  /// Creates an error.
  public init(text: String, reason: Reason, expectedForm: String) {
    self.text = text
    self.reason = reason
    self.expectedForm = expectedForm
  }

  /// The error in one line, without control characters.
  public var description: String {
    // The address of a call may have a key in its query.
    let start = text.unicodeScalars.prefix(4_096).prefix { $0 != "?" && $0 != "#" }
    let text = EscapedText.line(String(start))
    return "\"\(text)\" is not a name" + (reason.clause.map { ": " + $0 } ?? "")
      + ". Expected \(expectedForm)."
  }
}
