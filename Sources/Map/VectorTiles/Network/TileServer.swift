import HTTPMessages

/// Requests to tile servers, and their errors.
enum TileServer {
  static func send(
    _ request: TransportRequest, over transport: any HTTPTransport
  ) async throws(TileSourceError) -> TransportResponse {
    do throws(HTTPTransportError) { return try await transport.send(request) } catch {
      throw failure(error, source: request.url.authority)
    }
  }

  /// Parses an address that the user or a document gave.
  static func url(_ text: String) throws(TileSourceError) -> HTTPURL {
    do { return try HTTPURL(parsing: text) } catch {
      throw .unsupported("The address", "It is not a map's address: \(error.reason).")
    }
  }

  /// The error for a response whose status does not mean a tile.
  static func refusal(_ response: TransportResponse, source: String) -> TileSourceError {
    let status = response.status
    let (kind, reason): (TileSourceError.Kind, String) =
      switch status {
      case 300..<400:
        (.refused, "The server redirects to another address (\(status)). Name that one.")
      case 401, 403: (.refused, "The server refuses (\(status)). Check the address and its key.")
      case 404, 410: (.refused, "There is nothing at that address (\(status)). Check it.")
      case 429: (.unavailable, "The server wants fewer requests (429). It is retried later.")
      case 400..<500: (.refused, "The server refuses (\(status)). Check the address.")
      case 500..<600: (.unavailable, "The server has failed (\(status)). It is retried later.")
      default: (.refused, "The server responds unexpectedly (\(status)). Check the address.")
      }
    return TileSourceError(kind, source: source, reason: reason)
  }

  private static func failure(_ error: HTTPTransportError, source: String) -> TileSourceError {
    let (kind, reason): (TileSourceError.Kind, String) =
      switch error.kind {
      case .nameNotResolved: (.unavailable, "The server's name is not known. Check the address.")
      case .unreachable:
        (
          .unavailable,
          "The server cannot be reached" + (error.proxyProblem.map { ": \($0.reason)" } ?? "") + "."
        )
      case .connectionLost: (.unavailable, "The connection broke.")
      case .timedOut: (.unavailable, "The server did not answer in time.")
      case .insecure: (.refused, "The server's certificate or its TLS is not acceptable.")
      case .answerTooLarge: (.tooLarge, "The server's response is larger than a tile may be.")
      case .malformedAnswer: (.unavailable, "The server's response is not HTTP.")
      case .cancelled: (.cancelled, "Loading was canceled.")
      case .refused: (.refused, "The request may not be sent. Check the address.")
      }
    return TileSourceError(kind, source: source, reason: reason)
  }
}

/// Names for caches that do not reveal an address.
enum TileIdentity {
  /// The name for an address, as 32 hexadecimal digits.
  static func name(of address: String) -> String {
    // Two runs of FNV-1a from different starts.
    let starts: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142]
    return starts.map { start in
      let hash = address.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
