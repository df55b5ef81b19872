internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// A response of the provider's backend.
///
/// See docs/protocol.md, "Error body", "Provider's backend" and "Backend endpoints".
struct ProviderResponse: Sendable {
  var status = 200
  var contentType = "application/json;charset=utf-8"
  var body: [UInt8] = []
  var retryAfter: Duration?

  /// Creates a response without a body, for a browser's preflight request.
  init() {}

  /// Creates a response with a value as indented JSON.
  init(_ value: some Encodable) throws(RPCFailure) {
    do { body = try JSONCoding.encodeIndented(value) } catch {
      throw RPCFailure(.internal, "The response cannot be written.")
    }
  }

  /// Creates an error: JSON for trips, a page for anything else.
  init(_ error: RPCStatus, isOfTrips: Bool) {
    status = error.code.httpStatus
    retryAfter = error.retryDelay
    guard isOfTrips else {
      contentType = "text/html;charset=utf-8"
      body = Array(Self.page(status, error.message).utf8)
      return
    }
    var writer = JSONWriter()
    writer.write(.object(["message": .text(error.message), "status": .number(Double(status))]))
    body = JSONWriter.indented(writer.bytes)
  }

  /// The response with the header fields of all responses.
  ///
  /// Browsers may not cache it: a cached copy could reach a page whose origin is not allowed.
  func response(at moment: Timestamp) -> TransportResponse {
    var headers = TransportHeaders(at: moment, cache: "no-store", retryDelay: retryAfter)
    headers["Content-Type"] = contentType
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Allow-Methods"] = "POST, GET, OPTIONS, DELETE, PUT"
    headers["Access-Control-Allow-Headers"] = "Content-Type"
    headers["Access-Control-Max-Age"] = "3600"
    return TransportResponse(status: status, headers: headers, body: body)
  }

  private static func page(_ status: Int, _ message: String) -> String {
    // The sample backend's pages have `>` so, too.
    let text = EscapedText.markup(message).replacing(">", with: "&gt;")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Error \(status)</title></head>
      <body><h1>Error \(status)</h1><p>\(text)</p></body>
      </html>

      """
  }
}
