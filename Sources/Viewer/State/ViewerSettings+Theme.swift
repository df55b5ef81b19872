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

  /// Applies what the terminal reports of itself; what the user has chosen stays.
  public mutating func apply(_ answer: TerminalAnswer) {
    if let isLight = answer.isLight { background = isLight ? .light : .dark }
    if case .ambiguousWidth(2...) = answer, isGlyphLevelAutomatic, glyphs == .full {
      glyphs = .narrow
    }
  }

  /// Adopts what the user and the terminal decided about another screen on the same terminal.
  public mutating func adoptLook(of other: ViewerSettings) {
    glyphs = other.glyphs
    isGlyphLevelAutomatic = other.isGlyphLevelAutomatic
    theme = other.theme
    usesUserTheme = other.usesUserTheme
    background = other.background
  }

  /// The colors in place of the terminal's own, where the theme is for another background; nil where
  /// it can be read on the terminal's.
  ///
  /// An unknown background counts as dark, as everywhere. With fewer than 256 colors both themes can
  /// be read on any background.
  private var paint: CellStyle? {
    guard colorDepth == .palette256 else { return nil }
    return switch baseTheme {
    case .light where background != .light:
      CellStyle(foreground: .indexed(16), background: .indexed(231))
    case .dark where background == .light:
      CellStyle(foreground: .indexed(252), background: .indexed(16))
    default: nil
    }
  }

  /// A frame in the theme's colors: without any where the theme has none, whatever a style file says,
  /// and with the theme's background where the terminal has another one.
  func colored(_ frame: Frame) -> Frame {
    let isMono = baseTheme == .mono && colorDepth != .monochrome
    let paint = paint
    guard isMono || paint != nil else { return frame }
    var frame = frame
    frame.withCells { cells in
      for index in cells.indices {
        guard let paint else {
          cells[index].style = cells[index].style.reduced(to: .monochrome)
          continue
        }
        if cells[index].style.foreground == .standard {
          cells[index].style.foreground = paint.foreground
        }
        if cells[index].style.background == .standard {
          cells[index].style.background = paint.background
        }
      }
    }
    return frame
  }

  /// Sets a built-in theme; returns a sentence that says so.
  mutating func setTheme(_ new: ThemeChoice) -> String {
    guard colorDepth != .monochrome else { return Catalogue.onlyMono }
    (usesUserTheme, theme) = (false, new)
    return Catalogue.theme(new)
  }

  /// The lines of a configuration file that would set what has been changed by key or command.
  func configurationLines(since old: ViewerSettings) -> [String] {
    [
      themeName == old.themeName ? nil : "theme = \"\(themeName)\"",
      units == old.units ? nil : "units = \"\(units.rawValue)\"",
      glyphs == old.glyphs ? nil : "glyphs = \"\(glyphs.rawValue)\"",
      reportsMouse == old.reportsMouse ? nil : "mouse = \(reportsMouse)",
    ].compactMap { $0 }
  }

  /// Sets the next theme, after `auto` one that looks different; returns a sentence that says so.
  mutating func goToNextTheme() -> String {
    guard colorDepth != .monochrome else { return Catalogue.onlyMono }
    let themes: [ThemeChoice] =
      background == .light
      ? [.auto, .dark, .highContrast, .mono, .light] : [.auto, .light, .highContrast, .mono, .dark]
    guard !usesUserTheme else { return setTheme(.auto) }
    let next = (themes.firstIndex(of: theme) ?? 0) + 1
    if next < themes.count { return setTheme(themes[next]) }
    guard let userTheme else { return setTheme(.auto) }
    usesUserTheme = true
    return Catalogue.theme(userTheme)
  }
}
