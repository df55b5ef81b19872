import CCurl
public import HTTPMessages

/// What it takes to connect to a server, and who the server says it is.
///
/// The connection is for looking at only: nothing is sent over it beyond TLS's handshake, so that it
/// may be made to a server whose certificate nobody would trust with a token.
public struct ConnectionProbe: Sendable, Hashable {
  /// What a certificate says of itself, untrusted.
  public struct Certificate: Sendable, Hashable {
    /// Whose it is.
    public let subject: String
    /// Who signed it.
    public let issuer: String
    /// Since when it is valid, as `Nov 22 01:22:54 2026 GMT`.
    public let start: String
    /// Until when it is valid, in the same form.
    public let end: String
  }

  /// The server's address in numbers; nil where it was not found.
  public fileprivate(set) var address: String?
  /// Until the host's name was resolved, from the start.
  public fileprivate(set) var nameLookup: Duration?
  /// Until the connection was up, TLS not included, from the start.
  public fileprivate(set) var connect: Duration?
  /// Until TLS was agreed upon, from the start; nil without TLS.
  public fileprivate(set) var secure: Duration?
  /// The server's certificates, its own first; empty without TLS.
  public fileprivate(set) var certificates: [Certificate] = []
  /// Why there is no connection; nil for one that came up.
  public fileprivate(set) var error: HTTPTransportError?

  /// Connects to a server and leaves it at once.
  public static func run(
    _ url: HTTPURL,
    configuration: CurlTransport.Configuration = CurlTransport.Configuration()
  ) async -> ConnectionProbe {
    let request: PreparedRequest
    do {
      request = try PreparedRequest(HTTPRequest(url: url), configuration: configuration)
    } catch {
      var probe = ConnectionProbe()
      probe.error = error
      return probe
    }
    return await withCheckedContinuation { continuation in
      let job = ProbeJob(request) { continuation.resume(returning: $0) }
      let context = unsafe Unmanaged.passRetained(job)
      if unsafe ridealong_start_thread(probeThreadBody, context.toOpaque()) != 0 {
        unsafe context.release()
        var probe = ConnectionProbe()
        probe.error = HTTPTransportError(.refused, detail: "There is no thread for it.")
        continuation.resume(returning: probe)
      }
    }
  }
}

/// The body of a probe's thread.
private nonisolated let probeThreadBody:
  @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<ProbeJob>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

/// A probe on its own thread, since it waits.
private final class ProbeJob: Sendable {
  private let request: PreparedRequest
  private let completion: @Sendable (ConnectionProbe) -> Void

  init(_ request: PreparedRequest, completion: @escaping @Sendable (ConnectionProbe) -> Void) {
    self.request = request
    self.completion = completion
  }

  func run() {
    var probe = ConnectionProbe()
    defer { completion(probe) }
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    // The handle, which may write to it, is cleaned up before.
    defer { unsafe errorText.deallocate() }
    guard TransferLoop.isCurlReady, let easy = unsafe curl_easy_init() else {
      probe.error = HTTPTransportError(.refused, detail: "libcurl cannot be set up.")
      return
    }
    defer { unsafe curl_easy_cleanup(easy) }
    var options = unsafe EasyOptions(easy)
    options.apply(request)
    options.applyProbe()
    unsafe options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    guard options.areAccepted else {
      probe.error = HTTPTransportError(.refused, detail: "The connection could not be set up.")
      return
    }
    let code = unsafe curl_easy_perform(easy)
    func time(_ info: CURLINFO) -> Duration? {
      var value: curl_off_t = 0
      guard unsafe ridealong_curl_get_offset(easy, info, &value) == CURLE_OK, value > 0 else {
        return nil
      }
      return .microseconds(Int64(value))
    }
    probe.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
    probe.connect = time(CURLINFO_CONNECT_TIME_T)
    probe.secure = time(CURLINFO_APPCONNECT_TIME_T)
    probe.address = unsafe Self.text(ridealong_curl_address(easy))
    probe.certificates = (0..<max(0, unsafe ridealong_curl_certificate_count(easy))).map { number in
      unsafe Self.certificate(ridealong_curl_certificate(easy, number))
    }
    guard code != CURLE_OK else { return }
    var answer = 0
    unsafe _ = ridealong_curl_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &answer)
    if let problem = ProxyProblem(
      code,
      at: request.proxy,
      answer: answer,
      isConnected: probe.secure != nil
    ) {
      probe.error = HTTPTransportError(problem)
      return
    }
    let told = unsafe Self.text(errorText) ?? Self.text(curl_easy_strerror(code))
    let detail = told ?? ""
    probe.error = HTTPTransportError(
      HTTPTransportError.Kind(code),
      detail: detail,
      tlsProblem: TLSProblem(code, verifyResult: 0, detail: detail)
    )
  }

  @unsafe
  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    let words = unsafe String(cString: text)
    return words.isEmpty ? nil : words
  }

  /// The certificate that a list of names and values tells.
  @unsafe
  private static func certificate(
    _ list: UnsafeMutablePointer<curl_slist>?
  ) -> ConnectionProbe.Certificate {
    var fields: [String: String] = [:]
    var item = unsafe list
    while let current = unsafe item {
      if let line = unsafe Self.text(current.pointee.data),
        let colon = line.firstIndex(of: ":")
      {
        let value = String(line[line.index(after: colon)...].prefix(1_024))
        fields[String(line[..<colon])] = value
      }
      unsafe item = current.pointee.next
    }
    return ConnectionProbe.Certificate(
      subject: fields["Subject"] ?? "",
      issuer: fields["Issuer"] ?? "",
      start: fields["Start date"] ?? "",
      end: fields["Expire date"] ?? ""
    )
  }
}

extension CurlTransport {
  /// The library and those that it stands on, with their versions: `libcurl/7.88.1 OpenSSL/3.0.17`.
  public static var libraryVersions: String {
    guard TransferLoop.isCurlReady, let text = unsafe curl_version() else { return "libcurl" }
    return unsafe String(cString: text)
  }

  /// The file of authorities that is trusted where no other is named; nil where it is not told.
  public static var standardAuthorities: String? {
    guard let path = unsafe ridealong_curl_authorities() else { return nil }
    return unsafe String(cString: path)
  }
}
