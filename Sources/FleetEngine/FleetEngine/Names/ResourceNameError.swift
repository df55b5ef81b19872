/// Why a text is not the name or ID of a resource.
public struct ResourceNameError: Error, Sendable, Hashable {
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
}
