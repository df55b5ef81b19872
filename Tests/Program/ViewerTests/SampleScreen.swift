import CellGrid
import ConsumerMap
import FleetEngine
import Geo
import RidesharingConsumer
import Testing

@testable import Viewer

/// A screen of the viewer with a name, made at any size.
struct SampleScreen: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether it shows a ride that is followed, with known times.
  let hasEstimate: Bool
  private let moment: SampleView.Moment
  private let prepare: @Sendable (inout SampleView) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ moment: SampleView.Moment, hasEstimate: Bool = false,
    _ prepare: @escaping @Sendable (inout SampleView) -> Void = { _ in }
  ) {
    self.name = name
    self.moment = moment
    self.hasEstimate = hasEstimate
    self.prepare = prepare
  }

  init(_ moment: SampleView.Moment) {
    let estimates: [SampleView.Moment] = [
      .pickup, .arrived, .enroute, .traffic, .waiting, .dropoff, .after, .retry, .denied, .quiet,
      .late, .paused,
    ]
    self.init(moment.rawValue, moment, hasEstimate: estimates.contains(moment))
  }

  func view(_ size: GridSize, _ glyphs: GlyphLevel = .full) -> SampleView {
    var view = SampleView(moment, columns: size.columns, rows: size.rows, glyphs: glyphs)
    prepare(&view)
    return view
  }

  /// The screens that are kept at every size.
  static let main: [SampleScreen] =
    [
      SampleView.Moment.loading, .new, .pickup, .after, .arrived, .traffic, .complete, .canceled,
      .retry, .denied,
    ].map { SampleScreen($0) } + [
      SampleScreen("help", .enroute) { view in
        view.state.offersMyLocation = true
        view.press("?")
      },
      SampleScreen("details", .denied) { $0.press("d") },
      SampleScreen("events", .denied) { view in
        // Boxes that are there already would only be hidden.
        if view.state.layout.events == nil { view.press("e") }
      },
      SampleScreen("panel-vehicle", .traffic, hasEstimate: true) { view in
        view.state.ride.map?.vehicleStreet = "Via Dante"
        view.press("i")
      },
      SampleScreen("panel-connection", .retry, hasEstimate: true) { view in
        view.press("i")
        view.press("i")
      },
      SampleScreen("panel-off", .traffic, hasEstimate: true) { view in
        for _ in 0..<3 { view.press("i") }
      },
      SampleScreen("map-only", .traffic, hasEstimate: true) { $0.press("z") },
      SampleScreen("no-events", .traffic, hasEstimate: true) { view in
        if view.state.layout.events != nil { view.press("e") }
      },
      card("stop", presses: 1),
    ]

  /// The screens that are kept at a few sizes.
  static let rare: [SampleScreen] =
    [
      SampleView.Moment.failing, .missing, .enroute, .waiting, .dropoff, .quiet, .late, .withdrawn,
      .paused,
    ].map { SampleScreen($0) } + [
      card("dropoff", presses: 2), card("vehicle", presses: 3), card("place", presses: 4),
      card("pickup", presses: 5),
      SampleScreen("panel-off-retry", .retry, hasEstimate: true) { view in
        for _ in 0..<3 { view.press("i") }
      },
      SampleScreen("map-only-denied", .denied, hasEstimate: true) { view in
        view.press("z")
        view.press(.escape)
      },
      SampleScreen("faster", .pickup, hasEstimate: true) { $0.settings.speed = 4 },
      SampleScreen("past", .traffic, hasEstimate: true) { view in
        let (now, wall) = (view.now, view.wall)
        view.state.timeline = Timeline(
          span: .zero...(now + .seconds(300)), position: now,
          wall: (wall - now, wall + .seconds(300), wall),
          marks: [
            Timeline.Mark(time: now / 2, kind: .status), Timeline.Mark(time: now / 3, kind: .gap),
          ], isPlaying: true, rate: 4, hasPresent: true)
      },
    ]

  static let all = main + rare

  private static func card(_ name: String, presses: Int) -> SampleScreen {
    SampleScreen("card-" + name, .enroute, hasEstimate: true) { view in
      view.mark(SampleRide.dropoff.destination(bearing: 250, meters: 1_500))
      view.state.offersMyLocation = true
      for _ in 0..<presses { view.choose("n") }
    }
  }
}
