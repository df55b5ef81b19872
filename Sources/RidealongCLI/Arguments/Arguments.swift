internal import Geo

/// The words of a command line, sorted into options and the rest.
struct Arguments: Sendable, Hashable {
  /// The words that belong to no option, in their order.
  let positionals: [String]
  private let values: [String: [String]]
  private let flags: Set<String>

  /// Sorts the words of a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - options: The options that the command has.
  /// - Throws: What is wrong with the words.
  init(_ words: [String], options: [Option]) throws(CommandError) {
    var positionals: [String] = []
    var values: [String: [String]] = [:]
    var flags: Set<String> = []
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      guard !optionsEnded, word.hasPrefix("-"), word != "-" else {
        positionals.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let name = word == "-h" ? "--help" : String(word.prefix { $0 != "=" })
      guard let option = (options + [.help]).first(where: { $0.name == name }) else {
        throw Self.unknown(name, options: options)
      }
      let attached = word.count > name.count && word.hasPrefix(name + "=")
      guard option.value != nil else {
        guard !attached else { throw .usage("\(name) takes no value.") }
        flags.insert(name)
        continue
      }
      guard values[name] == nil || option.isRepeatable else {
        throw .usage("\(name) is given twice.")
      }
      // A value that looks like an option is a forgotten one; --name=--value means it.
      let value =
        attached
        ? String(word.dropFirst(name.count + 1))
        : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      if !attached, value != nil { rest.removeFirst() }
      guard let value, !value.isEmpty else {
        throw .usage("\(name) needs a value: \(name) \(option.value ?? "VALUE").")
      }
      values[name, default: []].append(value)
    }
    self.positionals = positionals
    self.values = values
    self.flags = flags
  }

  /// The value of an option, if it was given.
  subscript(option: Option) -> String? { values[option.name]?.first }

  /// The values of an option that may be given more than once, in their order.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { flags.contains(option.name) || values[option.name] != nil }

  /// The value of an option that must be given.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - command: The command that needs it.
  /// - Returns: The value.
  /// - Throws: That it is missing.
  func required(_ option: Option, for command: String) throws(CommandError) -> String {
    guard let value = self[option] else {
      throw .usage(
        "ridealong \(command) needs \(option.name) \(option.value ?? ""): \(option.help)."
      )
    }
    return value
  }

