/// A view of lines of text.
@MainActor @preconcurrency open class UILabel: UIView {
  /// The untrusted text; characters that a terminal cannot show are left out.
  public var text: String?
  /// The text's color; nil for the terminal's default.
  public var textColor: UIColor?
  /// The alignment of lines that are shorter than the label.
  public var textAlignment: NSTextAlignment = .natural
  /// The maximum number of lines; 0 for as many as fit.
  public var numberOfLines = 1
}

/// The alignment of text.
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
