internal import CellGrid
internal import FleetEngine
internal import Geo

/// A command of the command line.
///
/// The parser, the completion, help and docs/viewer.md all follow ``entry``.
enum PromptCommand: String, CaseIterable {
  case filter
  case trip
  case goto
  case zoom
  case interval
  case theme
  case glyphs
  case units
  case mouse
  case style
  case share
  case set
  case reload
  case help
  case log
  case redraw
  case quit = "q"

  enum Order: Equatable {
    /// An action that all screens have.
    case screen(ScreenAction)
    case previousTrip
    case follow(TripName)
    case filter(String)
    case ride(ViewCommand)
  }

  /// Why a command line is invalid, as a sentence.
  struct Problem: Error, Equatable { let sentence: String }

  /// A value that a command may have, for completion.
  struct Value: Equatable {
    let word: String
    let text: String

    init(_ word: String, _ text: String) { (self.word, self.text) = (word, text) }
  }

  struct Entry {
    /// How the argument is written; nil for a command without one.
    var argument: String?
    let text: String
    /// The screens that have the command.
    var guides: Set<KeyTable.Guide> = [.following]
    var isArgumentOptional = false
    var values: [Value] = []
    /// Whether there are no other values.
    var hasOnlyValues = false
  }

  /// The possible polling intervals, in seconds.
  static let intervals = 5...3_600
  static let zooms = 0.0...22.0
  /// The columns of the longest ``form``.
  static let formColumns = 17

  private static let all: Set<KeyTable.Guide> = Set(KeyTable.Guide.allCases)

  /// The command's name, values and effect.
  var entry: Entry {
    switch self {
    case .quit: Entry(text: "quit", guides: Self.all)
    case .trip:
      Entry(argument: "NAME|-", text: "follow another trip", guides: [.following, .listing])
    case .filter:
      Entry(
        argument: "[TEXT]", text: "filter the list", guides: [.listing], isArgumentOptional: true)
    case .interval:
      Entry(
        argument: "SECONDS", text: "set the polling interval",
        values: [
          Value("5", "as often as possible"),
          Value("15", "four times a minute"),
          Value("60", "once a minute"),
        ])
    case .goto: Entry(argument: "PLACE|TIME", text: "LAT,LNG, 21:07 or 40%")
    case .zoom:
      Entry(
        argument: "0-22", text: "set the zoom",
        values: [
          Value("9", "a region"), Value("12", "a city"),
          Value("14", "a district"),
          Value("16", "streets"), Value("18", "buildings"),
        ])
    case .glyphs:
      Entry(
        argument: "LEVEL", text: "set the glyph level", guides: Self.all,
        values: GlyphLevel.allCases.map { Value($0.rawValue, ViewerText.meaning($0)) },
        hasOnlyValues: true)
    case .theme:
      Entry(
        argument: "THEME", text: "set the colors", guides: Self.all,
        values: ThemeChoice.allCases.map { Value($0.rawValue, ViewerText.meaning($0)) },
        hasOnlyValues: true)
    case .units:
      Entry(
        argument: "km|mi", text: "set the units", guides: Self.all,
        values: DistanceUnits.allCases.map {
          Value($0.rawValue, $0 == .miles ? "miles and feet" : "kilometers and meters")
        },
        hasOnlyValues: true
      )
    case .mouse:
      Entry(
        argument: "on|off", text: "mouse on or off", guides: Self.all,
        values: [
          Value("on", "the viewer handles clicks"),
          Value("off", "the terminal selects text"),
        ],
        hasOnlyValues: true
      )
    case .style: Entry(argument: "[FILE]", text: "show or save the style", isArgumentOptional: true)
    case .share:
      Entry(
        argument: "[ids]", text: "save pictures to share", isArgumentOptional: true,
        values: [Value("ids", "with the IDs")], hasOnlyValues: true)
    case .set: Entry(text: "show changed settings")
    case .reload: Entry(text: "reload configuration")
    case .help: Entry(text: "show the keys", guides: Self.all)
    case .log: Entry(text: "show the program's log", guides: Self.all)
    case .redraw: Entry(text: "redraw the screen", guides: Self.all)
    }
  }

  /// The commands of a screen, in the table's order.
  static func all(in guide: KeyTable.Guide) -> [PromptCommand] {
    allCases.filter { $0.entry.guides.contains(guide) }
  }

  /// How the command is written: `:zoom 0-22`.
  var form: String { ":" + [rawValue, entry.argument].compactMap { $0 }.joined(separator: " ") }

  /// How to use the command: `:zoom 0-22  set the zoom`.
  var usage: String { form + "  " + entry.text }

