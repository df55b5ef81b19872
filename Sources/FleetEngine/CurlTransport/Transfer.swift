import CCurl
import HTTPMessages

/// One HTTP exchange under way.
///
/// It is used only on the loop's thread, where libcurl calls back.
@safe final class Transfer {
  let ticket: TransferTicket
  let easy: EasyHandle

  private let observer: ExchangeObserver?
  private let limits: LibcurlTransport.Configuration
  private let proxy: ProxySettings.Proxy?
  private var completion: TransferLoop.Completion?
  private var headers: TransportHeaders = [:]
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false

  /// Creates a transfer; nil if libcurl does not accept the request.
  init?(
    _ request: PreparedRequest, ticket: TransferTicket,
    completion: @escaping TransferLoop.Completion
  ) {
    guard let easy = EasyHandle() else { return nil }
    self.ticket = ticket
    self.easy = easy
    self.limits = request.configuration
    self.proxy = request.proxy
    self.observer = request.observer
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let isAccepted = easy.configure(request) { options in
      unsafe options.set(CURLOPT_PRIVATE, pointer: context)
      unsafe options.set(CURLOPT_WRITEDATA, pointer: context)
      unsafe options.set(CURLOPT_HEADERDATA, pointer: context)
      unsafe options.set(CURLOPT_WRITEFUNCTION, callback: receiveBodyCallback)
      unsafe options.set(CURLOPT_HEADERFUNCTION, callback: receiveHeaderCallback)
      if observer != nil {
        unsafe options.set(CURLOPT_PREREQDATA, pointer: context)
        unsafe options.setPrerequest(connectedCallback)
      }
    }
    guard isAccepted else { return nil }
    self.completion = completion
  }

  /// Reports that the connection is up.
  func reportConnection() { observer?.report(.answer) }

  /// Receives bytes of the inflated body; returns false to abort the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // libcurl counts a chunked body one buffer late, so one buffer more is allowed while the body
    // arrives. `finish` checks the exact ratio.
    let received = receivedBytes + Int(CURL_MAX_WRITE_SIZE)
    let size = body.count + bytes.count
    guard size <= limits.bodyBytes, isWithinRatio(size, received: received) else {
      isTooLarge = true
      return false
    }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  /// Receives one line of a header block; returns false to abort the transfer.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= limits.headerBytes else {
      isTooLarge = true
      return false
    }
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    // A status line starts another block: an interim response's fields do not count.
    if line.utf8.starts(with: "HTTP/".utf8) {
      headers = [:]
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
      headers.append(String(line[..<colon]), Self.trimmed(line[colon...].utf8.dropFirst()))
    }
    return true
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
    return String(Substring(rest))
  }

  /// Fails the request, once.
  func fail(_ kind: HTTPTransportError.Kind, _ detail: String) {
    complete(.failure(HTTPTransportError(kind, detail: detail)))
  }

  /// Completes the request with libcurl's result.
  func finish(_ code: CURLcode) {
    guard !isTooLarge else {
      return fail(.answerTooLarge, "The response is larger than it may be.")
    }
    guard code == CURLE_OK else { return complete(.failure(error(code))) }
    guard isWithinRatio(body.count, received: receivedBytes) else {
      return fail(.answerTooLarge, "The response is compressed beyond what it may be.")
    }
    let status = easy.long(CURLINFO_RESPONSE_CODE)
    guard (100...599).contains(status) else {
      return fail(.malformedAnswer, "The response has no valid status.")
    }
    complete(
      .success(
        TransportResponse(
          status: status, headers: headers, body: body, timings: timings, version: version)))
  }

  private func error(_ code: CURLcode) -> HTTPTransportError {
    let isConnected = easy.offset(CURLINFO_PRETRANSFER_TIME_T) > 0
    if let problem = easy.proxyProblem(code, proxy, isConnected: isConnected) {
      return HTTPTransportError(problem)
    }
    let detail = easy.message(code)
    let verifyResult = easy.long(CURLINFO_SSL_VERIFYRESULT)
    let problem = TLSProblem(code, verifyResult: verifyResult, detail: detail)
    return HTTPTransportError(kind(code, detail), detail: detail, tlsProblem: problem)
  }

  /// The kind of an error; a connection that was not up in time is unreachable, not timed out.
  private func kind(_ code: CURLcode, _ detail: String) -> HTTPTransportError.Kind {
    // A server that closes the connection during the handshake is a connection error, not a TLS
    // error.
    if code == CURLE_SSL_CONNECT_ERROR,
      ["SSL_ERROR_SYSCALL", "unexpected eof", "Recv failure"].contains(where: detail.contains)
    {
      return .connectionLost
    }
    guard code == CURLE_OPERATION_TIMEDOUT, easy.offset(CURLINFO_PRETRANSFER_TIME_T) == 0,
      .microseconds(easy.offset(CURLINFO_TOTAL_TIME_T)) < limits.totalTime
    else { return HTTPTransportError.Kind(code) }
    return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 ? .nameNotResolved : .unreachable
  }

  private func complete(_ result: Result<TransportResponse, HTTPTransportError>) {
    completion?(result)
    completion = nil
    body = []
  }

  private func isWithinRatio(_ size: Int, received: Int) -> Bool {
    let (bound, overflow) = received.multipliedReportingOverflow(by: limits.inflationRatio)
    return overflow || size <= bound
  }

  private var receivedBytes: Int { Int(easy.offset(CURLINFO_SIZE_DOWNLOAD_T)) }

  private var timings: HTTPTimings {
    let secured = easy.offset(CURLINFO_APPCONNECT_TIME_T)
    return HTTPTimings(
      nameLookup: .microseconds(easy.offset(CURLINFO_NAMELOOKUP_TIME_T)),
      connect: .microseconds(secured > 0 ? secured : easy.offset(CURLINFO_CONNECT_TIME_T)),
      firstByte: .microseconds(easy.offset(CURLINFO_STARTTRANSFER_TIME_T)),
      total: .microseconds(easy.offset(CURLINFO_TOTAL_TIME_T)))
  }

  private var version: TransportVersion? {
    switch easy.long(CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): .http1_0
    case Int(CURL_HTTP_VERSION_1_1): .http1_1
    case Int(CURL_HTTP_VERSION_2_0): .http2
    case Int(CURL_HTTP_VERSION_3): .http3
    default: nil
    }
  }
}
