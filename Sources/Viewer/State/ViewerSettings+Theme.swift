public import CellGrid

extension ViewerSettings {
  /// What the colors of the screen are made for.
  public var appearance: Appearance {
    var appearance = Appearance(background: background, colorDepth: colorDepth)
    if usesUserTheme, let userTheme { appearance.colors = userTheme.colors }
    switch baseTheme {
    case .auto: break
    case .dark: appearance.background = .dark
    case .light: appearance.background = .light
    case .highContrast: appearance.isHighContrast = true
    case .mono: appearance.colorDepth = .monochrome
    }
    return appearance
  }

  /// The name of the theme that is shown, a built-in one or the user's own.
  public var themeName: String {
    usesUserTheme ? userTheme?.name ?? theme.rawValue : theme.rawValue
  }

  /// The built-in theme that is shown, or that the user's own is based on.
  private var baseTheme: ThemeChoice { usesUserTheme ? userTheme?.base ?? theme : theme }

  /// Takes what the terminal says of itself; what the user has chosen stays.
  ///
  /// - Parameter answer: What the terminal says.
  public mutating func take(_ answer: TerminalAnswer) {
    if let isLight = answer.isLight { background = isLight ? .light : .dark }
    if case .ambiguousWidth(2...) = answer, isGlyphLevelAutomatic, glyphs == .full {
      glyphs = .narrow
    }
  }

  /// Takes over what the user and the terminal decided about another screen on the same terminal.
  ///
  /// - Parameter other: The other screen's settings.
  public mutating func takeLook(of other: ViewerSettings) {
    glyphs = other.glyphs
    isGlyphLevelAutomatic = other.isGlyphLevelAutomatic
    theme = other.theme
    usesUserTheme = other.usesUserTheme
    background = other.background
  }

  /// A frame without colors where the theme has none, whatever a style file says.
  func colored(_ frame: Frame) -> Frame {
    guard baseTheme == .mono, colorDepth != .monochrome else { return frame }
    var frame = frame
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns {
        frame[column, row].style = frame[column, row].style.reduced(to: .monochrome)
      }
    }
    return frame
  }

  /// Goes to a built-in theme.
  ///
  /// - Returns: What is shown from now on, as a sentence.
  mutating func setTheme(_ new: ThemeChoice) -> String {
    guard colorDepth != .monochrome else { return Catalogue.onlyMono }
    (usesUserTheme, theme) = (false, new)
    return Catalogue.theme(new)
  }

  /// The lines of a configuration file that would set what has been changed by key or command.
  ///
  /// - Parameter old: The settings at the start.
  /// - Returns: One line for each; none where nothing was changed.
  func configurationLines(since old: ViewerSettings) -> [String] {
    [
      themeName == old.themeName ? nil : "theme = \"\(themeName)\"",
      units == old.units ? nil : "units = \"\(units.rawValue)\"",
      glyphs == old.glyphs ? nil : "glyphs = \"\(glyphs.rawValue)\"",
      reportsMouse == old.reportsMouse ? nil : "mouse = \(reportsMouse)",
    ].compactMap { $0 }
  }

  /// Goes to the next theme; the one of the terminal's background is dark or light then.
  ///
  /// - Returns: What is shown from now on, as a sentence.
  mutating func goToNextTheme() -> String {
    guard colorDepth != .monochrome else { return Catalogue.onlyMono }
    if theme == .mono, !usesUserTheme, let userTheme {
      usesUserTheme = true
      return Catalogue.theme(userTheme)
    }
    if usesUserTheme {
      (usesUserTheme, theme) = (false, .dark)
      return Catalogue.theme(theme)
    }
    theme =
      switch theme {
      case .auto: background == .light ? .highContrast : .light
      case .dark: .light
      case .light: .highContrast
      case .highContrast: .mono
      case .mono: .dark
      }
    return Catalogue.theme(theme)
  }
}
