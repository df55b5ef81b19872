internal import FleetEngine
internal import HTTPMessages

/// Serves one document to any client, such as a page of metrics.
struct DocumentEndpoint: RequestHandler {
  let path: String
  let contentType: String
  let now: @Sendable () -> Timestamp
  let document: @Sendable () -> String

  var bodyBytes: Int { 0 }

  func handle(
    _ request: TransportRequest, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome<TransportResponse> {
    // The server leaves out the body of the response to HEAD.
    let isServed = [.get, .head].contains(request.method) && request.url.path == path
    let headers: TransportHeaders = [
      "Content-Type": isServed ? contentType : "text/plain; charset=utf-8",
      "Date": now().httpDate,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ]
    let text = isServed ? document() : "GET \(path) is served here.\n"
    let response = TransportResponse(
      status: isServed ? 200 : 404, headers: headers, body: Array(text.utf8))
    return .respond(response, .whole)
  }
}
