internal import CellGrid
internal import RidesharingConsumer

/// Finds the items of a menu by their key, and by words of their name and text.
struct MenuFilter {
  struct Item {
    let keys: [String]
    let text: String
    /// Words that are not shown.
    var name = ""
  }

  /// How well a word matches; lower is better.
  private enum Quality: Int, Comparable {
    case key, textStart, start, inside, letters

    static func < (one: Quality, other: Quality) -> Bool { one.rawValue < other.rawValue }
  }

  /// Words that nobody looks for.
  private static let fillers: Set<Substring> = ["a", "as", "in", "of", "on", "or", "the", "to"]

  private let words: [Substring]

  /// Creates a filter; a `/` before the words is the habit of lists, where it begins one.
  init(_ text: String) {
    let hasHabit = text.hasPrefix("/") && text.count > 1
    words = (hasHabit ? text.dropFirst() : text[...]).split(separator: " ")
  }

  /// The indices of the items that match all words, the best first; those whose letters only occur in the right
  /// order count if there are no others.
  func filtered(_ items: [Item]) -> [Int] {
    guard !words.isEmpty else { return Array(items.indices) }
    let found = items.enumerated().compactMap { index, item in
      quality(of: item).map { (quality: $0, index: index) }
    }
    let hasWords = found.contains { $0.quality < .letters }
    return found.filter { !hasWords || $0.quality < .letters }
      .sorted { ($0.quality.rawValue, $0.index) < ($1.quality.rawValue, $1.index) }.map(\.index)
  }

  /// The worst match of all words; nil if a word does not match.
  private func quality(of item: Item) -> Quality? {
    var worst = Quality.key
    for word in words {
      guard let quality = quality(of: String(word), in: item) else { return nil }
      worst = max(worst, quality)
    }
    return worst
  }

  private func quality(of word: String, in item: Item) -> Quality? {
    if item.keys.contains(word) { return .key }
    let lower = word.lowercased()
    let shown = item.text.lowercased()
    let text = shown + " " + item.name
    if item.keys.contains(where: { $0.count > 1 && $0.lowercased().hasPrefix(lower) }) {
      return .start
    }
    if shown.hasPrefix(lower) { return .textStart }
    let parts = text.split { !$0.isLetter && !$0.isNumber }.filter { !Self.fillers.contains($0) }
    if parts.contains(where: { $0.hasPrefix(lower) }) { return .start }
    if text.contains(lower) { return .inside }
    var rest = shown[...]
    for letter in lower {
      guard let place = rest.firstIndex(of: letter) else { return nil }
      rest = rest[rest.index(after: place)...]
    }
    return .letters
  }
}
