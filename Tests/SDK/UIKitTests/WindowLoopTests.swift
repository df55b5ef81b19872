import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import GoogleRidesharingCompat
import MapCanvas
import TestSupport
import Testing

@testable import UIKit

extension KeyWindowTests {
  @Suite(.limited) @MainActor struct `An app's window on a screen` {
    private let screen = TestScreen(size: GridSize(columns: 60, rows: 20))
    private let clock = ManualClock()
    private let controller = MapController()

    @Test
    func `An app's window on a screen shows the map and the labels above it, and ends with q`()
      async
    {
      await run {
        let frame = await picture { $0.contains("Booking") }
        #expect(frame?.first?.contains("● Booking…") == true)
        // The marker of the pickup that the controller has set.
        #expect(frame?.contains { $0.contains("Pickup") || $0.contains("P") } == true)
        controller.label.isHidden = true
        let other = await picture { !$0.contains("Booking") }
        #expect(other != nil)
      }
      #expect(controller.view.superview === UIApplication.shared.keyWindow)
    }

    @Test
    func `An app's window on a screen gives a map that fills it each new size of the terminal`()
      async
    {
      await run {
        _ = await picture { $0.contains("Booking") }
        await screen.resize(to: GridSize(columns: 40, rows: 10))
        await waitWhile(controller.map.map.size.columns != 40)
        #expect(controller.map.map.size == GridSize(columns: 40, rows: 10))
        #expect(UIScreen.main.bounds.width == 40)
        #expect(controller.layouts >= 1)
      }
    }

    @Test func `An app's window on a screen pans, zooms and follows again by key`() async throws {
      await run {
        _ = await picture { $0.contains("Booking") }
        let first = controller.map.map.camera
        await screen.press(.right)
        await changes { controller.map.map.camera != first }
        #expect(!controller.map.isAllowCameraAutoUpdate)
        let panned = controller.map.map.camera
        await screen.press(.character("+"))
        await changes { (controller.map.map.camera?.zoom ?? 0) > (panned?.zoom ?? 0) }
        await screen.press(.character("a"))
        await changes { controller.map.isAllowCameraAutoUpdate }
        await screen.press(.character("a"))
        await changes { !controller.map.isAllowCameraAutoUpdate }
      }
    }

    @Test func `An app's window on a screen taps the middle of the map by Enter`() async {
      await run {
        _ = await picture { $0.contains("Booking") }
        await screen.press(.enter)
        await changes { !controller.taps.isEmpty }
        #expect(controller.taps == [.tripPickupPoint])
      }
    }

    @Test func `An app's window on a screen taps the marker that is clicked, and pans by dragging`()
      async throws
    {
      await run {
        _ = await picture { $0.contains("Booking") }
        let cell = GridPoint(column: 30, row: 10)
        await screen.feed([
          .mouse(MouseEvent(.press, at: cell)), .mouse(MouseEvent(.release, at: cell)),
        ])
        await changes { !controller.taps.isEmpty }
        #expect(controller.taps == [.tripPickupPoint])
        await screen.feed([
          .mouse(MouseEvent(.press, at: cell)),
          .mouse(MouseEvent(.drag, at: GridPoint(column: 35, row: 10))),
          .mouse(MouseEvent(.release, at: GridPoint(column: 35, row: 10))),
        ])
        await changes { !controller.map.isAllowCameraAutoUpdate }
        #expect(controller.taps.count == 1)
      }
    }

    @Test func `An app's window on a screen shows only ASCII if the terminal has nothing else`()
      async
    {
      await run(TerminalLook(appearance: Appearance(), dots: .ascii)) {
        let frame = await picture { $0.contains("Booking") }
        #expect(frame?.joined().allSatisfy(\.isASCII) == true)
      }
    }

    /// Shows the controller and finally presses `q`.
    private func run(
      _ look: TerminalLook = TerminalLook(appearance: Appearance(), dots: .braille),
      _ body: () async -> Void
    ) async {
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = controller
      window.makeKeyAndVisible()
      let clock = clock
      let loop = WindowLoop(
        screen: screen, clock: ServiceClock(clock) { Timestamp(seconds: 0) + clock.now.offset },
        look: look)
      let showing = Task { await loop.run() }
      await body()
      await screen.press(.character("q"))
      await showing.value
    }

    /// Advances the clock until a picture matches.
    private func picture(where isWanted: (String) -> Bool) async -> [String]? {
      for _ in 0..<1_000 {
        await clock.sleepers()
        if let rows = await screen.frames.last?.rows, isWanted(rows.joined(separator: "\n")) {
          return rows
        }
        clock.advance(by: WindowLoop.frameTime)
      }
      return nil
    }

    /// Waits for a change.
    private func changes(_ isChanged: () -> Bool) async {
      var turns = Turns()
      while !isChanged(), !Task.isCancelled {
        await clock.sleepers()
        clock.advance(by: WindowLoop.frameTime)
        await turns.next()
      }
      #expect(isChanged())
    }
  }
}

/// A guide's view controller with a place that is chosen already.
private final class MapController: UIViewController, GMTCMapViewDelegate {
  let map = GMTCMapView(frame: UIScreen.main.bounds)
  let label = UILabel(frame: CGRect(x: 1, y: 0, width: 20, height: 1))
  private(set) var taps: [GMTCMapViewMarkerType] = []
  private(set) var layouts = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    map.delegate = self
    view.addSubview(map)
    label.text = "● Booking…"
    view.addSubview(label)
  }

  override func viewDidLayoutSubviews() { layouts += 1 }

  func mapViewDidInitialize(_ mapview: GMTCMapView) {
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    mapview.pickupLocation = GMTSTerminalLocation(TerminalLocation(point: place))
  }

  func mapView(
    _ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker,
    markerType: GMTCMapViewMarkerType
  ) -> Bool {
    taps.append(markerType)
    return true
  }
}
