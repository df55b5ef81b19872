internal import TrustLimits

/// Cleans text from other programs and servers for use in errors, without secrets.
enum UntrustedText {
  /// Returns a text on one line, at most `limit` characters long.
  ///
  /// Secrets and words that look like tokens are replaced by `…`.
  static func cleaned(_ text: String, limit: Int = 120, hiding secrets: [String] = []) -> String {
    var text = String(text.unicodeScalars.prefix(mostScanned).map(Character.init))
    for secret in secrets where !secret.isEmpty {
      // Comparing bytes also finds a secret that is followed by a combining character.
      let bytes = Array(text.utf8).replacing(Array(secret.utf8), with: Array("…".utf8))
      text = String(decoding: bytes, as: UTF8.self)
    }
    var result = ""
    for part in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      let word = withoutTokens(part.filter(\.isVisible))
      guard !word.isEmpty else { continue }
      result += (result.isEmpty ? "" : " ") + word
      if result.count > limit { return result.prefix(limit - 1) + "…" }
    }
    return result
  }

  /// Returns an ID or a similar text, which may look like a token, on one line.
  static func visible(_ text: String, limit: Int) -> String {
    let scalars = text.unicodeScalars.prefix(mostScanned).filter(\.isVisible)
    let clean = String(String.UnicodeScalarView(scalars))
    return clean.count > limit ? clean.prefix(limit - 1) + "…" : clean
  }

  /// Returns the first few names of a list, cleaned and separated by commas.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { cleaned($0, limit: 40) }.map { $0.isEmpty ? "\"\"" : $0 }
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let mostScanned = 4_096

  /// Replaces runs of characters that look like tokens.
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
    if run.starts(with: "eyJ".unicodeScalars) { return true }
    func has(_ range: ClosedRange<Unicode.Scalar>) -> Bool { run.contains(where: range.contains) }
    return run.count >= 20 && has("0"..."9")
      && (run.count >= 32 || has("a"..."z") && has("A"..."Z"))
  }

  private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~", "+", "=": true
    default: false
    }
  }
}
