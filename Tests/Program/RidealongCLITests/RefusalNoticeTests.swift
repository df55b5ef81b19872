import CellGrid
import FleetEngine
import Synchronization
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The notice about refused connections` {
  @Test func `The notice about refused connections comes once a minute at most`() {
    let clock = ManualClock()
    let said = Mutex<[String]>([])
    let notice = RefusalNotice(ServiceClock(clock) { Timestamp(seconds: 0) }) { line in
      said.withLock { $0.append(line.description) }
    }
    for _ in 0..<100 { notice.say() }
    clock.advance(by: .seconds(59))
    notice.say()
    #expect(said.withLock { $0 } == [RefusalNotice.text])
    clock.advance(by: .seconds(1))
    notice.say()
    #expect(said.withLock { $0.count } == 2)
  }
}
