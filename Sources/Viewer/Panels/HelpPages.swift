internal import CellGrid

/// Help, made from the table of keys and broken into pages.
struct HelpPages {
  /// A line of help: a section's name, a key with what it does, or nothing.
  enum Line: Equatable {
    case section(String)
    case binding(shown: String, help: String)
    case text(String)
    case blank
  }

  let size: GridSize
  private let room: Int

  init(size: GridSize) {
    self.size = size
    room = max(1, size.rows - 4)
  }

  /// The number of columns of lines that fit beside each other.
  var columns: Int { size.columns >= 76 ? 2 : 1 }

  /// The number of pages.
  var count: Int {
    let perPage = room * columns
    return max(1, (lines.count + perPage - 1) / perPage)
  }

  /// The lines of a page, column by column.
  func page(_ index: Int) -> [[Line]] {
    let perPage = room * columns
    let start = min(max(0, index), count - 1) * perPage
    let page = Array(lines[start..<min(lines.count, start + perPage)])
    let perColumn = columns == 1 ? room : min(room, (page.count + 1) / 2)
    return (0..<columns).map { column in
      Array(page.dropFirst(column * perColumn).prefix(perColumn))
    }
  }

  /// All lines in their order.
  var lines: [Line] {
    var lines: [Line] = []
    for section in KeyTable.Section.allCases {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.section(section.rawValue))
      for binding in KeyTable.bindings where binding.section == section {
        lines.append(.binding(shown: binding.shown, help: binding.help))
      }
    }
    lines.append(.blank)
    lines.append(.section("LEGEND"))
    lines.append(.text("P pickup  1..9 stops  D drop-off"))
    lines.append(.text("thick line: route to the next place"))
    lines.append(.text("thin line: the route after it"))
    lines.append(.text("wheel zooms, drag pans"))
    return lines
  }
}
