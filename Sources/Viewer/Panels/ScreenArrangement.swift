/// Which parts of the screen the user wants, where they fit.
struct ScreenArrangement: Equatable {
  /// What the panel beside the map tells of.
  enum Panel: CaseIterable {
    /// The ride, and more where there is room.
    case trip
    /// The vehicle alone.
    case vehicle
    /// How the server answers.
    case connection
    /// Nothing; the map takes its room.
    case off

    /// The one that a key goes to from here.
    var next: Panel {
      switch self {
      case .trip: .vehicle
      case .vehicle: .connection
      case .connection: .off
      case .off: .trip
      }
    }
  }

  /// What the panel tells of.
  var panel = Panel.trip
  /// Whether the boxes at the bottom are shown.
  var showsEvents = true
  /// Whether the map takes all but a few lines.
  var isMapOnly = false
}
