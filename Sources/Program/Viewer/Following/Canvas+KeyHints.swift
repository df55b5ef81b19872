internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  var keyHints: [KeyHint] {
    let quit = hint(.screen(.quit), rank: 0, label: state.ride.trip == nil ? "Cancel" : nil)
    let help = hint(.screen(.help), rank: 1)
    if let timeline = state.timeline {
      return ([help] + timeHints(timeline) + mapHints + [quit]).compactMap { $0 }
    }
    let hints: [KeyHint?] =
      state.ride.trip == nil
      ? [quit, help] + problemHints + [hint(.screen(.log), rank: 7)]
      : [help] + problemHints + endHints + mapHints + [
        hint(.screen(.menu), rank: 16, label: "Menu"), quit,
      ]
    return hints.compactMap { $0 }
  }

  private var problemHints: [KeyHint?] {
    var hints: [KeyHint?] = []
    if let error = state.ride.polling.lastError {
      hints.append(hint(.program(.refresh), rank: 2, label: isSmall ? "Retry" : nil))
      if !error.mayPass { hints.append(hint(.program(.reloadToken), rank: 3)) }
      hints.append(hint(.details, rank: 4))
    }
    if state.isErrorCardShown || state.cardMarker != nil {
      hints.append(hint(.screen(.close), rank: 5))
    }
    let back =
      state.isFromList
      ? nil : state.ride.offersNewBooking ? "Book again" : "Last trip"
    return hints + [hint(.goBack, rank: 2, label: back)]
  }

  private var endHints: [KeyHint?] {
    state.ride.isEnded
      ? [hint(.program(.saveSnapshot), rank: 3), hint(.copyTripName, rank: 4)] : []
  }

  private func timeHints(_ timeline: Timeline) -> [KeyHint?] {
    [
      hint(" ", label: timeline.isPlaying ? "Stop" : "Play", rank: 2),
      hint(.travel(.step(-1)), .travel(.step(1)), rank: 3),
      hint(.travel(.skip(seconds: -10)), .travel(.skip(seconds: 10)), rank: 5),
      hint(.travel(.skip(seconds: -60)), .travel(.skip(seconds: 60)), rank: 6),
      hint(.travel(.nextProblem), .travel(.previousProblem), rank: 7),
      hint(.travel(.slower), .travel(.faster), rank: 8),
      hint(.travel(.present), rank: 4),
    ]
  }

  private var mapHints: [KeyHint?] {
    let isAuto = state.ride.map?.isAutoCamera ?? true
    let isPausable = (!state.ride.isEnded || state.focus.isPaused) && state.timeline == nil
    return [
      // On a small screen the map's corner says so.
      hint(
        .program(.toggleAutoCamera), rank: 6, label: isSmall ? nil : isAuto ? "Auto:on" : "Auto:off"
      ),
      hint(.zoomIn, .zoomOut, rank: 7),
      layout.size.columns >= 100
        ? hint(.pan(.left), .pan(.down), .pan(.up), .pan(.right), rank: 12) : nil,
      hint(.program(.fitTrip), rank: 8), hint(.program(.centerOnVehicle), rank: 13),
      hint(.program(.showMyLocation), rank: 15),
      hint(.nextMarker, rank: 14),
      isPausable
        ? hint(.pause, rank: 9, label: state.focus.isPaused ? "Resume" : nil) : nil,
      hint(.nextPanel, rank: 11), hint(.events, rank: 10), hint(.cancelRide, rank: 5),
    ]
  }

  private var isSmall: Bool { layout.step == .compact }
}
