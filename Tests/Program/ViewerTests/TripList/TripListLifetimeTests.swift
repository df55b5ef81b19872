import CellGrid
import ConsumerMap
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@MainActor @Suite(.limited) struct `The lifetime of a trip list` {
  @Test func `A trip list that is released lets go of its trips`() async {
    let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 0) }
    let service = TripService(empty: clock)
    var list: TripListProgram? = TripListProgram(
      scheduler: TripScheduler(
        service: service,
        clock: clock,
        random: SystemRandomNumberGenerator()
      ),
      mapView: MapView(),
      screen: TestScreen(size: GridSize(columns: 80, rows: 24)), clock: clock,
      settings: ViewerSettings())
    list?.add("providers/p/trips/t")
    #expect(service.allTripModels.count == 1)
    list = nil
    await waitWhile(!service.allTripModels.isEmpty)
    #expect(service.allTripModels.isEmpty)
  }
}
