public import CellGrid

extension ViewerSettings {
  /// What determines the colors of the screen.
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

  /// The name of the shown theme, built-in or the user's own.
  public var themeName: String {
    usesUserTheme ? userTheme?.name ?? theme.rawValue : theme.rawValue
  }

  private var baseTheme: ThemeChoice { usesUserTheme ? userTheme?.base ?? theme : theme }

  /// Applies a report of the terminal about itself; the user's choices stay.
  public mutating func apply(_ answer: TerminalAnswer) {
    if let isLight = answer.isLight { background = isLight ? .light : .dark }
    if case .ambiguousWidth(2...) = answer, isGlyphLevelAutomatic, glyphs == .full {
      glyphs = .narrow
    }
  }

  /// Adopts the colors and characters of another screen on the same terminal.
  public mutating func adoptLook(of other: ViewerSettings) {
    glyphs = other.glyphs
    isGlyphLevelAutomatic = other.isGlyphLevelAutomatic
    theme = other.theme
    usesUserTheme = other.usesUserTheme
    background = other.background
  }

  /// The default colors of a theme for another background than the terminal's; nil otherwise.
  ///
  /// An unknown background counts as dark. With fewer than 256 colors both themes are readable on any
  /// background.
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

  /// A frame in the theme's colors: without colors if the theme has none, whatever a style file says,
  /// and with the theme's background if the terminal has another one.
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

  /// The lines of a configuration file for what was changed by key or command.
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
    return "Theme: \(SafeText(userTheme.name).truncated(to: 32)), until you quit."
  }
}
