import CellGrid
import ConsumerMap
import FleetEngine
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The screen of an emulator` {
  private static let trip = "providers/demo-project/trips/"
  private static let vehicle = "providers/demo-project/vehicles/"

  @Test func `The screen of an emulator lists trips, free vehicles, and then what is over`() {
    let list = SampleTripList(.served)
    #expect(list.listed == ["ride-1", "ride-2", "ride-3", "car-2", "ride-4", "car-3"])
    #expect(list.state.tripCount == 4)
    let text = list.text
    #expect(text.contains("emulator, 4 trips"))
    #expect(text.contains("grpc 127.0.0.1:40217") && text.contains("admin 127.0.0.1:8081"))
    #expect(text.contains("Fault: 503 UNAVAILABLE for 5 calls"))
    let wide = SampleTripList(.served, columns: 160).text
    #expect(wide.contains("2 vehicles online, 1 free") && wide.contains("48 calls/s"))
    #expect(wide.contains("Clock: x60"))
    #expect(wide.contains("1 new, 1 to pickup, 1 at pickup"))
    #expect(wide.contains("FAILED_PRECONDITION"))
  }

  @Test func `The screen of an emulator without trips says where to point clients`() {
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
      let text = SampleTripList(.unserved, columns: columns, rows: rows).text
      #expect(text.contains("There are no trips"))
      #expect(text.contains("Point a client at"), "\(text)")
      #expect(text.contains("40217") && text.contains("8081"))
    }
  }

  @Test func `A vehicle on the screen of an emulator has a line while it has no trip`() {
    var list = SampleTripList(.served)
    var update = FleetUpdate(now: list.wall)
    var busy = Vehicle()
    (busy.state, busy.currentTripIDs) = (.online, ["ride-3"])
    update.vehicles[Self.vehicle + "car-2"] = busy
    list.apply(update)
    #expect(!list.listed.contains("car-2"))
    #expect(list.state.fleet?.freeCount == 0 && list.state.fleet?.onlineCount == 2)
    busy.currentTripIDs = []
    update.vehicles[Self.vehicle + "car-2"] = busy
    list.apply(update)
    #expect(list.listed.contains("car-2"))
    update = FleetUpdate(now: list.wall)
    update.removed = [Self.vehicle + "car-2", Self.trip + "ride-1"]
    list.apply(update)
    #expect(list.listed == ["ride-2", "ride-3", "ride-4", "car-3"])
    #expect(list.state.fleet?.onlineCount == 1)
    // After a reset of the emulator nothing is left.
    update = FleetUpdate(now: list.wall)
    update.isWhole = true
    list.apply(update)
    #expect(list.listed.isEmpty && list.state.fleet?.vehicles.isEmpty == true)
  }

  @Test func `The screen of an emulator keeps the selection while trips come and go`() {
    var list = SampleTripList(.served)
    list.press("j")
    #expect(list.state.selectedTrip?.tripID == "ride-2")
    var update = FleetUpdate(now: list.wall)
    for number in 0..<50 { update.trips[Self.trip + "a-\(number)"] = SampleRide.toPickup }
    update.removed = [Self.trip + "ride-1"]
    list.apply(update)
    #expect(list.state.selectedTrip?.tripID == "ride-2")
    #expect(list.press(.enter) == [.open(Self.trip + "ride-2")])
  }

  @Test func `A vehicle without a trip cannot be opened on the screen of an emulator`() {
    var list = SampleTripList(.served)
    for _ in 0..<3 { list.press("j") }
    #expect(list.press(.enter).isEmpty)
    #expect(list.text.contains("car-2 has no trip to open."))
  }

  @Test func `The F key opens the menu of faults, whose digits and Enter play one`() {
    var list = SampleTripList(.faults)
    #expect(list.text.contains("Play a fault") && list.text.contains("responses 3 s late"))
    #expect(list.press(.enter) == [.playFault(1)])
    #expect(list.state.layers.isEmpty)
    list.press("F")
    // It filters as every menu does: a number finds the fault with it, other text those that contain it.
    #expect(list.press("3").isEmpty)
    #expect(list.press(.enter) == [.playFault(2)])
    list.press("F")
    list.type("401")
    #expect(list.text.contains("> 401") && !list.text.contains("403"))
    list.press(.escape)
    #expect(list.state.layers.isEmpty)
    list.press("F")
    // The habit of a list, where `/` begins a filter.
    list.type("/503")
    #expect(list.press(.enter) == [.playFault(0)])
    list.press("F")
    // A key of the list does not reach it.
    list.press("e")
    #expect(!list.state.view.hidesEnded)
    list.press(.backspace)
    let fault = list.state.fleet?.faults.first?.description ?? ""
    let row = list.frame.rows.firstIndex { $0.contains(fault) } ?? 0
    #expect(list.click(row: row, column: 40) == [.playFault(0)])
    list.press("F")
    #expect(list.click(row: 0).isEmpty)
    #expect(list.state.layers.isEmpty)
    var plain = SampleTripList(.mixed)
    plain.press("F")
    #expect(plain.state.fleet == nil && !plain.text.contains("Fault"))
  }

  @Test func `The screen of an emulator ages locations by the emulator's clock`() {
    var list = SampleTripList(.served)
    var update = FleetUpdate(now: list.wall + .seconds(3_600))
    list.apply(update)
    #expect(list.state[Self.trip + "ride-1"]?.rank == .vehicleQuiet)
    update = FleetUpdate(now: list.wall)
    list.apply(update)
    #expect(list.state[Self.trip + "ride-1"]?.rank == .live)
  }

  @Test(arguments: [(120, 40), (80, 24)])
  func `The screen of an emulator says once why a token was refused`(columns: Int, rows: Int) {
    var list = SampleTripList(.served, columns: columns, rows: rows)
    var call = SampleTripList.update.calls[0]
    (call.code, call.httpStatus) = (.permissionDenied, 403)
    call.note =
      "JWT does not contain any scopes. Give the client library the scope "
      + "https://www.googleapis.com/auth/cloud-platform, or sign the claim authorization."
    var update = FleetUpdate(now: list.wall)
    update.calls = [call, call, call]
    list.apply(update)
    let canvas = list.canvas(notes: DrawingNotes())
    #expect(canvas.notes?.misfits == [])
    #expect(list.text.ranges(of: "JWT does not contain any scopes.").count == 1)
    #expect(list.text.contains("authorization."))
  }

  @Test func `The screen of an emulator strips control characters of callers, and bounds texts`() {
    var list = SampleTripList(.served, columns: 120, rows: 40)
    let evil = "\u{1B}]0;x\u{7}\u{202E}" + String(repeating: "字\u{301}", count: 3_000)
    var update = FleetUpdate(now: list.wall)
    update.calls = [
      ServedCall(
        time: list.wall, procedure: evil, subject: evil, role: evil, code: .ok, httpStatus: 200,
        duration: .seconds(1_000_000), note: evil)
    ]
    update.trips[Self.trip + evil] = SampleRide.toPickup
    var vehicle = Vehicle()
    vehicle.state = .online
    update.vehicles[Self.vehicle + evil] = vehicle
    (update.fault, update.clock) = (SafeText(evil), SafeText(evil))
    list.apply(update)
    let canvas = list.canvas(notes: DrawingNotes())
    #expect(canvas.notes?.misfits == [])
    #expect(!list.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" })
  }

  @MainActor @Test
  func `The screen of an emulator reads the fleet each second while it is shown`() async {
    let clock = ManualClock()
    let screen = TestScreen(size: GridSize(columns: 120, rows: 40))
    let updates = Mutex(0)
    let played = Mutex<[Int]>([])
    var feed = SampleTripList.feed
    feed.next = {
      let number = updates.withLock {
        $0 += 1
        return $0
      }
      var update = number == 1 ? SampleTripList.update : FleetUpdate(now: SampleRide.wall)
      update.callCount = 10 * number
      update.fault = played.withLock { $0.isEmpty ? nil : "503 UNAVAILABLE" }
      return update
    }
    feed.playFault = { index in played.withLock { $0.append(index) } }
    let list = TripListProgram(
      feed: feed, mapView: MapView(), screen: screen,
      clock: ServiceClock(clock) { SampleRide.wall + clock.now.offset },
      settings: ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 0)))
    let running = Task { await list.run() }
    _ = await screen.frame { SampleView.text($0).contains("ride-1") }
    var turns = Turns()
    while updates.withLock({ $0 }) < 4, !Task.isCancelled {
      if clock.sleeperCount > 0 { clock.advance(by: .milliseconds(250)) }
      await turns.next()
    }
    _ = await screen.frame { SampleView.text($0).contains("10 calls/s") }
    await screen.feed([.key(.character("F"), []), .key(.character("1"), []), .key(.enter, [])])
    _ = await screen.frame { SampleView.text($0).contains("Fault: 503 UNAVAILABLE") }
    #expect(played.withLock { $0 } == [0])
    await screen.press(.enter)
    #expect(await running.value == .open(Self.trip + "ride-1"))
    let count = updates.withLock { $0 }
    clock.advance(by: .seconds(5))
    for _ in 0..<200 { await Task.yield() }
    #expect(updates.withLock { $0 } == count)
    #expect(list.farewell.description == "4 trips, 1 ended")
  }
}
