public import CellGrid

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension CursesScreen {
  /// The most bytes of a text that goes to the clipboard.
  private static let mostCopied = 256

  /// Asks the terminal to put text on the user's clipboard; terminals do not confirm it.
  ///
  /// `text` is the text; more than 256 bytes are not sent.
  @TerminalActor
  public func copy(_ text: SafeText) async {
    let bytes = Array(text.description.utf8)
    guard !isClosed, !bytes.isEmpty, bytes.count <= Self.mostCopied else { return }
    let encoded = Data(bytes).base64EncodedString()
    device.write(Array("\u{1B}]52;c;\(encoded)\u{1B}\\".utf8))
    await flushed()
  }
}
