/// A language of the town, with the parts that its invented names are made of.
struct Tongue {
  /// A part of a name, with its Latin letters where it has others.
  struct Word {
    var text: String
    var latin: String

    init(_ text: String, _ latin: String? = nil) {
      self.text = text
      self.latin = latin ?? text
    }
  }

  /// The language, as in BCP 47.
  var code: String
  /// The forms of a street's name, from the widest street to the narrowest; `%` stands for a stem.
  var streets: [Word]
  /// The forms of a bridge's name.
  var bridges: [Word]
  /// The words from which street names are made.
  var stems: [Word]

  /// The name that a form and a stem make.
  func name(_ form: Word, _ stem: Word) -> LocalName {
    LocalName(
      form.text.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: stem.text),
      latin: form.latin.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: stem.latin),
      language: code
    )
  }

  /// Words in Latin letters.
  static func words(_ texts: String...) -> [Word] { texts.map { Word($0) } }

  /// Words with their Latin letters, by turns.
  static func pairs(_ texts: String...) -> [Word] {
    stride(from: 0, to: texts.count - 1, by: 2).map { Word(texts[$0], texts[$0 + 1]) }
  }
}
