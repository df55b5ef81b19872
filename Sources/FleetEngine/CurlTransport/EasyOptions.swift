import CCurl
import HTTPMessages

/// Sets the options of a transfer and records whether libcurl accepted all of them.
///
/// A rejected option could be a security setting, so the transfer must not start without it.
@safe struct EasyOptions {
  /// Whether libcurl accepted every option so far.
  private(set) var areAccepted = true

  private let easy: UnsafeMutableRawPointer

  @unsafe init(_ easy: UnsafeMutableRawPointer) { unsafe self.easy = easy }

  /// Sets the options of a request and its limits.
  mutating func apply(_ request: PreparedRequest) {
    applyTrust(request)
    applyVersion(
      isSecure: request.isSecure,
      plain: request.configuration.usesHTTP2WithoutTLS
        ? Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE) : Int(CURL_HTTP_VERSION_1_1))
    applyLimits(request.configuration, method: request.method)
    applyMessage(request)
  }

  private mutating func applyTrust(_ request: PreparedRequest) {
    unsafe check(ridealong_curl_set_protocols(easy))
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_FOLLOWLOCATION, 0)
    // A proxy must not see the request's own headers, which contain the token.
    set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if request.isLoopback { set(CURLOPT_PROXY, "") }
    let file = request.configuration.certificateFile ?? LibcurlTransport.standardAuthorities
    if let file { set(CURLOPT_CAINFO, file) }
  }

  private mutating func applyVersion(isSecure: Bool, plain: Int) {
    guard isSecure else {
      set(CURLOPT_HTTP_VERSION, plain)
      return
    }
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Concurrent requests wait until the first one shows whether its connection can carry them all.
    set(CURLOPT_PIPEWAIT, 1)
  }

  private mutating func applyLimits(
    _ limits: LibcurlTransport.Configuration, method: TransportMethod
  ) {
    set(CURLOPT_NOSIGNAL, 1)
    unsafe check(ridealong_curl_set_quick_exit(easy))
    set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(limits.connectTime))
    set(CURLOPT_TIMEOUT_MS, Self.milliseconds(limits.totalTime))
    unsafe check(ridealong_curl_bound_silence(easy, Self.milliseconds(limits.totalTime)))
    set(CURLOPT_BUFFERSIZE, Int(CURL_MAX_WRITE_SIZE))
    // libcurl takes 0 for no limit; `Transfer` counts the received bytes in any case.
    if method != .head, limits.bodyBytes > 0 {
      unsafe check(
        ridealong_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytes)))
    }
  }

  private mutating func applyMessage(_ request: PreparedRequest) {
    set(CURLOPT_URL, request.url)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    set(CURLOPT_USERAGENT, request.configuration.userAgent)
    let hasBody = !request.body.isEmpty
    switch request.method {
    case .get where !hasBody: set(CURLOPT_HTTPGET, 1)
    case .head: set(CURLOPT_NOBODY, 1)
    case .delete where !hasBody, .options where !hasBody:
      set(CURLOPT_HTTPGET, 1)
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    case .get, .delete, .options, .post, .put, .patch:
      set(CURLOPT_POST, 1)
      setBody(request.body)
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    // libcurl repeats a request if a reused connection turns out to be closed. A new connection
    // prevents that where it would do harm.
    if request.method == .post || request.method == .patch { set(CURLOPT_FRESH_CONNECT, 1) }
  }

  /// Sets the options of a probe, which accepts any certificate because it sends nothing.
  mutating func applyProbe() {
    set(CURLOPT_CONNECT_ONLY, 1)
    set(CURLOPT_CERTINFO, 1)
    set(CURLOPT_SSL_VERIFYPEER, 0)
    set(CURLOPT_SSL_VERIFYHOST, 0)
  }

  private mutating func setBody(_ body: [UInt8]) {
    unsafe check(
      ridealong_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    let code = unsafe body.withUnsafeBytes { bytes in
      // Copied by libcurl before the call returns; never written to.
      guard let start = bytes.baseAddress else {
        return unsafe ridealong_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, "")
      }
      return unsafe ridealong_curl_set_pointer(
        easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
    }
    check(code)
  }

  private mutating func set(_ option: CURLoption, _ value: Int) {
    unsafe check(ridealong_curl_set_long(easy, option, value))
  }

  private mutating func set(_ option: CURLoption, _ value: String) {
    unsafe check(ridealong_curl_set_string(easy, option, value))
  }

  /// Sets a pointer that outlives the transfer.
  @unsafe mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
    unsafe check(ridealong_curl_set_pointer(easy, option, pointer))
  }

  /// Sets a list that outlives the transfer.
  @unsafe mutating func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
    unsafe check(ridealong_curl_set_list(easy, option, list))
  }

  @unsafe mutating func set(_ option: CURLoption, callback: @escaping curl_write_callback) {
    unsafe check(ridealong_curl_set_write(easy, option, callback))
  }

  /// Sets the function to call before the request is sent.
  @unsafe mutating func setPrerequest(_ callback: @escaping curl_prereq_callback) {
    unsafe check(ridealong_curl_set_prereq(easy, callback))
  }

  private mutating func check(_ code: CURLcode) { if code != CURLE_OK { areAccepted = false } }

  /// A positive number of milliseconds, because libcurl takes 0 for no limit.
  private static func milliseconds(_ duration: Duration) -> Int {
    let seconds = min(max(0, duration.components.seconds), 86_400)
    let fraction = duration.components.attoseconds / 1_000_000_000_000_000
    return max(1, Int(seconds * 1_000 + max(0, fraction)))
  }
}
