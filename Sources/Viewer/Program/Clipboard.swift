internal import TrustLimits

/// What may be put on the user's clipboard.
enum Clipboard {
  /// Whether text is one harmless word where it is pasted into a shell.
  ///
  /// It may begin with `-`, as coordinates south of the equator do.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 256 && ShellWord.isPlain(text.hasPrefix("-") ? text.dropFirst() : text[...])
  }
}
