internal import CellGrid
internal import HTTPMessages
internal import TrustLimits

/// A command line that is safe to paste: every word from outside is quoted.
///
/// It is the only text with characters for the shell that the viewer copies, see
/// ``ScreenProgram``.
struct ShellCommand: Equatable {
  let words: [String]

  /// The command that repeats a request, with the token in the environment variable `TOKEN`.
  init(repeating exchange: RecordedExchange) {
    var url = exchange.url
    let query = url.query.filter { $0.value != RecordedExchange.secretMark }
    url.query = []
    var words = ["curl", "-H", "\"Authorization: Bearer $TOKEN\""]
    for field in exchange.requestHeaders.fields {
      words += ["-H", ShellWord.quoted(field.name + ": " + field.value)]
    }
    if !query.isEmpty { words.append("-G") }
    for item in query {
      words += ["--data-urlencode", ShellWord.quoted(item.name + "=" + item.value)]
    }
    words.append(ShellWord.quoted(url.description))
    self.words = words
  }

  /// The words for the clipboard; nil if they are too long, or cleaning would change one of them.
  var safeWords: [SafeText]? {
    let safe = words.map { SafeText($0) }
    let bytes = words.reduce(words.count - 1) { $0 + $1.utf8.count }
    guard bytes <= Limits.Text.clipboardBytes, zip(safe, words).allSatisfy({ $0.description == $1 })
    else { return nil }
    return safe
  }
}
