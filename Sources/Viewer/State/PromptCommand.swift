internal import FleetEngine
internal import Geo

/// A command of the line that `:` opens.
enum PromptCommand: String, CaseIterable {
  case quit = "q"
  case trip
  case interval
  case goto
  case zoom
  case glyphs
  case theme
  case units
  case mouse
  case style
  case set
  case reload
  case help
  case log
  case redraw

  /// What a typed command asks for.
  enum Order: Equatable {
    case action(Action)
    case trip(TripName)
    /// Follows the trip from before again.
    case previousTrip
    case interval(seconds: Int)
    case goto(Coordinate)
    case zoom(Double)
    case glyphs(GlyphLevel)
    case theme(ThemeChoice)
    case units(DistanceUnits)
    case mouse(Bool)
    /// Shows the style of lines and markers.
    case style
    /// Writes that style into a new file.
    case saveStyle(path: String)
    /// Tells how the configuration would hold what was changed.
    case settings
    /// Reads the configuration anew.
    case reload
  }

  /// Why a typed command cannot be done, as a sentence.
  struct Problem: Error, Equatable {
    let sentence: String
  }

  /// The seconds that may lie between two polls.
  static let intervals = 5...3_600
  /// The zooms that a map can have.
  static let zooms = 0.0...22.0

  /// What follows the command's name; nil for nothing.
  var argument: String? {
    switch self {
    case .trip: "NAME|-"
    case .interval: "SECONDS"
    case .goto: "LAT,LNG"
    case .zoom: "0-22"
    case .glyphs: GlyphLevel.allCases.map(\.rawValue).joined(separator: "|")
    case .theme: ThemeChoice.allCases.map(\.rawValue).joined(separator: "|")
    case .units: DistanceUnits.allCases.map(\.rawValue).joined(separator: "|")
    case .mouse: "on|off"
    case .style: "[FILE]"
    case .quit, .set, .reload, .help, .log, .redraw: nil
    }
  }

  /// Whether the argument may be left out.
  private var isArgumentOptional: Bool { self == .style }

  /// What it does, in a few words.
  var text: String {
    switch self {
    case .quit: "quit"
    case .trip: "follow another trip, - the last"
    case .interval: "ask every so many seconds"
    case .goto: "show a place"
    case .zoom: "set the zoom"
    case .glyphs: "set the glyph level"
    case .theme: "set the colors"
    case .units: "set the units"
    case .mouse: "switch the mouse"
    case .style: "show the style, or save it"
    case .set: "lines for the configuration"
    case .reload: "read the configuration anew"
    case .help: "show the keys"
    case .log: "show the program's log"
    case .redraw: "draw the screen anew"
    }
  }

  /// How it is used, `:zoom 0-22  set the zoom`.
  var usage: String {
    ":" + ([rawValue, argument].compactMap { $0 }.joined(separator: " ")) + "  " + text
  }

  /// Reads what was typed without the colon; nil for an empty line.
  static func read(_ line: String, following trip: String) throws(Problem) -> Order? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return nil }
    let argument = (words.count > 1 ? words[1] : "").trimmed
    guard let command = named(name) else { throw Problem(sentence: Catalogue.unknownCommand(name)) }
    guard command.argument == nil || command.isArgumentOptional || !argument.isEmpty else {
      throw Problem(sentence: Catalogue.commandUsage(command.usage))
    }
    guard command.argument != nil || argument.isEmpty else {
      throw Problem(sentence: Catalogue.commandTakesNothing(command.rawValue))
    }
    guard let order = command.order(argument, following: trip) else {
      throw Problem(sentence: Catalogue.badArgument(argument, of: command))
    }
    return order
  }

  /// The command of a name, or of the only one that begins like it.
  static func named(_ name: String) -> PromptCommand? {
    if let command = PromptCommand(rawValue: name) { return command }
    if name == "quit" { return .quit }
    let matches = allCases.filter { $0.rawValue.hasPrefix(name) }
    return matches.count == 1 ? matches[0] : nil
  }

  private func order(_ argument: String, following trip: String) -> Order? {
    switch self {
    case .quit: return .action(.quit)
    case .help: return .action(.help)
    case .log: return .action(.log)
    case .redraw: return .action(.redraw)
    case .style: return argument.isEmpty ? .style : .saveStyle(path: argument)
    case .set: return .settings
    case .reload: return .reload
    case .trip where argument == "-": return .previousTrip
    case .trip: return Self.tripName(argument, like: trip).map { .trip($0) }
    case .interval:
      let digits = argument.hasSuffix("s") ? String(argument.dropLast()) : argument
      guard let seconds = Int(digits), Self.intervals.contains(seconds) else { return nil }
      return .interval(seconds: seconds)
    case .goto:
      let parts = argument.split(whereSeparator: { $0 == "," || $0 == " " }).map { Double($0) }
      guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      return place.isValid ? .goto(place) : nil
    case .zoom:
      guard let zoom = Double(argument), Self.zooms.contains(zoom) else { return nil }
      return .zoom(zoom)
    case .glyphs: return GlyphLevel(rawValue: argument).map { .glyphs($0) }
    case .theme: return ThemeChoice(rawValue: argument).map { .theme($0) }
    case .units: return DistanceUnits(rawValue: argument).map { .units($0) }
    case .mouse:
      switch argument {
      case "on": return .mouse(true)
      case "off": return .mouse(false)
      default: return nil
      }
    }
  }

  /// A trip by its full name, or by its id beside another trip of the provider.
  private static func tripName(_ text: String, like trip: String) -> TripName? {
    if text.contains("/") { return try? TripName(parsing: text) }
    guard let other = try? TripName(parsing: trip) else { return nil }
    return try? TripName(providerID: other.providerID, tripID: text)
  }

  /// The whole lines that begin with what is typed, for completion.
  static func completions(of line: String, following trip: String) -> [String] {
    guard let space = line.firstIndex(of: " ") else {
      return allCases.filter { $0.rawValue.hasPrefix(line) }
        .map { $0.argument == nil ? $0.rawValue : $0.rawValue + " " }
    }
    guard let command = named(String(line[..<space])) else { return [] }
    let start = command.rawValue + " "
    return command.arguments(following: trip).map { start + $0 }.filter { $0.hasPrefix(line) }
  }

  /// The arguments that are known beforehand.
  private func arguments(following trip: String) -> [String] {
    switch self {
    case .trip:
      // The provider is most likely the same.
      (try? TripName(parsing: trip)).map { ["providers/\($0.providerID)/trips/"] } ?? []
    case .glyphs: GlyphLevel.allCases.map(\.rawValue)
    case .theme: ThemeChoice.allCases.map(\.rawValue)
    case .units: DistanceUnits.allCases.map(\.rawValue)
    case .mouse: ["on", "off"]
    case .quit, .interval, .goto, .zoom, .style, .set, .reload, .help, .log, .redraw: []
    }
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
