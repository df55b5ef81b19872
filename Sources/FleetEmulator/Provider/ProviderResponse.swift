internal import FleetEngine
internal import HTTPMessages
internal import JSON

/// An answer of the provider's backend.
///
/// Source: contract 4.1, 8 and 8.1.
struct ProviderResponse: Sendable {
  var status = 200
  var contentType = "application/json;charset=utf-8"
  var body: [UInt8] = []
  var retryAfter: Duration?

  /// An answer without a body, to a browser that asks what it may do.
  init() {}

  /// An answer with a value, written for people to read.
  ///
  /// - Throws: That it cannot be written.
  init(_ value: some Encodable) throws(RPCFailure) {
    do {
      body = try JSONCoding.encodeIndented(value)
    } catch {
      throw RPCFailure(.internal, "The answer cannot be written.")
    }
  }

  /// An error: of trips as JSON, of anything else as a page.
  init(_ error: RPCStatus, isOfTrips: Bool) {
    status = error.code.httpStatus
    retryAfter = error.retryDelay
    if isOfTrips,
      let response = try? ProviderResponse(TripError(message: error.message, status: status))
    {
      body = response.body
    } else {
      contentType = "text/html;charset=utf-8"
      body = Array(Self.page(status, error.message).utf8)
    }
  }

  /// The answer with the header fields of all answers.
  ///
  /// No copy may be kept: one that a browser keeps could reach a page that may not ask.
  func response(at moment: Timestamp) -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Content-Type": contentType,
      "Date": HTTPDate.text(moment),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "POST, GET, OPTIONS, DELETE, PUT",
      "Access-Control-Allow-Headers": "Content-Type",
      "Access-Control-Max-Age": "3600",
    ]
    if let retryAfter {
      headers["Retry-After"] = String(max(1, Int(retryAfter.inSeconds.rounded(.up))))
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  private struct TripError: Encodable {
    let message: String
    let status: Int
  }

  private static func page(_ status: Int, _ message: String) -> String {
    var text = ""
    for character in message {
      switch character {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Error \(status)</title></head>
      <body><h1>Error \(status)</h1><p>\(text)</p></body>
      </html>

      """
  }
}
