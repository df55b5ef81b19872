import CellGrid
import FleetEngine
import RidesharingConsumer
import TestSupport
import Testing

@testable import Viewer

@Suite(.limited) struct `The error card` {
  @Test(
    arguments: [(60, 18), (64, 20), (80, 24), (120, 40), (40, 12)],
    [SampleView.Moment.denied, .missing])
  func `The error card shows the error code and its keys in full at every size`(
    _ size: (columns: Int, rows: Int), moment: SampleView.Moment
  ) throws {
    let view = SampleView(moment, columns: size.columns, rows: size.rows)
    let error = try #require(view.state.ride.polling.lastError)
    let text = view.text
    #expect(text.contains(error.label))
    let status = try #require(error.httpStatus)
    #expect(text.contains("HTTP \(status))") || text.contains("(\(status))"))
    guard size.columns >= 60 else { return }
    for key in ["r retry", "d details", "Esc hide"] { #expect(text.contains(key), "\(text)") }
  }
}
