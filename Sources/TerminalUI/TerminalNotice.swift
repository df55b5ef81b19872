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
  @TerminalActor
  public func notify(_ notice: TerminalNotice) async {
    guard !isClosed, !device.hasPending else { return }
    device.write(notice.bytes)
    await flushed()
  }

  /// Puts text of at most 256 bytes on the user's clipboard, if the terminal allows it.
  @TerminalActor
  public func copy(_ text: SafeText) async {
    let bytes = Array(text.description.utf8)
    guard !isClosed, (1...256).contains(bytes.count) else { return }
    device.write(Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\".utf8))
    await flushed()
  }
}
