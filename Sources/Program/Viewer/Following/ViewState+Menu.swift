internal import CellGrid
internal import RidesharingConsumer

extension ViewState {
  var menuOrder: [Action] { usefulActions + Self.usualActions }

  /// The actions that help in the present state of the ride.
  private var usefulActions: [Action] {
    let problem: [Action] =
      ride.polling.lastError == nil ? [] : [.program(.refresh), .program(.reloadToken), .details]
    let end: [Action] = [.goBack, .program(.saveSnapshot), .program(.fitTrip), .copyTripName]
    return problem + (ride.isEnded ? end : [])
  }

  /// The actions in the order in which they are likely to be wanted; others come after them.
  private static let usualActions: [Action] = [
    .program(.toggleAutoCamera), .program(.fitTrip), .program(.centerOnVehicle), .nextMarker,
    .events, .requests, .nextPanel, .mapOnly, .goBack, .pause, .program(.refresh), .copyTripName,
    .copyPosition, .program(.saveSnapshot), .share, .program(.showMyLocation),
    .program(.toggleTraffic),
    .screen(.nextTheme), .screen(.nextGlyphs), .screen(.nextUnits),
    .screen(.help), .screen(.prompt), .screen(.log), .screen(.toggleMouse), .program(.reloadToken),
    .details, .zoomIn, .zoomOut,
    .program(.defaultZoom), .screen(.quit), .previousMarker, .nextFocus, .previousFocus,
    .cancelRide,
  ]
}
