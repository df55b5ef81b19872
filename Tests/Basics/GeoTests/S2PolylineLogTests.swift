import Foundation
import TestSupport
import Testing

@testable import Geo

@Suite(.limited, .enabled(if: TestData.log != nil)) struct `S2 polylines of a real log` {
  @Test func `S2 polylines of a real log decode and encode to the same text`() throws {
    let file = URL(fileURLWithPath: try #require(TestData.log))
    let log = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    let texts = Set(log.matches(of: /"(AhY[A-Za-z0-9_=-]+)"/).map { String($0.1) })
    #expect(texts.count >= 70)
    for text in texts {
      let coordinates = try S2Polyline.decode(text)
      #expect(!coordinates.isEmpty)
      #expect(coordinates.allSatisfy { (36...39).contains($0.latitude) })
      #expect(S2Polyline.encode(coordinates) == text)
    }
  }
}
