internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// Texts that name keys and settings.
extension ViewerText {
  /// The status as a sentence; with keys, the sentence for a ride that is over names them.
  static func sentence(
    _ stage: TripStage, vehicle: String?, interval: String, ended: String?, keys: KeyTable?,
    offersBooking: Bool = false
  ) -> String {
    let name = vehicle.map { "Vehicle \($0)" } ?? "The vehicle"
    let stopped = keys.map { keys in
      let (events, quit) = (keys[.events], keys[.screen(.quit)])
      return " "
        + (offersBooking
          ? "\(keys[.goBack]) books again, \(events) lists events, \(quit) quits."
          : "\(keys[.screen(.prompt)])trip follows another, \(events) lists events, \(quit) quits.")
    }
    return switch stage {
    case .waitingForVehicle: "No vehicle assigned yet. Checking every \(interval)."
    case .vehicleAssigned: "\(name) is assigned to this trip."
    case .finishingAnotherTrip: "\(name) finishes another trip first."
    case .toPickup: "\(name) is on its way to the pickup."
    case .atPickup: "Your vehicle is at the pickup point."
    case .toStop(let number): "\(name) is on its way to stop \(number)."
    case .atStop(let number): "\(name) waits at stop \(number)."
    case .toDropoff: "\(name) is on its way to the drop-off."
    case .complete:
      (ended.map { "Trip complete at \($0)." } ?? "Trip complete.")
        + (stopped ?? "")
    case .canceled: "The trip was canceled." + (stopped ?? "")
    case .unknown(let text): "The server reports an unknown status: \(text)."
    }
  }

  static func autoOff(_ keys: KeyTable) -> String {
    "Auto camera off. \(keys[.program(.toggleAutoCamera)]) = on again."
  }

  static func theme(_ theme: ThemeChoice) -> String {
    theme == .auto
      ? "Theme: \(meaning(theme))."
      : "Theme: \(meaning(theme)), until you quit."
  }

  static func paused(_ keys: KeyTable) -> String {
    "Paused. Data keeps arriving. \(keys[.pause]) = resume."
  }

  static func shortPaused(_ keys: KeyTable) -> String { "Paused. \(keys[.pause]) = resume." }

  /// Tips about keys, the most important first.
  static func tips(_ keys: KeyTable) -> [String] {
    [
      "Tip: \(keys[.program(.toggleAutoCamera)]) = auto camera, \(keys[.screen(.help)]) = keys.",
      "Tip: \(keys[.zoomIn]) and \(keys[.zoomOut]) zoom, arrows move the map, \(keys[.program(.fitTrip)]) = whole ride.",
      "Tip: \(keys[.travel(.step(-1))]) goes back in time, \(keys[.travel(.present)]) to now.",
      "Tip: \(keys[.requests]) lists the requests, \(keys[.screen(.menu)]) opens the menu.",
    ]
  }

  static func meaning(_ theme: ThemeChoice) -> String {
    switch theme {
    case .auto: "auto, by the terminal's background"
    case .dark: "dark"
    case .light: "light"
    case .highContrast: "high contrast"
    case .mono: "mono (no colors)"
    }
  }
}
