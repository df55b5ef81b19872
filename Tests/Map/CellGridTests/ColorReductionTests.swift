import CellGrid
import TestSupport
import Testing

@Suite(.limited) struct `Colors of red, green and blue` {
  @Test(arguments: [
    ((UInt8(44), UInt8(153), UInt8(255)), UInt8(33), UInt8(6), UInt8(6)),
    ((0, 0, 255), 21, 12, 4), ((255, 255, 0), 226, 11, 3), ((255, 0, 0), 196, 9, 1),
    ((128, 128, 128), 244, 8, 7), ((255, 136, 0), 208, 3, 3), ((0, 0, 0), 16, 0, 0),
    ((255, 255, 255), 231, 15, 7), ((250, 200, 220), 224, 7, 7),
  ])
  func `Colors of red, green and blue become the nearest of the terminal's colors`(
    rgb: (UInt8, UInt8, UInt8),
    palette: UInt8,
    sixteen: UInt8,
    eight: UInt8
  ) {
    let color = Color.rgb(red: rgb.0, green: rgb.1, blue: rgb.2)
    #expect(color.reduced(to: .palette256) == .indexed(palette))
    #expect(color.reduced(to: .sixteen) == .indexed(sixteen))
    #expect(color.reduced(to: .eight) == .indexed(eight))
    #expect(color.reduced(to: .monochrome) == .standard)
  }

  @Test func `RGB colors of the palette are reduced to themselves`() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    for index in 0..<216 {
      let color = Color.rgb(
        red: levels[index / 36], green: levels[index / 6 % 6], blue: levels[index % 6])
      #expect(color.reduced(to: .palette256) == .indexed(UInt8(16 + index)))
    }
    for step in UInt8(0)..<24 {
      let gray = 8 + 10 * step
      let color = Color.rgb(red: gray, green: gray, blue: gray)
      #expect(color.reduced(to: .palette256) == .indexed(232 + step))
    }
  }

  @Test func `RGB colors never become one of a palette's first sixteen`() {
    for red in stride(from: UInt8(0), through: 250, by: 25) {
      for green in stride(from: UInt8(0), through: 250, by: 25) {
        for blue in stride(from: UInt8(0), through: 250, by: 25) {
          let color = Color.rgb(red: red, green: green, blue: blue).reduced(to: .palette256)
          guard case .indexed(16...255) = color else {
            Issue.record("\(red) \(green) \(blue) became \(color)")
            continue
          }
        }
      }
    }
  }

  @Test func `Colors of red, green and blue are reduced in the foreground and background`() {
    let style = CellStyle(
      foreground: .rgb(red: 255, green: 0, blue: 0), background: .rgb(red: 0, green: 0, blue: 255),
      attributes: .bold)
    let expected = CellStyle(foreground: .indexed(196), background: .indexed(21), attributes: .bold)
    #expect(style.reduced(to: .palette256) == expected)
  }
}

@Suite(.limited) struct `Colors of a terminal with fewer colors` {
  @Test(arguments: [
    (UInt8(74), ColorDepth.palette256, UInt8(74)), (231, .sixteen, 15), (196, .sixteen, 9),
    (166, .eight, 1), (21, .eight, 4), (8, .eight, 7), (12, .eight, 4), (3, .sixteen, 3),
  ]) func `Colors of a terminal with fewer colors are the nearest`(
    index: UInt8, depth: ColorDepth, result: UInt8
  ) { #expect(Color.indexed(index).reduced(to: depth) == .indexed(result)) }

  @Test(arguments: ColorDepth.allCases)
  func `Colors of a terminal with fewer colors exist for the whole palette`(depth: ColorDepth) {
    let most = [ColorDepth.palette256: 255, .sixteen: 15, .eight: 7][depth]
    for index in UInt8.min...UInt8.max {
      switch Color.indexed(index).reduced(to: depth) {
      case .standard: #expect(most == nil)
      case .indexed(let reduced): #expect(Int(reduced) <= most ?? -1)
      case .rgb: Issue.record("is not reduced")
      }
    }
  }
}
