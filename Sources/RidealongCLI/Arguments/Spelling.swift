/// Guesses at what was meant by a word that is not known.
enum Spelling {
  /// The candidate that is nearest to a word, if one is near.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, min(word.count, 60) / 3)
    return
      candidates
      .map { (candidate: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?
      .candidate
  }

  /// The insertions, deletions and replacements that turn one word into another.
  static func distance(_ one: String, _ other: String) -> Int {
    let other = Array(other.prefix(64))
    var row = Array(0...other.count)
    for (index, character) in one.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (character == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
