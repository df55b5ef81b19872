/// Escapes texts for documents, by Unicode scalars: a combining mark after `<` makes another `Character` of it, but XML's
/// readers see `<`.
package enum EscapedText {
  /// Returns a text to stand between tags of XML or HTML; characters that XML does not allow become U+FFFD.
  package static func markup(_ text: String) -> String {
    var last: Unicode.Scalar?
    return replacing(text) { scalar in
      defer { last = scalar }
      return switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // `]]>` ends a section of XML that nobody began.
      case ">" where last == "]": "&gt;"
      case "\t", "\n", "\r": nil
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// Returns a text to stand between double quotes in OpenMetrics, with `\`, `"` and line feeds escaped.
  package static func metrics(_ text: String) -> String {
    replacing(text) { scalar in
      switch scalar {
      case "\\": #"\\"#
      case "\"": #"\""#
      case "\n": #"\n"#
      default: nil
      }
    }
  }

  /// Returns a text as a basic string of TOML, with its quotes.
  package static func toml(_ text: String) -> String {
    let escaped = replacing(text) { scalar in
      switch scalar {
      case "\\": #"\\"#
      case "\"": #"\""#
      case "\n": #"\n"#
      case "\t": #"\t"#
      case "\r": #"\r"#
      case "\u{0}"..."\u{1F}", "\u{7F}":
        #"\u00"# + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns an untrusted text on one line, without control and invisible characters, cut after `limit` scalars.
  package static func line(_ text: String, limit: Int = 300) -> String {
    let start = text.unicodeScalars.prefix(max(4_096, limit * 8))
    var (result, count, isBetween) = (String.UnicodeScalarView(), 0, false)
    for scalar in start {
      if scalar.properties.isWhitespace {
        isBetween = count > 0
      } else if scalar.isVisible {
        count += isBetween ? 2 : 1
        if count > limit { return String(result) + "…" }
        if isBetween { result.append(" ") }
        isBetween = false
        result.append(scalar)
      }
    }
    return String(result) + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }

  private static func replacing(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let escaped = escape(scalar) {
        result.append(contentsOf: escaped.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether the character is seen on a screen, and changes neither it nor the characters around it.
  package var isVisible: Bool {
    if properties.isDefaultIgnorableCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}
