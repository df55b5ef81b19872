/// The rules that ids of trips and vehicles follow.
///
/// Source: contract 1.1.
enum ResourceID {
  static let maximumCharacters = 64
  private static let forbidden: Set<Unicode.Scalar> = ["/", ":", "?", ",", "#"]

  /// The rule that an id breaks, if any.
  static func violation(_ id: some StringProtocol) -> ResourceNameError.Reason? {
    guard !id.isEmpty else { return .empty }
    guard id.count <= maximumCharacters, id.utf8.count <= maximumCharacters * 16 else {
      return .tooLong
    }
    let isClean = id.unicodeScalars.allSatisfy { scalar in
      !forbidden.contains(scalar) && !isControl(scalar)
    }
    guard isClean, id != ".", id != ".." else { return .forbiddenCharacter }
    return nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Takes `providers/P/COLLECTION/ID` apart.
  static func split(
    _ text: String,
    collection: String,
    expectedForm: String
  ) throws(ResourceNameError) -> (provider: String, id: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "providers", parts[2] == collection else {
      throw ResourceNameError(text: text, reason: .form, expectedForm: expectedForm)
    }
    for part in [parts[1], parts[3]] {
      if let reason = violation(part) {
        throw ResourceNameError(text: text, reason: reason, expectedForm: expectedForm)
      }
    }
    return (String(parts[1]), String(parts[3]))
  }
}
