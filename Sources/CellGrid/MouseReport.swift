/// What a terminal says of its mouse.
enum MouseReport {
  /// An event of a report in SGR form: button, column, row, and `M` or `m` for down or up.
  static func event(_ parameters: [Int], final: UInt8) -> InputEvent? {
    guard parameters.count == 3, final == 0x4D || final == 0x6D else { return nil }
    return event(
      button: parameters[0],
      column: parameters[1],
      row: parameters[2],
      isUp: final == 0x6D
    )
  }

  /// An event of a report in the old form, three bytes each 32 too high.
  static func old(_ bytes: [UInt8]) -> InputEvent? {
    let values = bytes.map { Int($0) - 32 }
    guard values.count == 3 else { return nil }
    let isUp = values[0] & 0b1100_0011 == 3
    return event(
      button: isUp ? 0 : values[0],
      column: values[1],
      row: values[2],
      isUp: isUp
    )
  }

  private static func event(button: Int, column: Int, row: Int, isUp: Bool) -> InputEvent? {
    guard button >= 0, (1...32_768).contains(column), (1...32_768).contains(row) else { return nil }
    let position = GridPoint(column: column - 1, row: row - 1)
    // Bits 2 to 4 are Shift, Alt and Control, bit 5 is motion, bits 6 and 7 further buttons.
    switch (button & 0b1100_0011, button & 0b10_0000 != 0) {
    case (0, _) where isUp: return .mouse(MouseEvent(.release, at: position))
    case (0, false): return .mouse(MouseEvent(.press, at: position))
    case (0, true): return .mouse(MouseEvent(.drag, at: position))
    case (64, false) where !isUp: return .mouse(MouseEvent(.wheelUp, at: position))
    case (65, false) where !isUp: return .mouse(MouseEvent(.wheelDown, at: position))
    default: return nil
    }
  }
}
