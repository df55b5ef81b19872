internal import CellGrid
internal import FleetEngine
internal import RidesharingDriver
internal import TerminalUI

/// Takes a driving vehicle offline for a break and online again.
///
/// During a break the vehicle keeps reporting where it is, and a trip in progress is driven to its
/// end: Fleet Engine lets a vehicle that is OFFLINE finish its trips and gives it no new ones.
@MainActor
final class BreakControl {
  /// The key that begins and ends a break.
  nonisolated static let key = UInt8(ascii: "b")

  private(set) var isOnBreak = false
  private let reporter: VehicleReporter
  private let output: DriveOutput

  /// Creates a control of a vehicle that is not on a break.
  init(_ reporter: VehicleReporter, output: DriveOutput) {
    self.reporter = reporter
    self.output = output
  }

  /// Begins or ends a break; an event that changes nothing is ignored.
  func handle(_ event: KeyInput.Event) {
    switch event {
    case .key(Self.key): isOnBreak ? end() : begin()
    case .key: break
    case .userSignal1: begin()
    case .userSignal2: end()
    }
  }

  /// The line that says how to take a break.
  nonisolated static func hint(hasKeys: Bool, process: Int32) -> SafeText {
    hasKeys
      ? "b takes a break and ends it; Ctrl-C takes the vehicle offline and ends."
      : SafeText("kill -USR1 \(process) takes a break, kill -USR2 \(process) ends it.")
  }

  private func begin() {
    guard !isOnBreak, reporter.locationTrackingEnabled else { return }
    isOnBreak = true
    output.report(
      "Break: the vehicle goes OFFLINE and gets no new trips; a trip in progress is finished."
    )
    reporter.update(.offline)
  }

  private func end() {
    guard isOnBreak, reporter.locationTrackingEnabled else { return }
    isOnBreak = false
    output.report("The break is over: the vehicle goes ONLINE.")
    reporter.update(.online)
  }
}
