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
