import CellGrid
import ConsumerMap
import MapCanvas
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `A user's theme` {
  private let theme = UserTheme(
    name: "sunset", base: .light,
    colors: [.route: .indexed(208), .warning: .rgb(red: 255, green: 0, blue: 0)])

  @Test func `A user's theme is the first, and takes missing colors from its base theme`() {
    let settings = ViewerSettings(userTheme: theme)
    let plain = ViewerSettings(theme: .light)
    #expect(settings.palette[.route].foreground == .indexed(208))
    #expect(settings.palette[.warning].foreground == .indexed(196))
    #expect(settings.palette[.good] == plain.palette[.good])
    #expect(settings.palette[.warning].attributes == plain.palette[.warning].attributes)
  }

  @Test func `A user's theme is among those that the key for themes goes through`() {
    var settings = ViewerSettings(userTheme: theme)
    var sentences: [String] = []
    for _ in 0..<6 { sentences.append(settings.goToNextTheme()) }
    #expect(
      sentences == [
        "Theme: auto, by the terminal's background.", "Theme: light, until you quit.",
        "Theme: high contrast, until you quit.", "Theme: mono (no colors), until you quit.",
        "Theme: dark, until you quit.", "Theme: sunset, until you quit.",
      ])
    #expect(settings.palette[.route].foreground == .indexed(208))
  }

  @Test(arguments: [(ColorDepth.sixteen, UInt8(16)), (.eight, 8)])
  func `A user's theme uses the nearest colors that the terminal has`(
    _ depth: ColorDepth, _ count: UInt8
  ) {
    let settings = ViewerSettings(userTheme: theme, colorDepth: depth)
    guard case .indexed(let index) = settings.palette[.route].foreground else {
      Issue.record("The route has no color")
      return
    }
    #expect(index < count)
  }

  @Test func `A user's theme has no colors on a monochrome terminal`() {
    let settings = ViewerSettings(userTheme: theme, colorDepth: .monochrome)
    #expect(settings.palette[.route].foreground == .standard)
  }

  @Test(arguments: ThemeRole.allCases)
  func `A user's theme can set the color of each role`(_ role: ThemeRole) {
    var appearance = Appearance()
    appearance.colors = [role: .indexed(99)]
    let usual = Appearance()
    #expect(ColorTable(appearance) != ColorTable(usual))
  }
}
