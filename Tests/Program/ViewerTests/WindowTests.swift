import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The title and progress of a window` {
  private func window(_ view: SampleView) -> (String, Frame.Progress?) {
    (view.frame.title?.description ?? "", view.frame.progress)
  }

  @Test func `The title of a window counts the minutes to the next place`() {
    let (title, progress) = window(SampleView(.pickup))
    #expect(title == "4 min to pickup · ride-2041")
    #expect(progress.map { (0...99).contains($0.percent) && !$0.isFailing } == true)
    #expect(window(SampleView(.arrived)).0 == "at pickup · ride-2041")
    #expect(window(SampleView(.pickup, columns: 10, rows: 2)).0 == title)
  }

  @Test func `The progress of a window fails with the polls, and is none at the end`() {
    let (title, progress) = window(SampleView(.denied))
    #expect(title == "needs action · ride-2041")
    #expect(progress?.isFailing == true)
    let (done, none) = window(SampleView(.complete))
    #expect(done == "done · ride-2041" && none == nil)
    #expect(window(SampleView(.canceled)).0 == "canceled · ride-2041")
  }

  @Test func `The progress of a window fails with the polls before any vehicle is assigned`() {
    var view = SampleView(.new)
    #expect(window(view).1 == nil)
    view.fail(FleetEngineError(operation: "GetTrip", code: .unavailable, message: "Later."))
    #expect(window(view).1 == Frame.Progress(percent: 100, isFailing: true))
  }

  @Test func `The title of a window says the stage when its time is over`() {
    var view = SampleView(.pickup)
    view.state.ride.trip?.pickupTime = SampleRide.wall + .seconds(5)
    view.state.ride.trip?.remainingDistanceMeters = 20
    #expect(window(view).0 == "to pickup · ride-2041")
  }

  @Test func `The progress of a window is none in the past`() {
    var view = SampleView(.pickup)
    view.state.isRecorded = true
    #expect(window(view) == ("replay · ride-2041", nil))
  }
}
