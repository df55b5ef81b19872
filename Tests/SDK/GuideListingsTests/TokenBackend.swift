import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server of the guides' token providers, inside the process.
final class TokenBackend: URLProtocol {
  private struct State {
    var tripID = ""
    var makeToken: (@Sendable (_ tripID: String) throws -> String)?
    var expiration = 4e9
    var body: String?
    var count = 0
  }
  private static let state = Mutex(State())

  /// Answers requests to the guides' address from now on.
  static func start(_ makeToken: @escaping @Sendable (_ tripID: String) throws -> String) {
    state.withLock { $0.makeToken = makeToken }
    _ = URLProtocol.registerClass(TokenBackend.self)
  }

  /// The trip of the tokens, which the guides' requests do not contain.
  static var tripID: String {
    get { state.withLock { $0.tripID } }
    set { state.withLock { $0.tripID = newValue } }
  }

  /// When the tokens expire, in seconds since 1970.
  static var expiration: TimeInterval {
    get { state.withLock { $0.expiration } }
    set { state.withLock { $0.expiration = newValue } }
  }

  /// The body of the responses instead of a token.
  static var body: String? {
    get { state.withLock { $0.body } }
    set { state.withLock { $0.body = newValue } }
  }

  /// The requests so far.
  static var count: Int { state.withLock { $0.count } }

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.absoluteString == "INSERT_YOUR_TOKEN_PROVIDER_URL"
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    do {
      let state = Self.state.withLock { state in
        state.count += 1
        return state
      }
      let token = try state.makeToken?(state.tripID) ?? ""
      let answer: [String: Any] = [
        "TRIP_TOKEN_KEY": token, "VEHICLE_TOKEN_KEY": token, "TOKEN_EXPIRATION": state.expiration,
      ]
      let body =
        try state.body.map { Data($0.utf8) } ?? JSONSerialization.data(withJSONObject: answer)
      let url = request.url ?? URL(fileURLWithPath: "/")
      let head = URLResponse(
        url: url, mimeType: "application/json", expectedContentLength: body.count,
        textEncodingName: nil)
      client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: body)
      client?.urlProtocolDidFinishLoading(self)
    } catch { client?.urlProtocol(self, didFailWithError: error) }
  }

  override func stopLoading() {}
}
