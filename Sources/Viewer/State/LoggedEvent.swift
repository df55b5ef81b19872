internal import FleetEngine

/// Something that happened to the ride or the connection, with its time.
struct LoggedEvent: Equatable {
  /// When the viewer learned of it.
  let time: Timestamp
  /// What happened, not yet cleaned.
  let text: String
}
