import CellGrid
import Synchronization
import Testing

@testable import TestSupport

@Suite(.limited) struct `The limit of a test` {
  /// The waits of helpers that would never end.
  enum Wait: CaseIterable {
    case condition, sleepers, sleep, frame, events

    @concurrent func run() async {
      switch self {
      case .condition: await waitWhile(true)
      case .sleepers: await ManualClock().sleepers()
      case .sleep: try? await ManualClock().sleep(for: .seconds(1))
      case .frame: _ = await TestScreen().frame { _ in true }
      case .events: _ = await TestScreen().nextEvents()
      }
    }
  }

  @Test(arguments: Wait.allCases)
  func `The limit of a test ends each wait of a helper`(wait: Wait) async throws {
    let isLate = Atomic(false)
    try await LimitTrait.cancelling(after: .milliseconds(20)) {
      await wait.run()
    } onLimit: {
      isLate.store(true, ordering: .releasing)
    }
    let ended = isLate.load(ordering: .acquiring)
    #expect(ended)
  }

  @Test func `An error of a test passes through its limit`() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await LimitTrait.cancelling(after: .seconds(240)) {
        throw Failure()
      } onLimit: {
      }
    }
  }
}