  /// The value of an option that is one of a few words.
  ///
  /// - Parameters:
  ///   - type: The words.
  ///   - option: The option.
  /// - Returns: What the word stands for, or nil where the option was not given.
  /// - Throws: That the value is none of them.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type,
    _ option: Option
  ) throws(CommandError) -> Choice? {
    guard let text = self[option] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(option.name) \(text) is none of \(words).")
    }
    return choice
  }

  /// The value of an option that is a number in a range.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - range: The numbers that it may be.
  /// - Returns: The number, or nil where the option was not given.
  /// - Throws: That the value is no such number.
  func number(_ option: Option, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = Self.decimal(text[...]), range.contains(number) else {
      throw .usage(
        "\(option.name) \(text) is not a number from \(Self.shown(range.lowerBound)) to "
          + "\(Self.shown(range.upperBound))."
      )
    }
    return number
  }

  /// The value of an option that is a length of time, such as `10s`, `2m` or `90`.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - range: The times that it may be.
  /// - Returns: The time, or nil where the option was not given.
  /// - Throws: That the value is no such time.
  func duration(
    _ option: Option,
    in range: ClosedRange<Duration>
  ) throws(CommandError) -> Duration? {
    guard let text = self[option] else { return nil }
    guard let duration = Self.duration(text[...]), range.contains(duration) else {
      throw .usage(
        "\(option.name) \(text) is not a time from \(Self.shown(range.lowerBound)) to "
          + "\(Self.shown(range.upperBound)), such as 10s."
      )
    }
    return duration
  }

  /// The value of an option that is a chance and a length of time, such as `0.02,20s`.
  ///
  /// - Parameter option: The option.
  /// - Returns: The chance, 0...1, and the time, or nil where the option was not given.
  /// - Throws: That the value is no such pair.
  func chance(
    _ option: Option
  ) throws(CommandError) -> (chance: Double, duration: Duration)? {
    guard let text = self[option] else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let chance = Self.decimal(parts[0]), (0...1).contains(chance),
      let duration = Self.duration(parts[1]), duration <= .seconds(86_400)
    else {
      throw .usage(
        "\(option.name) \(text) is not a chance from 0 to 1 and a time up to 24h, such as "
          + "\(option.name) 0.02,20s."
      )
    }
    return (chance, duration)
  }

  /// The value of an option that is a place, such as `48.2082,16.3738`.
  ///
  /// - Parameter option: The option.
  /// - Returns: The place, or nil where the option was not given.
  /// - Throws: That the value is no place on Earth.
  func coordinate(_ option: Option) throws(CommandError) -> Coordinate? {
    try coordinates(option).first
  }

  /// The values of an option that is a place each time it is given.
  ///
  /// - Parameter option: The option.
  /// - Returns: The places in their order.
  /// - Throws: That a value is no place on Earth.
  func coordinates(_ option: Option) throws(CommandError) -> [Coordinate] {
    var places: [Coordinate] = []
    for text in all(option) { places.append(try Self.coordinate(text, of: option)) }
    return places
  }

  private static func coordinate(
    _ text: String,
    of option: Option
  ) throws(CommandError) -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { degrees($0) }
    guard parts.count == 2, numbers.count == 2 else {
      throw .usage(
        "\(option.name) \(text) is not a place: expected LAT,LNG in degrees, such as "
          + "\(option.name) 48.2082,16.3738."
      )
    }
    let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
    guard place.isValid else {
      throw .usage(
        "\(option.name) \(text) is not a place: the latitude comes first and is from -90 to 90, the "
          + "longitude from -180 to 180."
      )
    }
    return place
  }

  /// Checks the number of words that belong to no option.
  ///
  /// - Parameters:
  ///   - names: What the words are.
  ///   - command: The command that they are for.
  /// - Throws: That one is missing or too many.
  func expect(_ names: [String], for command: String) throws(CommandError) {
    if positionals.count < names.count {
      throw .usage("ridealong \(command) needs \(names[positionals.count]).")
    }
    if positionals.count > names.count {
      throw .usage("\(positionals[names.count]) is one word too many for ridealong \(command).")
    }
  }

  /// The number that decimal digits spell, with a minus before them or not, and nothing else.
  private static func degrees(_ text: Substring) -> Double? {
    guard text.first == "-" else { return decimal(text) }
    return decimal(text.dropFirst()).map { -$0 }
  }

  /// The number that decimal digits with at most one point spell, and nothing else.
  private static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return Double(text)
  }

  /// The time that digits with a unit or without one spell, and nothing else.
  private static func duration(_ text: Substring) -> Duration? {
    let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    let factor = text.last.flatMap { factors[$0] }
    guard let number = decimal(factor == nil ? text : text.dropLast()), number < 1e9 else {
      return nil
    }
    return .seconds(number * (factor ?? 1))
  }

  private static func shown(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    return seconds >= 3_600 && seconds % 3_600 == 0 ? "\(seconds / 3_600)h" : "\(seconds)s"
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
  }

  private static func unknown(_ name: String, options: [Option]) -> CommandError {
    if ["--token", "--access-token"].contains(name), options.contains(.tokenFile) {
      return .usage(
        "\(name) is not taken: every user of this machine can read a command line. Use "
          + "--token-command, --token-url or --token-file; --token-file - takes the token from "
          + "standard input."
      )
    }
    let near = Spelling.nearest(to: name, among: options.map(\.name))
    return .usage("unknown option \(name)." + (near.map { " Did you mean \($0)?" } ?? ""))
  }
}
