internal import FleetEngine
internal import Geo

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

  enum Order: Equatable {
    case action(Action)
    case previousTrip
    case mouse(Bool)
    case command(ViewCommand)
  }

  /// Why a command line is invalid, as a sentence.
  struct Problem: Error, Equatable {
    let sentence: String
  }

  /// The possible polling intervals, in seconds.
  static let intervals = 5...3_600
  static let zooms = 0.0...22.0

  var argument: String? {
    switch self {
    case .trip: "NAME|-"
    case .interval: "SECONDS"
    case .goto: "LAT,LNG"
    case .zoom: "0-22"
    case .style: "[FILE]"
    case .glyphs, .theme, .units, .mouse: arguments(following: "").joined(separator: "|")
    case .quit, .set, .reload, .help, .log, .redraw: nil
    }
  }

  private var text: String {
    switch self {
    case .quit: "quit"
    case .trip: "follow another trip, - the last"
    case .interval: "set the polling interval"
    case .goto: "show a place"
    case .zoom: "set the zoom"
    case .glyphs: "set the glyph level"
    case .theme: "set the colors"
    case .units: "set the units"
    case .mouse: "turn the mouse on or off"
    case .style: "show the style, or save it"
    case .set: "lines for the configuration"
    case .reload: "reload the configuration"
    case .help: "show the keys"
    case .log: "show the program's log"
    case .redraw: "redraw the screen"
    }
  }

  /// How to use the command: `:zoom 0-22  set the zoom`.
  var usage: String {
    ":" + ([rawValue, argument].compactMap { $0 }.joined(separator: " ")) + "  " + text
  }

  /// Parses a line without the colon; nil for an empty line.
  static func read(_ line: String, following trip: String) throws(Problem) -> Order? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return nil }
    let argument = (words.count > 1 ? words[1] : "").trimmed
    guard let command = named(name) else {
      throw Problem(sentence: "There is no command \(name). Tab shows all.")
    }
    guard command.argument == nil || command == .style || !argument.isEmpty else {
      throw Problem(sentence: "Type \(command.usage).")
    }
    guard command.argument != nil || argument.isEmpty else {
      throw Problem(sentence: ":\(command.rawValue) takes no argument.")
    }
    guard let order = command.order(argument, following: trip) else {
      throw Problem(sentence: command.problem(with: argument))
    }
    return order
  }

  /// The command with a name, or the only one whose name begins with it.
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
    case .style: return .command(argument.isEmpty ? .showStyle : .saveStyle(path: argument))
    case .set: return .command(.showSettings)
    case .reload: return .command(.reload)
    case .trip where argument == "-": return .previousTrip
    case .trip: return Self.tripName(argument, like: trip).map { .command(.follow($0)) }
    case .interval:
      let digits = argument.hasSuffix("s") ? String(argument.dropLast()) : argument
      guard let seconds = Int(digits), Self.intervals.contains(seconds) else { return nil }
      return .command(.setInterval(seconds: seconds))
    case .goto:
      let parts = argument.split(whereSeparator: { $0 == "," || $0 == " " }).map { Double($0) }
      guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      return place.isValid ? .command(.goTo(place)) : nil
    case .zoom:
      guard let zoom = Double(argument), Self.zooms.contains(zoom) else { return nil }
      return .command(.zoomTo(zoom))
    case .glyphs: return GlyphLevel(rawValue: argument).map { .command(.setGlyphs($0)) }
    case .theme: return ThemeChoice(rawValue: argument).map { .command(.setTheme($0)) }
    case .units: return DistanceUnits(rawValue: argument).map { .command(.setUnits($0)) }
    case .mouse: return ["on", "off"].contains(argument) ? .mouse(argument == "on") : nil
    }
  }

  private func problem(with argument: String) -> String {
    switch self {
    case .trip: "\(argument) is not a trip name: providers/PROVIDER/trips/TRIP, an ID, or -."
    case .interval: "\(argument) is not a number of seconds from 5 to 3600."
    case .goto: "\(argument) is not a place: LAT,LNG in degrees."
    case .zoom: "\(argument) is not a zoom from 0 to 22."
    default: "\(argument) is not one of \((self.argument ?? "").replacing("|", with: ", "))."
    }
  }

  /// Parses a full trip name, or an ID with the provider of another trip.
  private static func tripName(_ text: String, like trip: String) -> TripName? {
    if text.contains("/") { return try? TripName(parsing: text) }
    guard let other = try? TripName(parsing: trip) else { return nil }
    return try? TripName(providerID: other.providerID, tripID: text)
  }

  /// The completed lines that begin with a line.
  static func completions(of line: String, following trip: String) -> [String] {
    guard let space = line.firstIndex(of: " ") else {
      return allCases.filter { $0.rawValue.hasPrefix(line) }
        .map { $0.argument == nil ? $0.rawValue : $0.rawValue + " " }
    }
    guard let command = named(String(line[..<space])) else { return [] }
    let start = command.rawValue + " "
    return command.arguments(following: trip).map { start + $0 }.filter { $0.hasPrefix(line) }
  }

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
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
