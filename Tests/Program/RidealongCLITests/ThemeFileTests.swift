import CellGrid
import Foundation
import TestSupport
import Testing
import Viewer

@testable import RidealongCLI

@Suite(.limited) struct `A theme file` {
  private func theme(_ text: String) throws -> UserTheme {
    try ThemeFile.theme("sunset", toml: Array(text.utf8), file: "sunset.toml")
  }

  @Test func `A theme file gives roles colors by number, by name and in hexadecimal`() throws {
    let theme = try theme(
      """
      base = "dark"
      [colors]
      route = 208
      jam = "bright-red"
      water = "#0044aa"
      my-location = "blue"
      """)
    #expect(theme.name == "sunset")
    #expect(theme.base == .dark)
    #expect(
      theme.colors == [
        .route: .indexed(208), .jam: .indexed(9), .myLocation: .indexed(4),
        .water: .rgb(red: 0, green: 0x44, blue: 0xAA),
      ])
  }

  @Test(arguments: [
    ("bass = \"dark\"", "sunset.toml:1: unknown key bass. Did you mean base?"),
    ("base = \"darc\"", "Did you mean dark?"),
    ("[colors]\nroue = 3", "sunset.toml:2: unknown role roue in [colors]. Did you mean route?"),
    ("[colors]\nroute = 256", "sunset.toml:2: route in [colors] must be a color"),
    ("[colors]\nroute = \"bluee\"", "Did you mean blue?"),
    ("colors = 3", "colors must be a table"),
    ("colors", "this is not TOML"),
  ]) func `An invalid theme file is refused with the reason and the line number`(
    _ text: String, _ fragment: String
  ) throws {
    let error = try #require(throws: CommandError.self) { try theme(text) }
    #expect(error.message.contains(fragment), "\(error.message)")
  }

  @Test func `A theme's name finds a file next to the configuration and nowhere else`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/themes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "[colors]\nroute = 3\n".write(
      toFile: folder + "/mine.toml", atomically: true, encoding: .utf8)
    let files = ThemeFile(directory: folder)
    #expect(try files.theme("mine", namedBy: "--theme").colors == [.route: .indexed(3)])
    let missing = try #require(throws: CommandError.self) {
      try files.theme("ligt", namedBy: "--theme")
    }
    #expect(missing.message.contains("--theme must be one of auto, dark, light"))
    #expect(missing.message.contains("Did you mean light?"))
    for name in ["../mine", "a/b", "", ".mine", "a b"] {
      #expect(throws: CommandError.self) { try files.theme(name, namedBy: "--theme") }
    }
  }
}
