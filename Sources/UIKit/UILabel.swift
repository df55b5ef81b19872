/// A view of lines of text.
@MainActor
@preconcurrency
open class UILabel: UIView {
  /// The text, untrusted: what a terminal cannot show is left out.
  public var text: String?
  /// The text's color; nil for the terminal's own.
  public var textColor: UIColor?
  /// How lines shorter than the label are placed.
  public var textAlignment: NSTextAlignment = .natural
  /// The most lines that are shown; 0 for as many as fit.
  public var numberOfLines = 1
}

/// How lines of text are placed.
public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center = 1
  case right = 2
  case justified = 3
  case natural = 4
}
