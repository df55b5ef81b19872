/// Text of another program or server on its way into an error: clean, short, without a secret.
enum ForeignText {
  /// Cleans a text and leaves out of it what is or looks like a token.
  ///
  /// - Parameters:
  ///   - text: The text, untrusted.
  ///   - limit: The most characters that are kept.
  ///   - secrets: What must not be kept, wherever it stands.
  /// - Returns: The text on one line, `…` in the place of what was left out.
  static func cleaned(_ text: String, limit: Int = 120, hiding secrets: [String] = []) -> String {
    var text = String(text.unicodeScalars.prefix(mostScanned).map(Character.init))
    for secret in secrets where !secret.isEmpty { text = hide(secret, in: text) }
    var result = ""
    for part in text.unicodeScalars.split(omittingEmptySubsequences: true, whereSeparator: isSpace)
    {
      let word = withoutTokens(part.filter(isVisible))
      guard !word.isEmpty else { continue }
      result += (result.isEmpty ? "" : " ") + word
      if result.count > limit { return result.prefix(limit - 1) + "…" }
    }
    return result
  }

  /// Cleans a text that may look like a token, such as an id, and is known to be none.
  ///
  /// - Parameters:
  ///   - text: The text, untrusted.
  ///   - limit: The most characters that are kept.
  /// - Returns: The text on one line, `…` at its end where it was cut.
  static func visible(_ text: String, limit: Int) -> String {
    let scalars = text.unicodeScalars.prefix(mostScanned).filter { isVisible($0) }
    let clean = String(String.UnicodeScalarView(scalars))
    return clean.count > limit ? clean.prefix(limit - 1) + "…" : clean
  }

  /// Cleaned names in a list, of which the first few are told.
  ///
  /// - Parameter names: The names, untrusted.
  /// - Returns: The names, separated by commas.
  static func list(_ names: [String]) -> String {
    let told = names.prefix(8).map { cleaned($0, limit: 40) }.map { $0.isEmpty ? "\"\"" : $0 }
    let rest = names.count - told.count
    return told.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let mostScanned = 4_096

  /// Leaves out what only a token looks like: a long run of its characters with digits in it.
  private static func withoutTokens(_ word: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    func endRun() {
      result.append(contentsOf: isLikeToken(run) ? ["…"] : run)
      run = []
    }
    for scalar in word {
      if isTokenCharacter(scalar) {
        run.append(scalar)
      } else {
        endRun()
        result.append(scalar)
      }
    }
    endRun()
    return String(result)
  }

  private static func isLikeToken(_ run: [Unicode.Scalar]) -> Bool {
    guard run.count >= 20 else { return run.starts(with: "eyJ".unicodeScalars) }
    let hasDigit = run.contains { ("0"..."9").contains($0) }
    let hasBothCases =
      run.contains { ("a"..."z").contains($0) } && run.contains { ("A"..."Z").contains($0) }
    return hasDigit && (run.count >= 32 || hasBothCases)
      || run.starts(with: "eyJ".unicodeScalars)
  }

  private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~", "+", "=": true
    default: false
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  private static func hide(_ secret: String, in text: String) -> String {
    let (secret, bytes) = (Array(secret.utf8), Array(text.utf8))
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: secret) {
        result += Array("…".utf8)
        index += secret.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
