import TrustLimits

/// A directory of a PMTiles archive, which maps tile IDs to ranges of bytes.
struct PMTilesDirectory: Sendable {
  /// The place of the tiles with one or more consecutive IDs, or of a directory of them.
  struct Entry: Sendable, Hashable {
    var tileID: UInt64 = 0
    /// The offset from the start of the section.
    var offset: UInt64 = 0
    var length: UInt32 = 0
    /// The number of consecutive IDs with the same tile; 0 for a directory.
    var runLength: UInt32 = 0
  }

  /// The entries by ascending ID.
  let entries: [Entry]

  /// Reads an inflated directory; nil if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let entries = try? Self.read(bytes.span) else { return nil }
    self.entries = entries
  }

  /// The entry that covers a tile ID, if any.
  func entry(for tileID: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tileID <= tileID { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    let isInside = entry.runLength == 0 || tileID - entry.tileID < UInt64(entry.runLength)
    return isInside ? entry : nil
  }

  var cost: Int { entries.count * MemoryLayout<Entry>.stride }

  private static func read(_ bytes: Span<UInt8>) throws(TileProblem.Kind) -> [Entry] {
    var reader = WireReader(0..<bytes.count, of: bytes)
    let count = try reader.varint(bytes)
    // Each entry takes at least four bytes.
    guard count <= Limits.Tile.directoryEntries, count <= reader.remaining / 4 else {
      throw .malformed
    }
    var entries = [Entry](repeating: Entry(), count: Int(count))
    var last: UInt64 = 0
    for index in entries.indices {
      let step = try reader.varint(bytes)
      let (tileID, overflow) = last.addingReportingOverflow(step)
      guard !overflow, index == 0 || step > 0 else { throw .malformed }
      entries[index].tileID = tileID
      last = tileID
    }
    for (field, least) in [(\Entry.runLength, 0 as UInt32), (\Entry.length, 1)] {
      for index in entries.indices {
        guard let value = UInt32(exactly: try reader.varint(bytes)), value >= least else {
          throw .malformed
        }
        entries[index][keyPath: field] = value
      }
    }
    for index in entries.indices {
      let value = try reader.varint(bytes)
      if value > 0 {
        entries[index].offset = value - 1
      } else {
        // It follows the previous one.
        guard index > 0 else { throw .malformed }
        let before = entries[index - 1]
        let (offset, overflow) = before.offset.addingReportingOverflow(UInt64(before.length))
        guard !overflow else { throw .malformed }
        entries[index].offset = offset
      }
    }
    return entries
  }
}
