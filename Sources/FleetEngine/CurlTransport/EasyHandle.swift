import CCurl
import HTTPMessages

/// A libcurl easy handle with its error buffer and header list.
@safe final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headerList: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle; nil if libcurl cannot be set up.
  init?() {
    guard TransferLoop.isCurlReady, let pointer = unsafe ridealong_curl_easy_init() else {
      return nil
    }
    unsafe self.pointer = pointer
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe ridealong_curl_easy_cleanup(pointer)
    unsafe ridealong_curl_slist_free_all(headerList)
    unsafe errorText.deallocate()
  }

  /// Sets the options of a request; returns whether libcurl accepts all of them.
  func configure(_ request: PreparedRequest, _ more: (inout EasyOptions) -> Void) -> Bool {
    var options = unsafe EasyOptions(pointer)
    options.apply(request)
    for line in request.headerLines {
      if let longer = unsafe ridealong_curl_slist_append(headerList, line) {
        unsafe headerList = longer
      }
    }
    unsafe options.set(CURLOPT_HTTPHEADER, list: headerList)
    unsafe options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    more(&options)
    return options.areAccepted
  }

  /// libcurl's message about an error, in printable ASCII.
  func message(_ code: CURLcode) -> String {
    var text = unsafe String(cString: errorText)
    if text.isEmpty, let name = unsafe ridealong_curl_easy_strerror(code) {
      text = unsafe String(cString: name)
    }
    let shown = text.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }
    return String(String.UnicodeScalarView(shown))
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    unsafe _ = ridealong_curl_get_offset(pointer, info, &value)
    return Int64(value)
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    unsafe _ = ridealong_curl_get_long(pointer, info, &value)
    return value
  }

  /// The proxy's problem that an error reports; nil if no proxy is at fault.
  func proxyProblem(
    _ code: CURLcode, _ proxy: ProxySettings.Proxy?, isConnected: Bool
  ) -> ProxyProblem? {
    let status = long(CURLINFO_HTTP_CONNECTCODE)
    return ProxyProblem(code, at: proxy, status: status, isConnected: isConnected)
  }
}
