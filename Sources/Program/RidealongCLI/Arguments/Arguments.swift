internal import Geo

/// A parsed command line; ``fill(_:from:)`` adds the options that a configuration sets.
struct Arguments: Sendable, Hashable {
  /// The name of the command, for errors.
  let command: String
  /// The options that the command accepts.
  let options: [Option]
  /// The words that are not part of an option, in their order.
  let positionals: [String]
  private var settings: [String: Setting]

  /// Parses a command line, which may also have the options `idle`; with `takesOpposites`, `--no-x` undoes the flag `x` of a configuration.
  init(
    _ words: [String], of command: String = "", options: [Option], ignoring idle: [Option] = [],
    takesOpposites: Bool = false
  ) throws(CommandError) {
    (self.command, self.options) = (command, options)
    var positionals: [String] = []
    var values: [String: [String]] = [:]
    var switches: [String: Bool] = [:]
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
      let known = options + idle + [.help]
      guard
        let (option, isOn) = known.first(where: { $0.name == name }).map({ ($0, true) })
          ?? known.first(where: { takesOpposites && $0.opposite == name }).map({ ($0, false) })
      else { throw Self.unknown(name, options: options + idle) }
      let attached = word.count > name.count && word.hasPrefix(name + "=")
      guard option.value != nil else {
        guard !attached else { throw .usage("\(name) takes no value.") }
        guard switches.updateValue(isOn, forKey: option.name) ?? isOn == isOn else {
          throw .usage("\(option.name) and \(option.opposite ?? "") cannot be combined.")
        }
        continue
      }
      guard values[name] == nil || option.isRepeatable else {
        throw .usage("\(name) is given twice.")
      }
      // An option after this one means that its value was forgotten; --name=--value allows it.
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
    settings = values.mapValues { Setting($0, from: .flag) }
    for (name, isOn) in switches { settings[name] = Setting([], isOn: isOn, from: .flag) }
  }

  /// Sets the options that the command line does not set, the closest layer to the user first.
  mutating func fill(_ options: [Option], from layers: [[String: Setting]]) {
    var given = Set(settings.keys)
    let sources = Set(Option.tokenSources.map(\.name))
    for layer in layers {
      let replaced = Option.replaced(by: given)
      for option in options where option.isInFile && settings[option.name] == nil {
        guard !replaced.contains(option.name), let setting = layer[option.name] else { continue }
        settings[option.name] = setting
      }
      // A source of tokens hides those of lower layers also from a command that does not take it.
      given.formUnion(layer.keys.filter { sources.contains($0) || settings[$0] != nil })
    }
  }

  func without(_ option: Option) -> Arguments {
    var rest = self
    rest.settings[option.name] = nil
    return rest
  }

  func setting(_ option: Option) -> Setting? { settings[option.name] }

  /// Whether the command line sets an option, and not the configuration.
  func isGiven(_ option: Option) -> Bool { settings[option.name]?.origin == .flag }

  /// The name of an option in an error: its own, or the place that sets it.
  func named(_ option: Option) -> String {
    (settings[option.name]?.origin ?? .standard).named(option)
  }

  subscript(option: Option) -> String? { settings[option.name]?.values.first }

  func all(_ option: Option) -> [String] { settings[option.name]?.values ?? [] }

  func has(_ option: Option) -> Bool { settings[option.name]?.isOn ?? false }

  func required(_ option: Option) throws(CommandError) -> String {
    guard let value = self[option] else { throw missing(option) }
    return value
  }

  func missing(_ option: Option) -> CommandError {
    .usage("ridealong \(command) needs \(option.name) \(option.value ?? ""): \(option.help).")
  }

  /// Checks the number of positional arguments; `names` describes those that must be given.
  func expect(_ names: [String], optional: Int = 0, for words: String? = nil) throws(CommandError) {
    let command = words ?? command
    if positionals.count < names.count {
      throw .usage("ridealong \(command) needs \(names[positionals.count]).")
    }
    if positionals.count > names.count + optional {
      throw .usage(
        "unexpected argument \(positionals[names.count + optional]) of ridealong \(command).")
    }
  }

  /// The action that the first word has to name.
  func action<Action: CaseIterable & RawRepresentable<String>>() throws(CommandError) -> Action {
    let words = Action.allCases.map(\.rawValue)
    guard let word = positionals.first else {
      throw .usage("ridealong \(command) needs one of \(words.joined(separator: ", ")).")
    }
    guard let action = Action(rawValue: word) else {
      throw .noChoice("ridealong \(command)", word, among: words)
    }
    return action
  }

