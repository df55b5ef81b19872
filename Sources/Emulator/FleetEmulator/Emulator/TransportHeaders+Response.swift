internal import FleetEngine
internal import HTTPMessages

extension TransportHeaders {
  /// Creates the header fields of a response with JSON.
  init(at moment: Timestamp, cache: String, retryDelay: Duration? = nil) {
    self = [
      "Content-Type": "application/json; charset=utf-8",
      "Date": moment.httpDate,
      "Cache-Control": cache, "X-Content-Type-Options": "nosniff",
      "Server": EmulatedFleetEngine.serverName,
    ]
    if let retryDelay {
      self["Retry-After"] = String(max(1, Int(retryDelay.inSeconds.rounded(.up))))
    }
  }
}
