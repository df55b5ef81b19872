import CellGrid
import FleetEngine
import Geo
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// The base map that the program around the viewer chooses.
@MainActor @Suite(.limited) struct ChosenMapTests {
  @Test func `The viewer has a map chosen once for a ride and shows the tip after other notices`()
    async
  {
    let screen = TestScreen()
    let asked = Mutex<[[Coordinate]]>([])
    var services = ViewerServices()
    services.chooseMap = { places in
      asked.withLock { $0.append(places) }
      return "Base map: a command"
    }
    let stage = ViewerStage(
      screen: screen, services: services, settings: { $0.tips = .first },
      { _ in ViewerStage.answer(SampleRide.toPickup) })
    stage.start()
    func shows(_ text: String) async -> Bool {
      await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
    }
    await stage.play { await shows("Tip: a = auto camera") }
    #expect(await !shows("Base map:"))
    await stage.play { await shows("Base map: a command") }
    await stage.play { await !shows("Base map:") }
    #expect(asked.withLock { $0 } == [SampleRide.toPickup.places])
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `Choosing places for a ride has a map chosen for the first vehicles, once`()
    async throws
  {
    let rig = try await BookingRig(vehicles: 0)
    let asked = Mutex<[[Coordinate]]>([])
    rig.program.chooseMap = { places in asked.withLock { $0.append(places) } }
    rig.start()
    await rig.wait(for: "CHOOSE THE PICKUP")
    await waitWhile(asked.withLock { $0.isEmpty })
    var turns = Turns()
    let since = rig.clock.now
    while since.duration(to: rig.clock.now) < .seconds(12), !Task.isCancelled {
      if rig.clock.sleeperCount >= 1 { rig.clock.advance(by: .milliseconds(250)) }
      await turns.next()
    }
    #expect(asked.withLock { $0 } == [[SampleBooking.near]])
    rig.program.stop()
    _ = await rig.ending()
  }
}
