/// A map from words to meanings that is searched with a tile's bytes, without making strings.
struct WordTable<Meaning: Sendable>: Sendable {
  private struct Entry: Sendable {
    /// The offset of the word in the bytes of all words.
    var start: Int
    var meaning: Meaning
  }

  /// The words by length.
  private let entries: [Entry]
  private let bytes: [UInt8]
  /// The number of words shorter than each length, up to one more than the longest.
  private let shorter: [Int]

  init(_ words: [String: Meaning]) {
    let longest = words.keys.reduce(0) { max($0, $1.utf8.count) }
    var (entries, bytes, shorter) = ([] as [Entry], [] as [UInt8], [0])
    for length in 0...longest {
      for (word, meaning) in words where word.utf8.count == length {
        entries.append(Entry(start: bytes.count, meaning: meaning))
        bytes += word.utf8
      }
      shorter.append(entries.count)
    }
    (self.entries, self.bytes, self.shorter) = (entries, bytes, shorter)
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The meaning of the word in a range of bytes; nil if it is not in the table.
  func meaning(of range: Range<Int>, in text: Span<UInt8>) -> Meaning? {
    let length = range.count
    guard length + 1 < shorter.count else { return nil }
    search: for index in shorter[length]..<shorter[length + 1] {
      let start = entries[index].start
      var offset = 0
      while offset < length {
        if bytes[start + offset] != text[range.lowerBound + offset] { continue search }
        offset += 1
      }
      return entries[index].meaning
    }
    return nil
  }

  func meaning(of word: String) -> Meaning? {
    let units = Array(word.utf8)
    return meaning(of: 0..<units.count, in: units.span)
  }
}
