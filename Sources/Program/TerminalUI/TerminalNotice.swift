public import CellGrid

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A notice to a user who does not look at the terminal.
public enum TerminalNotice: Sendable, Hashable {
  case bell
  /// A message, as one that a terminal takes.
  case message(SafeText, Form)

  /// The sequences of messages, by their numbers.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// That of iTerm2: a text.
    case osc9
    /// That of urxvt: a title and a text.
    case osc777
    /// That of kitty: https://sw.kovidgoyal.net/kitty/desktop-notifications/
    case osc99
  }

  /// The bytes for the terminal.
  public var bytes: [UInt8] {
    guard case .message(let text, let form) = self else { return [0x07] }
    let end = "\u{1B}\\"
    switch form {
    case .osc9: return Array("\u{1B}]9;\(Self.program): \(text)\(end)".utf8)
    case .osc777:
      // A semicolon ends a part.
      let part = text.description.replacing(";", with: ",")
      return Array("\u{1B}]777;notify;\(Self.program);\(part)\(end)".utf8)
    case .osc99:
      let parts = ["d=0;\(Self.program)", "d=1:p=body;\(text)"]
      return Array(parts.map { "\u{1B}]99;i=\(Self.program):\($0)\(end)" }.joined().utf8)
    }
  }

  private static let program = "ridealong"
}

extension TerminalCapabilities {
  /// The message that the terminal is known to show; nil for none.
  public static func message(_ environment: [String: String]) -> TerminalNotice.Form? {
    TerminalKind(environment)?.message
  }
}

extension CursesScreen {
  /// Notifies the user through the terminal, unless the user types into its window.
  @TerminalActor public func notify(_ notice: TerminalNotice) async {
    guard !isClosed, !device.hasPending, isFocused != true else { return }
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
