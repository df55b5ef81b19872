/// What may be put on the user's clipboard.
enum Clipboard {
  /// Whether text does nothing where it is pasted into a shell.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 256
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
      }
  }
}
