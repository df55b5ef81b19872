/// Why a text is not the name or id of a resource.
public struct ResourceNameError: Error, Sendable, Hashable {
  /// The rule that the text breaks.
  public enum Reason: Sendable, Hashable {
    /// The text does not have the form of a resource name.
    case form
    /// An id is empty.
    case empty
    /// An id is longer than 64 characters.
    case tooLong
    /// An id holds one of the characters that ids may not hold, or one that cannot be shown.
    case forbiddenCharacter
  }

  /// The text, as given and untrusted.
  public let text: String
  /// The rule that it breaks.
  public let reason: Reason
  /// The form that was expected, for example `providers/PROVIDER/trips/TRIP`.
  public let expectedForm: String

  /// Creates an error.
  public init(text: String, reason: Reason, expectedForm: String) {
    self.text = text
    self.reason = reason
    self.expectedForm = expectedForm
  }
}
