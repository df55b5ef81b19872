import CCurl
public import HTTPMessages

/// The result of connecting to a server: timings, its address and its certificates.
///
/// The probe sends nothing beyond the TLS handshake, so it also connects to a server whose certificate
/// is not trusted.
public struct ConnectionProbe: Sendable, Hashable {
  /// The main fields of a certificate, untrusted.
  public struct Certificate: Sendable, Hashable {
    /// The owner.
    public let subject: String
    /// The signer.
    public let issuer: String
    /// The start of its validity, for example `Nov 22 01:22:54 2026 GMT`.
    public let start: String
    /// The end of its validity, in the same form.
    public let end: String
  }

  /// The server's numeric address; nil if the name was not resolved.
  public fileprivate(set) var address: String?
  /// The time from the start until the host's name was resolved.
  public fileprivate(set) var nameLookup: Duration?
  /// The time from the start until the connection was up, without TLS.
  public fileprivate(set) var connect: Duration?
  /// The time from the start until the TLS handshake was done; nil without TLS.
  public fileprivate(set) var secure: Duration?
  /// The server's certificates, its own first; empty without TLS.
  public fileprivate(set) var certificates: [Certificate] = []
  /// Why the connection failed; nil for a success.
  public fileprivate(set) var error: HTTPTransportError?

  /// Connects to a server and closes the connection.
  public static func run(
    _ url: HTTPURL, configuration: LibcurlTransport.Configuration = LibcurlTransport.Configuration()
  ) async -> ConnectionProbe {
    let request: PreparedRequest
    do {
      request = try PreparedRequest(TransportRequest(url: url), configuration: configuration)
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

/// A probe on its own thread, because it blocks.
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
    guard let easy = EasyHandle() else {
      probe.error = TransferLoop.noLibrary
      return
    }
    guard easy.configure(request, { $0.applyProbe() }) else {
      probe.error = HTTPTransportError(.refused, detail: "The connection could not be set up.")
      return
    }
    let code = unsafe ridealong_curl_easy_perform(easy.pointer)
    func time(_ info: CURLINFO) -> Duration? {
      let microseconds = easy.offset(info)
      return microseconds > 0 ? .microseconds(microseconds) : nil
    }
    probe.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
    probe.connect = time(CURLINFO_CONNECT_TIME_T)
    probe.secure = time(CURLINFO_APPCONNECT_TIME_T)
    probe.address = unsafe Self.text(ridealong_curl_address(easy.pointer))
    let count = unsafe ridealong_curl_certificate_count(easy.pointer)
    probe.certificates = (0..<max(0, count)).map { number in
      unsafe Self.certificate(ridealong_curl_certificate(easy.pointer, number))
    }
    guard code != CURLE_OK else { return }
    if let problem = easy.proxyProblem(code, request.proxy, isConnected: probe.secure != nil) {
      probe.error = HTTPTransportError(problem)
      return
    }
    let detail = easy.message(code)
    probe.error = HTTPTransportError(
      HTTPTransportError.Kind(code), detail: detail,
      tlsProblem: TLSProblem(code, verifyResult: 0, detail: detail))
  }

  @unsafe private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text, unsafe text.pointee != 0 else { return nil }
    return unsafe String(cString: text)
  }

  /// Reads a certificate from a list of `name:value` lines.
  @unsafe private static func certificate(
    _ list: UnsafeMutablePointer<curl_slist>?
  ) -> ConnectionProbe.Certificate {
    var fields: [String: String] = [:]
    var item = unsafe list
    while let current = unsafe item {
      if let line = unsafe Self.text(current.pointee.data), let colon = line.firstIndex(of: ":") {
        let value = String(line[line.index(after: colon)...].prefix(1_024))
        fields[String(line[..<colon])] = value
      }
      unsafe item = current.pointee.next
    }
    return ConnectionProbe.Certificate(
      subject: fields["Subject"] ?? "", issuer: fields["Issuer"] ?? "",
      start: fields["Start date"] ?? "", end: fields["Expire date"] ?? "")
  }
}

extension LibcurlTransport {
  /// The versions of libcurl and the libraries that it uses: `libcurl/7.88.1 OpenSSL/3.0.17`.
  public static var libraryVersions: String {
    guard TransferLoop.isCurlReady, let text = unsafe ridealong_curl_version() else {
      return "libcurl"
    }
    return unsafe String(cString: text)
  }

  /// The default file of trusted authorities: that of `SSL_CERT_FILE`, else libcurl's, else that of another distribution.
  ///
  /// If no such file exists, it is libcurl's own path, or nil if libcurl does not report one.
  public static let standardAuthorities: String? = {
    guard TransferLoop.isCurlReady, let path = unsafe ridealong_curl_authorities() else {
      return nil
    }
    return unsafe String(cString: path)
  }()
}
