import TestSupport
import Testing

@testable import TerminalUI

@Suite(.limited) struct `The pace of a line` {
  private let start = ContinuousClock.now

  @Test(arguments: [(9_600, 480.0), (1_200, 60), (300, 15)])
  func `Pictures take half of a serial line`(bitsPerSecond: Int, most: Double) {
    var pace = LinePace(bitsPerSecond: bitsPerSecond)
    var now = start
    var bytes = 0
    while now < start + .seconds(600) {
      if let wait = pace.wait(at: now) {
        now += wait
        continue
      }
      bytes += 140
      pace.wrote(140, from: now, to: now)
      now += .milliseconds(10)
    }
    #expect(Double(bytes) / 600 <= most * 1.01 + 1)
    #expect(Double(bytes) / 600 >= most * 0.9)
  }

  @Test func `A line without a slow setting that accepts everything is never left free`() {
    var pace = LinePace(bitsPerSecond: nil)
    pace.accepted(100_000, leavesSome: false, at: start)
    pace.wrote(100_000, from: start, to: start)
    #expect(pace.wait(at: start) == nil)
  }

  /// The wait after a picture of 1,000 bytes that a line accepts in steps, and how long they took.
  private func wait(
    steps: Int, of bytes: Int, each gap: Duration
  ) -> (wait: Duration?, time: Duration) {
    var pace = LinePace(bitsPerSecond: nil)
    var now = start
    pace.accepted(4_096, leavesSome: true, at: now)
    for step in 1...steps {
      now += gap
      pace.accepted(bytes, leavesSome: step < steps, at: now)
    }
    let time = now - start
    pace.wrote(1_000, from: now, to: now)
    return (pace.wait(at: now), time)
  }

  @Test
  func `A line that accepts bytes slowly is measured and left free as long as it works`() throws {
    let slow = wait(steps: 20, of: 240, each: .milliseconds(250))
    let seconds = try #require(slow.wait) / .seconds(1)
    // 960 bytes a second take 1.04 s for 1,000 bytes.
    #expect(abs(seconds - 2 * 1_000 / 960) < 0.05)
    #expect(wait(steps: 20, of: 65_536, each: .milliseconds(20)).wait == nil)
  }

  @Test func `A line that is stopped is not taken for a slow one`() {
    #expect(wait(steps: 1, of: 300, each: .seconds(600)).wait == nil)
    // As after a terminal was stopped or busy within a picture.
    #expect(wait(steps: 1, of: 300, each: .seconds(2)).wait == nil)
    #expect(wait(steps: 3, of: 40_000, each: .seconds(60)).wait == nil)
  }

  @Test func `A line that accepts nothing for a while has no speed, and none is divided by`() {
    var pace = LinePace(bitsPerSecond: nil)
    for step in 0..<20 {
      let now = start + .milliseconds(100 * step)
      pace.accepted(0, leavesSome: true, at: now)
      pace.wrote(10_000, from: now, to: now)
      #expect(pace.wait(at: now) == nil)
    }
    let end = start + .seconds(2)
    for _ in 0..<4 { pace.accepted(1, leavesSome: true, at: end) }
    pace.wrote(.max, from: end, to: end)
    #expect(pace.wait(at: end) == .seconds(10))
  }

  @Test func `A measured line is measured again after two minutes, and waits are short`() {
    var pace = LinePace(bitsPerSecond: nil)
    let measured = start + .seconds(1)
    for step in 0...4 {
      pace.accepted(100, leavesSome: step < 4, at: start + .milliseconds(250 * step))
    }
    pace.wrote(100_000, from: measured, to: measured)
    #expect(pace.wait(at: measured) == .seconds(10))
    let later = measured + .seconds(121)
    pace.wrote(100_000, from: later, to: later)
    #expect(pace.wait(at: later) == nil)
  }
}
