import CCurl
import HTTPMessages

/// One exchange under way.
///
/// It lives on the loop's thread alone, as libcurl calls back there.
@safe
final class Transfer {
  /// The identity of the request.
  let ticket: TransferTicket
  /// The handle, owned by the transfer.
  let easy: UnsafeMutableRawPointer

  private let progress: ExchangeProgress?
  private let limits: CurlTransport.Configuration
  private let proxy: ProxySettings.Proxy?
  private let errorText: UnsafeMutablePointer<CChar>
  private let headerList: UnsafeMutablePointer<curl_slist>?
  private var completion: TransferLoop.Completion?
  private var answer = AnswerHeaders()
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false

  /// Sets a transfer up; nil if libcurl does not take the request.
  init?(
    _ request: PreparedRequest,
    ticket: TransferTicket,
    completion: @escaping TransferLoop.Completion
  ) {
    guard let easy = unsafe curl_easy_init() else { return nil }
    self.ticket = ticket
    unsafe self.easy = easy
    self.limits = request.configuration
    self.proxy = request.proxy
    self.progress = request.progress
    unsafe self.errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe self.headerList = Self.list(request.headerLines)
    // Set last, so that a transfer that could not be set up leaves answering to its maker.
    self.completion = nil
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    var options = unsafe EasyOptions(easy)
    options.apply(request)
    unsafe options.set(CURLOPT_HTTPHEADER, list: headerList)
    unsafe options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    unsafe options.set(CURLOPT_PRIVATE, pointer: context)
    unsafe options.set(CURLOPT_WRITEDATA, pointer: context)
    unsafe options.set(CURLOPT_HEADERDATA, pointer: context)
    unsafe options.set(CURLOPT_WRITEFUNCTION, callback: receiveBodyCallback)
    unsafe options.set(CURLOPT_HEADERFUNCTION, callback: receiveHeaderCallback)
    if progress != nil {
      unsafe options.set(CURLOPT_PREREQDATA, pointer: context)
      unsafe options.setPrerequest(connectedCallback)
    }
    guard options.areAccepted else { return nil }
    self.completion = completion
  }

  deinit {
    unsafe curl_easy_cleanup(easy)
    unsafe curl_slist_free_all(headerList)
    unsafe errorText.deallocate()
  }

  /// Reports that the connection is up.
  func reportConnection() { progress?.report(.answer) }

  /// Takes bytes of the inflated body; false gives the transfer up.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // A body sent in chunks is counted a buffer late, hence the one buffer of grace while it
    // arrives; the whole body is held to the ratio exactly.
    let received = receivedBytes + Int(CURL_MAX_WRITE_SIZE)
    let size = body.count + bytes.count
    guard size <= limits.bodyBytes, isWithinRatio(size, received: received) else {
      isTooLarge = true
      return false
    }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  /// Takes one line of a header block; false gives the transfer up.
  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else {
      isTooLarge = true
      return false
    }
    answer.take(unsafe String(decoding: line, as: UTF8.self))
    return true
  }

  /// Fails the request, once.
  func fail(_ kind: HTTPTransportError.Kind, _ detail: String) {
    complete(.failure(HTTPTransportError(kind, detail: detail)))
  }

  /// Answers the request with what libcurl says of its end.
  func finish(_ code: CURLcode) {
    guard !isTooLarge else {
      fail(.answerTooLarge, "The answer is larger than it may be.")
      return
    }
    guard code == CURLE_OK else {
      if let problem = proxyProblem(code) {
        complete(.failure(HTTPTransportError(problem)))
        return
      }
      let detail = errorDetail(code)
      let problem = TLSProblem(code, verifyResult: long(CURLINFO_SSL_VERIFYRESULT), detail: detail)
      complete(
        .failure(HTTPTransportError(kind(code, detail), detail: detail, tlsProblem: problem))
      )
      return
    }
    guard isWithinRatio(body.count, received: receivedBytes) else {
      fail(.answerTooLarge, "The answer is compressed beyond what it may be.")
      return
    }
    let status = long(CURLINFO_RESPONSE_CODE)
    guard (100...599).contains(status) else {
      fail(.malformedAnswer, "The answer has no valid status.")
      return
    }
    complete(
      .success(
        HTTPResponse(
          status: status,
          headers: answer.headers,
          body: body,
          timings: timings,
          version: version
        )
      )
    )
  }

  /// What a caller can do about an error; a connection that did not come up in its own time is no
  /// late answer.
  private func kind(_ code: CURLcode, _ detail: String) -> HTTPTransportError.Kind {
    // A server that goes away amid the handshake is none that cannot be trusted.
    if code == CURLE_SSL_CONNECT_ERROR,
      detail.contains("SSL_ERROR_SYSCALL") || detail.contains("unexpected eof")
    {
      return .connectionLost
    }
    guard code == CURLE_OPERATION_TIMEDOUT, offset(CURLINFO_PRETRANSFER_TIME_T) == 0,
      .microseconds(offset(CURLINFO_TOTAL_TIME_T)) < limits.totalTime
    else { return HTTPTransportError.Kind(code) }
    return offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 ? .nameNotResolved : .unreachable
  }

  private func proxyProblem(_ code: CURLcode) -> ProxyProblem? {
    ProxyProblem(
      code,
      at: proxy,
      answer: long(CURLINFO_HTTP_CONNECTCODE),
      isConnected: offset(CURLINFO_PRETRANSFER_TIME_T) > 0
    )
  }

  private func complete(_ result: Result<HTTPResponse, HTTPTransportError>) {
    completion?(result)
    completion = nil
    body = []
  }

  private func isWithinRatio(_ size: Int, received: Int) -> Bool {
    let (bound, overflow) = received.multipliedReportingOverflow(by: limits.inflationRatio)
    return overflow || size <= bound
  }

  private func errorDetail(_ code: CURLcode) -> String {
    var text = unsafe String(cString: errorText)
    if text.isEmpty, let name = unsafe curl_easy_strerror(code) {
      text = unsafe String(cString: name)
    }
    let shown = text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }
    return String(String.UnicodeScalarView(shown))
  }

  private var receivedBytes: Int {
    Int(offset(CURLINFO_SIZE_DOWNLOAD_T))
  }

  private var timings: HTTPTimings {
    let secured = offset(CURLINFO_APPCONNECT_TIME_T)
    return HTTPTimings(
      nameLookup: .microseconds(offset(CURLINFO_NAMELOOKUP_TIME_T)),
      connect: .microseconds(secured > 0 ? secured : offset(CURLINFO_CONNECT_TIME_T)),
      firstByte: .microseconds(offset(CURLINFO_STARTTRANSFER_TIME_T)),
      total: .microseconds(offset(CURLINFO_TOTAL_TIME_T))
    )
  }

  private var version: HTTPVersion? {
    switch long(CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): .http1_0
    case Int(CURL_HTTP_VERSION_1_1): .http1_1
    case Int(CURL_HTTP_VERSION_2_0): .http2
    case Int(CURL_HTTP_VERSION_3): .http3
    default: nil
    }
  }

  private func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    unsafe _ = ridealong_curl_get_offset(easy, info, &value)
    return Int64(value)
  }

  private func long(_ info: CURLINFO) -> Int {
    var value = 0
    unsafe _ = ridealong_curl_get_long(easy, info, &value)
    return value
  }

  private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      if let longer = unsafe curl_slist_append(list, line) { unsafe list = longer }
    }
    return unsafe list
  }
}
