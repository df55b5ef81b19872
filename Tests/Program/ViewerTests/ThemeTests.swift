import CellGrid
import ConsumerMap
import MapCanvas
import TestSupport
import Testing

@testable import Viewer

/// Colors as eyes see them.
enum Vision: CaseIterable {
  case full, protanopia, deuteranopia, tritanopia

  /// The seen color of linear red, green and blue.
  ///
  /// Source: Machado, Oliveira and Fernandes 2009, severity 1.
  private var matrix: [[Double]] {
    switch self {
    case .full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }

  /// A color in CIE L*a*b* of the D65 white.
  func lab(_ color: RGBColor) -> [Double] {
    let light = color.linear
    let seen = matrix.map { row in min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })) }
    let toXYZ = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
      [0.0193339, 0.1191920, 0.9503041],
    ]
    let white = [0.95047, 1, 1.08883]
    let f = zip(toXYZ, white).map { row, white in
      let value = zip(row, seen).reduce(0) { $0 + $1.0 * $1.1 } / white
      return value > 216.0 / 24_389 ? Self.root(value) : (24_389 / 27 * value + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// The smallest distance (CIE76) between two of some colors.
  func distance(_ colors: [RGBColor]) -> Double {
    let colors = colors.map(lab)
    var smallest = Double.infinity
    for one in colors.indices {
      for other in colors.indices where other > one {
        let sum = zip(colors[one], colors[other]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        smallest = min(smallest, sum.squareRoot())
      }
    }
    return smallest
  }

  /// The contrast of a color with black or white, 1 to 21.
  static func contrast(_ color: RGBColor, onLight: Bool) -> Double {
    color.contrast(with: RGBColor(index: onLight ? 231 : 16))
  }

  private static func root(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}

@Suite(.limited) struct `A theme` {
  private static let appearances = [Appearance.Background.dark, .light].flatMap { background in
    var exact = Appearance(background: background)
    exact.hasExactColors = true
    return [
      exact, Appearance(background: background),
      Appearance(background: background, isHighContrast: true),
    ]
  }

  private func rgb(_ color: Color) -> RGBColor? {
    switch color {
    case .standard: nil
    case .indexed(let index): RGBColor(index: index)
    case .rgb(let red, let green, let blue): RGBColor(red: red, green: green, blue: blue)
    }
  }

  private func index(_ style: CellStyle) -> UInt8? {
    if case .indexed(let index) = style.foreground { index } else { nil }
  }

  @Test(arguments: appearances, Vision.allCases)
  func `A theme's traffic colors are distinct for all kinds of color vision`(
    appearance: Appearance, vision: Vision
  ) {
    let palette = ColorTable(appearance)
    let colors = [palette[.route], palette[.slow], palette[.jam]].compactMap { rgb($0.foreground) }
    #expect(colors.count == 3)
    #expect(vision.distance(colors) >= 26)
  }

  @Test func `The color distances of these tests match the published values`() {
    #expect(abs(Vision.full.distance([74, 221, 166].map(RGBColor.init)) - 53.7) < 0.1)
    #expect(abs(Vision.deuteranopia.distance([74, 221, 166].map(RGBColor.init)) - 30.3) < 0.1)
    #expect(abs(Vision.deuteranopia.distance([25, 130, 88].map(RGBColor.init)) - 26.3) < 0.1)
    #expect(abs(Vision.contrast(RGBColor(index: 231), onLight: false) - 21) < 0.01)
  }

  @Test(arguments: appearances)
  func `A theme's text has enough contrast on its background`(appearance: Appearance) {
    let palette = ColorTable(appearance)
    let isLight = appearance.background == .light
    let text = [
      palette[.quiet], palette[.good], palette[.warning], palette[.failure], palette[.route],
      palette[.slow], palette[.jam], palette[.cursor],
    ]
    for color in text.compactMap({ rgb($0.foreground) }) {
      #expect(Vision.contrast(color, onLight: isLight) >= 4.5, "\(color)")
    }
    for marker in [palette[.pickup], palette[.stop], palette[.dropoff]] {
      guard let color = rgb(marker.foreground) else { continue }
      if let pill = rgb(marker.background) {
        #expect(color.contrast(with: pill) >= 4.5, "\(color) on \(pill)")
      } else {
        #expect(Vision.contrast(color, onLight: isLight) >= 4.5, "\(color)")
      }
    }
    for color in [palette[.border], palette[.traveled]].compactMap({ rgb($0.foreground) }) {
      #expect(Vision.contrast(color, onLight: isLight) >= 3, "\(color)")
    }
  }

  @Test func `A theme has the expected palette indices`() {
    let dark = ColorTable(Appearance(background: .dark))
    let light = ColorTable(Appearance(background: .light))
    func indices(_ palette: ColorTable) -> [UInt8?] {
      [
        palette[.route], palette[.slow], palette[.jam], palette[.traveled], palette[.pickup],
        palette[.stop], palette[.dropoff], palette[.failure], palette[.quiet],
      ].map(index)
    }
    #expect(indices(dark) == [117, 221, 210, 67, 231, 231, 231, 203, 248])
    #expect(indices(light) == [25, 130, 88, 67, 231, 231, 231, 124, 241])
    let exact = ViewerSettings(background: .dark, hasExactColors: true).palette
    #expect(exact[.route].foreground == .rgb(red: 0x80, green: 0xC4, blue: 0xFF))
    let bare = ViewerSettings(background: .dark, paintsAreas: false).palette
    #expect(indices(bare) == indices(dark))
    #expect(index(bare[.roadName]) == 250 && index(dark[.roadName]) == 255)
  }

  @Test(arguments: [ColorDepth.sixteen, .eight])
  func `A theme uses the named colors of a terminal with 8 or 16 colors`(depth: ColorDepth) {
    let palette = ColorTable(Appearance(background: .dark, colorDepth: depth))
    #expect(palette[.route] == CellStyle(foreground: .indexed(6)))
    #expect(palette[.slow] == CellStyle(foreground: .indexed(3)))
    #expect(palette[.jam] == CellStyle(foreground: .indexed(1), attributes: .bold))
    for (tone, color) in [(Tone.pickup, 2), (.stop, 5), (.dropoff, 1), (.vehicle, 3)] {
      let pill = CellStyle(foreground: .indexed(UInt8(color)), attributes: [.bold, .reverse])
      #expect(palette[tone] == pill)
    }
    #expect(palette[.quiet] == CellStyle(attributes: .dim))
    #expect(palette[.route].reduced(to: depth) == palette[.route])
    // Yellow text cannot be read on white.
    let light = ColorTable(Appearance(background: .light, colorDepth: depth))
    #expect(light[.warning] == CellStyle(attributes: .bold))
    #expect(light[.slow].foreground == .indexed(5))
  }

  @Test func `A theme has no color on a monochrome terminal`() {
    let palette = ColorTable(Appearance(colorDepth: .monochrome))
    let styles = Tone.allCases.map { palette[$0] }
    #expect(styles.allSatisfy { $0.foreground == .standard && $0.background == .standard })
    #expect(palette[.pickup].attributes == [.bold, .reverse])
  }

  @Test func `A theme sets a background color for markers only`() {
    for background in Appearance.Background.allCases {
      for depth in ColorDepth.allCases {
        let palette = ColorTable(Appearance(background: background, colorDepth: depth))
        let painted = Tone.allCases.filter { palette[$0].background != .standard }
        let markers: [Tone] = depth == .palette256 ? [.pickup, .stop, .dropoff, .vehicle] : []
        #expect(painted == markers)
      }
    }
  }

  @Test func `A theme draws no white text if the background is unknown`() {
    var appearance = Appearance(background: .unknown)
    appearance.paintsAreas = false
    let palette = ColorTable(appearance)
    let styles = Tone.allCases.map { palette[$0] }
    #expect(!styles.contains { $0.foreground == .indexed(231) && $0.background == .standard })
  }
}

@Suite(.limited) struct `The choice of a theme` {
  @Test(arguments: [
    (Appearance.Background.dark, [ThemeChoice.light, .highContrast, .mono, .dark, .auto, .light]),
    (.light, [.dark, .highContrast, .mono, .light, .auto, .dark]),
  ]) func `The key for themes goes through all themes, the opposite background's first`(
    background: Appearance.Background, expected: [ThemeChoice]
  ) {
    var settings = ViewerSettings(background: background)
    let themes = expected.map { _ in
      _ = settings.goToNextTheme()
      return settings.theme
    }
    #expect(themes == expected)
  }

  @Test func `The message for a chosen theme says that it lasts until the program ends`() {
    var settings = ViewerSettings()
    #expect(settings.goToNextTheme() == "Theme: light, until you quit.")
    #expect(settings.setTheme(.auto) == "Theme: auto, by the terminal's background.")
  }

  @Test(arguments: [
    (ThemeChoice.light, Appearance.Background.dark, UInt8(16), UInt8(231)),
    (.light, .unknown, 16, 231), (.dark, .light, 252, 16),
  ]) func `A chosen theme paints its background if the terminal's is different`(
    theme: ThemeChoice, background: Appearance.Background, text: UInt8, paper: UInt8
  ) {
    let settings = ViewerSettings(theme: theme, background: background)
    var frame = Frame(size: GridSize(columns: 3, rows: 1))
    frame.draw("a", column: 0, row: 0)
    frame.draw("b", column: 1, row: 0, style: CellStyle(foreground: .indexed(3)))
    let cells = settings.colored(frame).cells
    #expect(cells.allSatisfy { $0.style.background == .indexed(paper) })
    #expect(cells.map(\.style.foreground) == [.indexed(text), .indexed(3), .indexed(text)])
    let color = RGBColor(index: text)
    #expect(Vision.contrast(color, onLight: paper == 231) >= 7)
  }

  @Test(arguments: [
    ViewerSettings(theme: .light, background: .light), ViewerSettings(theme: .dark),
    ViewerSettings(theme: .dark, background: .dark), ViewerSettings(background: .light),
    ViewerSettings(theme: .highContrast, background: .light),
    ViewerSettings(theme: .light, background: .dark, colorDepth: .sixteen),
    ViewerSettings(theme: .light, background: .dark, colorDepth: .eight),
    ViewerSettings(theme: .light, background: .dark, colorDepth: .monochrome),
  ]) func `A chosen theme keeps the terminal's background if text is readable on it`(
    settings: ViewerSettings
  ) {
    var frame = Frame(size: GridSize(columns: 2, rows: 1))
    frame.draw("a", column: 0, row: 0)
    #expect(settings.colored(frame) == frame)
  }

  @Test func `The key for themes reports that the terminal has no colors`() {
    var settings = ViewerSettings()
    settings.colorDepth = .monochrome
    #expect(settings.goToNextTheme() == "Theme: mono only, as there are no colors.")
    #expect(settings.appearance.colorDepth == .monochrome)
  }

  @Test func `The automatic theme follows the background that the terminal reports`() {
    var settings = ViewerSettings()
    settings.apply(.background(red: 250, green: 250, blue: 240))
    #expect(settings.appearance.background == .light)
    #expect(settings.palette[.route].foreground == .indexed(25))
    settings.apply(.background(red: 0, green: 43, blue: 54))
    #expect(settings.appearance.background == .dark)
    settings.theme = .dark
    settings.apply(.background(red: 255, green: 255, blue: 255))
    #expect(settings.appearance.background == .dark)
  }

  @Test func `Characters of ambiguous width are not used if the terminal draws them wide`() {
    var settings = ViewerSettings(isGlyphLevelAutomatic: true)
    settings.apply(.ambiguousWidth(1))
    #expect(settings.glyphs == .full)
    settings.apply(.ambiguousWidth(2))
    #expect(settings.glyphs == .narrow)
    var chosen = ViewerSettings(glyphs: .full)
    chosen.apply(.ambiguousWidth(2))
    #expect(chosen.glyphs == .full)
    var console = ViewerSettings(glyphs: .block, isGlyphLevelAutomatic: true)
    console.apply(.ambiguousWidth(2))
    #expect(console.glyphs == .block)
  }

  @Test func `The chosen theme carries over from the booking to the ride`() {
    var booking = ViewerSettings()
    booking.theme = .highContrast
    booking.background = .light
    var ride = ViewerSettings()
    ride.adoptLook(of: booking)
    #expect(ride.appearance == booking.appearance)
  }

  /// The row of a rail without the patterns of traffic and the ends of markers where there are no colors.
  private func solid(_ row: String) -> String {
    guard row.contains("P") && row.contains("D") else { return row }
    return String(
      row.map {
        switch $0 {
        case "▒", "▓": row.contains("═") ? "═" : "━"
        case "~", "x": "="
        case "(", ")", "[", "]": " "
        default: $0
        }
      })
  }

  @Test(arguments: GlyphLevel.allCases) func `No word or mark depends on color`(level: GlyphLevel) {
    for moment in SampleView.Moment.allCases {
      let colored = SampleView(moment, glyphs: level)
      var plain = colored
      plain.settings.theme = .mono
      let frame = plain.settings.colored(plain.frame)
      #expect(frame.cells.allSatisfy { $0.style == $0.style.reduced(to: .monochrome) })
      // Panels, rail and markers say the same; only traffic gains its patterns, and markers their ends.
      #expect(frame.rows.first == colored.frame.rows.first)
      #expect(frame.rows.suffix(4).map(solid) == colored.frame.rows.suffix(4).map(solid))
    }
  }

  @Test func `The narrow glyph level has no characters of ambiguous width`() {
    for moment in SampleView.Moment.allCases {
      let frame = SampleView(moment, columns: 120, rows: 40, glyphs: .narrow).frame
      #expect(!frame.cells.contains { CharacterWidth.isAmbiguous($0.base) })
    }
  }
}

@MainActor @Suite(.limited) struct `A running viewer's theme` {
  @Test func `A running viewer's theme changes at the terminal's response and at a key`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { await screen.frames.last?.rows[0].contains("LIVE") ?? false }
    await screen.feed([.terminal(.background(red: 255, green: 255, blue: 255))])
    await stage.play {
      await screen.frames.last?.cells.contains { $0.style.foreground == .indexed(25) } ?? false
    }
    #expect(stage.mapView.appearance.background == Appearance.Background.light)
    await screen.feed([.key(.character("T"), [])])
    await stage.play {
      await screen.frames.last?.rows.contains {
        $0.contains("Theme: dark, until you quit. :set shows how to keep it.")
      } ?? false
    }
    #expect(
      await screen.frames.last?.cells.allSatisfy { $0.style.background != .standard } ?? false)
    await screen.feed([.key(.character("T"), [])])
    await stage.play {
      await screen.frames.last?.rows.contains { $0.contains("Theme: high contrast") } ?? false
    }
    #expect(stage.mapView.appearance.isHighContrast)
    await screen.feed([.terminal(.ambiguousWidth(2)), .key(.character("q"), [])])
    #expect(await stage.ending() == .quit)
  }

  @Test func `A running viewer's theme changes while a ride is booked`() async throws {
    let rig = try await BookingRig()
    rig.start()
    await rig.wait(for: "CHOOSE THE PICKUP")
    await rig.screen.feed([.terminal(.background(red: 255, green: 255, blue: 255))])
    await rig.screen.press(.character("T"))
    await rig.wait(for: "Theme: dark, until you quit.")
    await rig.screen.press(.character("T"))
    await rig.wait(for: "Theme: high contrast, until you quit.")
    #expect(rig.program.settings.background == .light)
    #expect(rig.mapView.appearance.isHighContrast)
    await rig.screen.press(.character("q"))
    #expect(await rig.ending() == .quit)
  }

  @Test func `A running viewer's theme changes a paused map without moving it`() async throws {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toStop) }
    stage.start()
    await stage.play { await screen.frames.last?.rows[0].contains("LIVE") ?? false }
    await screen.press(.character("p"))
    await stage.play(sleepers: 1) { await screen.frames.last?.rows[0].contains("PAUSED") ?? false }
    let still = try #require(await screen.frames.last)
    await screen.press(.character("T"))
    await stage.play(sleepers: 1) {
      await screen.frames.last?.cells.contains { $0.style.foreground == .indexed(25) } ?? false
    }
    let light = try #require(await screen.frames.last)
    let map = stage.mapView.size
    var changed = 0
    for row in 2..<map.rows {
      for column in 1..<map.columns {
        let (before, after) = (still[column, row], light[column, row])
        #expect(before.base == after.base)
        let ride = [Color.indexed(117): Color.indexed(25), .indexed(74): .indexed(62)]
        if let color = ride[before.style.foreground] {
          #expect(after.style.foreground == color)
          changed += 1
        }
      }
    }
    #expect(changed > 3)
    await screen.press(.character("q"))
    #expect(await stage.ending() == .quit)
  }
}
