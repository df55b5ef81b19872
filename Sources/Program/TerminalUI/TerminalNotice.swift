public import CellGrid

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A notice to a user who does not look at the terminal.
public enum TerminalNotice: Sendable, Hashable {
  case bell
  /// The terminal shows a message if it knows the sequence OSC 9.
  case message(SafeText)

  /// The bytes for the terminal.
  public var bytes: [UInt8] {
    switch self {
    case .bell: [0x07]
    case .message(let text): Array("\u{1B}]9;\(text)\u{1B}\\".utf8)
    }
  }
}

extension CursesScreen {
  /// Notifies the user through the terminal.
  @TerminalActor public func notify(_ notice: TerminalNotice) async {
    guard !isClosed, !device.hasPending else { return }
    device.write(notice.bytes)
    await flushed()
  }

  /// Puts words of at most 4 KiB on the user's clipboard, if the terminal allows it.
  @TerminalActor public func copy(_ words: [SafeText]) async {
    let bytes = Array(words.map(\.description).joined(separator: " ").utf8)
    guard !isClosed, (1...4_096).contains(bytes.count) else { return }
    device.write(Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\".utf8))
    await flushed()
  }
}
