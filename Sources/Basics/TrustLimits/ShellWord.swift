/// Quotes words for the commands that the program suggests and the completions it prints.
package enum ShellWord {
  /// Whether a shell and a program that it starts read a text as one plain word.
  ///
  /// A plain word has only ASCII letters, digits and `._~@+=:,/-`, and does not begin with `-`, like
  /// an option, or with `~` or `=`, which shells replace.
  package static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.first != UInt8(ascii: "-") && needsNoQuotes(text)
  }

  /// Whether a shell reads a text, possibly an option, as one unchanged word.
  private static func needsNoQuotes(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !"~=".utf8.contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "._~@+=:,/-".utf8.contains(byte)
      }
    }
  }

  /// Returns a text as one word of a command line; a plain text and an option stay as they are.
  ///
  /// bash, zsh, fish and POSIX shells read the word alike. Backslashes are outside of the single
  /// quotes, because fish has escapes in them.
  package static func quoted(_ text: String) -> String {
    guard !needsNoQuotes(text) else { return text }
    var word = ""
    var isQuoted = false
    for scalar in text.unicodeScalars {
      let isEscaped = scalar == "'" || scalar == "\\"
      if isEscaped == isQuoted {
        word += "'"
        isQuoted.toggle()
      }
      if isEscaped { word += "\\" }
      word.unicodeScalars.append(scalar)
    }
    if isQuoted { word += "'" }
    return word.isEmpty ? "''" : word
  }

  /// Returns a file's path as one word that no program reads as an option.
  package static func path(_ path: String) -> String {
    quoted(path.hasPrefix("-") ? "./" + path : path)
  }
}