  /// Checks that options that do not fit the others are not given; `reason` follows their name.
  func refuse(_ options: [Option], _ reason: String) throws(CommandError) {
    guard let idle = options.first(where: { has($0) }) else { return }
    throw .usage("\(idle.name) \(reason).")
  }

  /// Checks that no two options read standard input.
  func checkStandardInput() throws(CommandError) {
    let others = options.filter { $0.mayReadStandardInput && $0 != .tokenFile }
    let readers = ([.tokenFile] + others).filter { self[$0] == "-" }
    guard readers.count > 1 else { return }
    throw .usage("\(named(readers[1])) - and \(readers[0].name) - cannot both read standard input.")
  }

  /// Checks that at most one of `--csv` and `--json` is given.
  func checkForms() throws(CommandError) {
    guard !has(.csv) || !has(.json) else { throw .usage("--csv and --json exclude each other.") }
  }

  /// Checks that `--columns` is given with `--csv` only.
  func checkCSVColumns() throws(CommandError) {
    guard !has(.columns) || has(.csv) else { throw .usage("--columns needs --csv.") }
  }

  static func unknown(_ name: String, options: [Option]) -> CommandError {
    if ["--token", "--access-token"].contains(name), options.contains(.tokenFile) {
      return .usage(
        "\(name) is not supported, because every user of this machine can read a command line. "
          + "Use --token-command, --token-url or --token-file; --token-file - reads the token from "
          + "standard input.")
    }
    return .usage("unknown option \(name).\(Spelling.question(name, among: options.map(\.name)))")
  }
}

extension Arguments {
  /// The word that an option sets, or its default; nil if there is neither.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ option: Option
  ) throws(CommandError) -> Choice? {
    guard let text = self[option] ?? option.standard else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw .noChoice(named(option), text, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The number that an option sets, or its default.
  func number(_ option: Option) throws(CommandError) -> Double {
    let number = try number(ifSet: option) ?? option.standard.flatMap { Self.decimal($0[...]) }
    guard let number else { throw missing(option) }
    return number
  }

  func number(ifSet option: Option) throws(CommandError) -> Double? {
    guard case .number(let range) = option.kind, let text = self[option] else { return nil }
    guard let number = Self.decimal(text[...]), range.contains(number) else {
      let (least, most) = (Self.shown(range.lowerBound), Self.shown(range.upperBound))
      throw .usage("\(named(option)) \(text) is not a number from \(least) to \(most).")
    }
    return number
  }

  /// The time that an option sets, such as `10s`, `2m` or `90`, or its default.
  func duration(_ option: Option) throws(CommandError) -> Duration {
    let duration = try duration(ifSet: option) ?? option.standard.flatMap { Self.duration($0[...]) }
    guard let duration else { throw missing(option) }
    return duration
  }

  func duration(
    ifSet option: Option, atLeast shortest: Duration = .zero
  ) throws(CommandError) -> Duration? {
    guard case .time(let range) = option.kind, let text = self[option] else { return nil }
    let (shortest, longest) = (max(shortest, range.lowerBound), range.upperBound)
    guard let duration = Self.duration(text[...]), (shortest...longest).contains(duration) else {
      let (least, most) = (Self.shown(shortest), Self.shown(longest))
      throw .usage("\(named(option)) \(text) is not a time from \(least) to \(most), such as 10s.")
    }
    return duration
  }

  /// A place, such as `48.2082,16.3738`.
  func coordinate(_ option: Option) throws(CommandError) -> Coordinate? {
    try coordinates(option).first
  }

  func coordinates(_ option: Option) throws(CommandError) -> [Coordinate] {
    var places: [Coordinate] = []
    for text in all(option) { places.append(try Self.coordinate(text, of: named(option))) }
    return places
  }

  private static func coordinate(_ text: String, of name: String) throws(CommandError) -> Coordinate
  {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { degrees($0) }
    guard parts.count == 2, numbers.count == 2 else {
      throw .usage(
        "\(name) \(text) is not a place: expected LAT,LNG in degrees, such as 48.2082,16.3738.")
    }
    let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
    guard place.isValid else {
      throw .usage(
        "\(name) \(text) is not a place: the latitude comes first and is from -90 to 90, the "
          + "longitude from -180 to 180.")
    }
    return place
  }

  private static func degrees(_ text: Substring) -> Double? {
    guard text.first == "-" else { return decimal(text) }
    return decimal(text.dropFirst()).map { -$0 }
  }

  /// Parses digits with at most one point, without a sign or an exponent.
  static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return Double(text)
  }

  static func duration(_ text: Substring) -> Duration? {
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
}
