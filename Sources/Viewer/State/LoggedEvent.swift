internal import FleetEngine

/// Something that happened to the ride or the connection, with its time.
struct LoggedEvent: Equatable {
  /// When the viewer learned of it.
  let time: Timestamp
  /// What happened, not yet cleaned.
  var text: String
  /// The failure that the event tells of, how often it came in a row and since when.
  var failure: Failure?

  /// A failure that may come again and again.
  struct Failure: Equatable {
    let text: String
    var count = 1
    let since: Timestamp
    /// What the log says once the server was asked again.
    var settledText = ""
  }
}
