internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// Reads the message of an error response, in each form that backends use.
///
/// See docs/protocol.md, "Error body".
enum ErrorResponse {
  /// Returns the message, bounded and untrusted; empty without one.
  static func message(of response: TransportResponse) -> String {
    let body = Array(response.body.prefix(Limits.Token.bytes))
    let rules = JSONRules.lenient(values: Limits.File.jsonValues)
    if let message = (try? JSONTree(parsing: body, rules: rules))?["message"]?.text {
      return bounded(message)
    }
    let type = (response.headers["Content-Type"] ?? "").lowercased()
    guard type.hasPrefix("text/html") else {
      return bounded(RPCStatus(body: body, httpStatus: response.status)?.message ?? "")
    }
    return bounded(page(String(decoding: body, as: UTF8.self)))
  }

  /// The text of a page's body, without its tags.
  private static func page(_ html: String) -> String {
    let shown = html.firstRange(of: "<body").map { html[$0.lowerBound...] } ?? html[...]
    var isTag = false
    var text = ""
    for character in shown {
      if character == "<" { text += " " }
      if character == "<" || character == ">" {
        isTag = character == "<"
      } else if !isTag {
        text.append(character)
      }
    }
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] { text = text.replacing(entity, with: character) }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func bounded(_ text: String) -> String {
    text.utf8.count <= Limits.Text.bytes
      ? text : String(decoding: text.utf8.prefix(Limits.Text.bytes), as: UTF8.self)
  }
}
