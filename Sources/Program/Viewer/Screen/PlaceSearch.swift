internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import TrustLimits
internal import VectorTiles

/// The search for a place by its coordinates or by a name of the base map, while it is open.
struct PlaceSearch: Equatable {
  struct Match: Equatable {
    let name: String
    let place: Coordinate
    /// The distance from the map's center in meters.
    let meters: Double
  }

  enum Names: Equatable {
    case reading
    case known
    case failed(String)
  }

  private static let mostMatches = 50

  private(set) var editor = LineEditor()
  private(set) var names = Names.reading
  /// The names that match, the best first.
  private(set) var matches: [Match] = []
  private(set) var chosen = 0
  private var entries: [Entry] = []

  private struct Entry: Equatable {
    let match: Match
    let folded: String
  }

  /// The place that Enter goes to; nil if nothing matches.
  var place: Coordinate? {
    PlaceText.coordinate(in: editor.text)
      ?? (matches.indices.contains(chosen) ? matches[chosen].place : nil)
  }

  mutating func read(_ result: Result<[NamedPlace], TileSourceError>) {
    switch result {
    case .success(let places):
      names = .known
      entries = places.compactMap { place in
        let name = SafeText(place.name).description
        guard !name.isEmpty else { return nil }
        let match = Match(name: name, place: place.coordinate, meters: place.meters)
        return Entry(match: match, folded: NamedPlace.folded(name))
      }
    case .failure(let error): names = .failed(error.reason)
    }
    find()
  }

  /// Handles a key other than Enter and Esc.
  mutating func edit(_ press: KeyPress) {
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("p"), .control): choose(chosen - 1)
    case (.down, []), (.character("n"), .control): choose(chosen + 1)
    default: if editor.edit(press) { find() }
    }
  }

  mutating func paste(_ text: String) {
    editor.insert(text)
    find()
  }

  mutating func choose(_ index: Int) { chosen = max(0, min(matches.count - 1, index)) }

  /// The names that begin with the text come first, then those with a word that does, then the others;
  /// nearer ones before farther ones.
  private mutating func find() {
    chosen = 0
    // A paste may have blanks around the name.
    let text = NamedPlace.folded(editor.text.split(separator: " ").joined(separator: " "))
    guard !text.isEmpty else {
      matches = Array(entries.prefix(Self.mostMatches).map(\.match))
      return
    }
    var ranked: [[Match]] = [[], [], []]
    for entry in entries where entry.folded.contains(text) {
      let rank = entry.folded.hasPrefix(text) ? 0 : entry.folded.contains(" " + text) ? 1 : 2
      ranked[rank].append(entry.match)
    }
    matches = Array(ranked.joined().prefix(Self.mostMatches))
  }
}

/// A text that contains a place.
enum PlaceText {
  /// The first two numbers of a text, as the latitude and the longitude in degrees; nil if they are not a
  /// place.
  ///
  /// The text may be `48.2082, 16.3738`, a `geo:` URI or the address of a map.
  static func coordinate(in text: String) -> Coordinate? {
    var numbers: [Double] = []
    var rest = Substring(text.prefix(Limits.Text.commandCharacters))
    while numbers.count < 2, let start = rest.firstIndex(where: { $0.isNumber || $0 == "-" }) {
      let digits = rest[start...].prefix { ($0.isASCII && $0.isNumber) || ".-".contains($0) }
      rest = rest[start...].dropFirst(max(1, digits.count))
      // Numbers without a fraction are more likely a street's.
      if let number = Double(digits), digits.contains(".") { numbers.append(number) }
    }
    guard numbers.count == 2 else { return nil }
    let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
    return place.isValid ? place : nil
  }
}
