/// One thing that the doctor looked at, and what it found.
struct Check: Sendable {
  /// What it came to.
  enum Mark: String, Sendable {
    case ok
    /// It works, and may not for long or not as it should.
    case warning
    case failed
    /// It could not be looked at, or there was no need to.
    case skipped
  }

  /// Something that was found, for people and for programs.
  struct Fact: Sendable {
    /// Its name for programs.
    let key: String
    /// Its name for people.
    let label: String
    /// What it is, not yet cleaned.
    let value: String
    /// What it is as a number, where it is one.
    var number: Double?

    init(_ key: String, _ label: String, _ value: String, number: Double? = nil) {
      (self.key, self.label, self.value, self.number) = (key, label, value, number)
    }

    /// A length of time.
    init(_ key: String, _ label: String, milliseconds duration: Duration) {
      let number = duration / .milliseconds(1)
      self.init(key + "_ms", label, "\(Int(number.rounded())) ms", number: number)
    }
  }

  /// Its name, one word; trips have the same.
  let name: String
  var mark: Mark
  /// What was found, in a sentence that is not yet cleaned.
  var sentence: String
  /// What to do about it, sentence by sentence.
  var advice: [String]
  var facts: [Fact]
  /// The status that the program ends with where it failed.
  var status: ExitStatus

  init(
    _ name: String,
    _ mark: Mark,
    _ sentence: String,
    advice: [String] = [],
    facts: [Fact] = [],
    status: ExitStatus = .failure
  ) {
    self.name = name
    self.mark = mark
    self.sentence = sentence
    self.advice = advice
    self.facts = facts
    self.status = status
  }

  /// A check that another's failure keeps from being made.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - trouble: The failure, as the end of a sentence.
  /// - Returns: The check.
  static func notMade(_ name: String, _ trouble: String) -> Check {
    Check(name, .skipped, "Not checked, as \(trouble).")
  }
}