  /// Parses a line without the colon; nil for an empty line.
  static func read(_ line: String, in context: PromptContext) throws(Problem) -> Order? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return nil }
    let argument = (words.count > 1 ? words[1] : "").trimmed
    guard let command = named(name, in: context.guide) else {
      let isElsewhere = allCases.contains { $0.rawValue == name }
      let reason = isElsewhere ? "The command \(name) is not for this screen." : nil
      throw Problem(sentence: reason ?? "There is no command \(name). Tab shows all.")
    }
    let entry = command.entry
    guard entry.argument == nil || entry.isArgumentOptional || !argument.isEmpty else {
      throw Problem(sentence: "Type \(command.usage).")
    }
    guard entry.argument != nil || argument.isEmpty else {
      throw Problem(sentence: ":\(command.rawValue) takes no argument.")
    }
    guard let order = command.order(argument, following: context.trip) else {
      throw Problem(sentence: command.problem(with: argument))
    }
    return order
  }

  /// The command with a name, or the only one whose name begins with it.
  static func named(_ name: String, in guide: KeyTable.Guide) -> PromptCommand? {
    let all = all(in: guide)
    if name == "quit" { return .quit }
    if let command = all.first(where: { $0.rawValue == name }) { return command }
    let matches = all.filter { $0.rawValue.hasPrefix(name) }
    return matches.count == 1 ? matches[0] : nil
  }

  private func order(_ argument: String, following trip: String) -> Order? {
    switch self {
    case .quit: return .screen(.quit)
    case .help: return .screen(.help)
    case .log: return .screen(.log)
    case .redraw: return .screen(.redraw)
    case .style: return .ride(argument.isEmpty ? .showStyle : .saveStyle(path: argument))
    case .share where ["", "ids"].contains(argument):
      return .ride(.share(showsIDs: !argument.isEmpty))
    case .share: return nil
    case .set: return .ride(.showSettings)
    case .reload: return .ride(.reload)
    case .trip where argument == "-": return .previousTrip
    case .trip: return Self.tripName(argument, like: trip).map { .follow($0) }
    case .filter: return .filter(argument)
    case .interval:
      let digits = argument.hasSuffix("s") ? String(argument.dropLast()) : argument
      guard let seconds = Int(digits), Self.intervals.contains(seconds) else { return nil }
      return .ride(.setInterval(seconds: seconds))
    case .goto:
      if let seek = Seek(argument) { return .ride(.seek(seek)) }
      let parts = argument.split(whereSeparator: { $0 == "," || $0 == " " }).map { Double($0) }
      guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      return place.isValid ? .ride(.goTo(place)) : nil
    case .zoom:
      guard let zoom = Double(argument), Self.zooms.contains(zoom) else { return nil }
      return .ride(.zoomTo(zoom))
    case .glyphs: return GlyphLevel(rawValue: argument).map { .screen(.setGlyphs($0)) }
    case .theme: return ThemeChoice(rawValue: argument).map { .screen(.setTheme($0)) }
    case .units: return DistanceUnits(rawValue: argument).map { .screen(.setUnits($0)) }
    case .mouse:
      return ["on", "off"].contains(argument) ? .screen(.setMouse(argument == "on")) : nil
    }
  }

  private func problem(with argument: String) -> String {
    switch self {
    case .trip: "\(argument) is not a trip name: providers/PROVIDER/trips/TRIP, an ID, or -."
    case .interval: "\(argument) is not a number of seconds from 5 to 3600."
    case .goto: "\(argument) is not a place, a time or a share: LAT,LNG, 21:07, 40%."
    case .zoom: "\(argument) is not a zoom from 0 to 22."
    default: "\(argument) is not one of \(entry.values.map(\.word).joined(separator: ", "))."
    }
  }

  /// Parses a full trip name, or an ID with the provider of another trip.
  private static func tripName(_ text: String, like trip: String) -> TripName? {
    if text.contains("/") { return try? TripName(parsing: text) }
    guard let other = try? TripName(parsing: trip) else { return nil }
    return try? TripName(providerID: other.providerID, tripID: text)
  }
}

/// The facts about a screen for its command line.
struct PromptContext: Equatable {
  var guide = KeyTable.Guide.following
  /// The full name of a trip of the same provider.
  var trip = ""
  /// The values of commands that depend on what is shown.
  var values: [PromptCommand: [PromptCommand.Value]] = [:]

  /// A completed line, with what it adds and its meaning.
  struct Completion: Equatable {
    let line: String
    let word: String
    let text: String
  }

  /// The completed lines that begin with a line.
  ///
  /// Nothing is executed or read for it. Values from a server are cleaned.
  func completions(of line: String) -> [Completion] {
    guard let space = line.firstIndex(of: " ") else {
      return PromptCommand.all(in: guide).filter { $0.rawValue.hasPrefix(line) }.map { command in
        let end = command.entry.argument == nil ? "" : " "
        return Completion(
          line: command.rawValue + end, word: String(command.form.dropFirst()),
          text: command.entry.text)
      }
    }
    guard let command = PromptCommand.named(String(line[..<space]), in: guide) else { return [] }
    let typed = line[space...].drop { $0 == " " }
    let values = (self.values[command] ?? []) + command.entry.values
    var seen: Set<String> = []
    return values.compactMap { value in
      let word = SafeText(value.word).description
      guard word.hasPrefix(typed), !word.isEmpty, seen.insert(word).inserted else { return nil }
      let text = SafeText(value.text).description
      return Completion(line: command.rawValue + " " + word, word: word, text: text)
    }
  }

  /// How to use the command that a line begins with; nil for another line.
  func usage(of line: String) -> String? {
    let name = line.prefix { $0 != " " }
    return name.isEmpty ? nil : PromptCommand.named(String(name), in: guide)?.usage
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
