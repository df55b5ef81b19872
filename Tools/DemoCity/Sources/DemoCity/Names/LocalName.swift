/// The name of a street or a place, in the language that is spoken there.
public struct LocalName: Sendable, Hashable {
  /// The name as it is written there, in any script.
  public var text: String
  /// The name in Latin letters; the same where it is written so anyway.
  public var latin: String
  /// The language, as in BCP 47, for example `el`.
  public var language: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - text: The name as it is written there.
  ///   - latin: The name in Latin letters; nil where it is written so anyway.
  ///   - language: The language, as in BCP 47.
  public init(_ text: String, latin: String? = nil, language: String) {
    self.text = text
    self.latin = latin ?? text
    self.language = language
  }
}
