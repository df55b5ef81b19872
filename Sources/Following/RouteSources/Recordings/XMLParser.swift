internal import CExpat

/// Reads an XML document with expat.
///
/// A document with a DOCTYPE is refused, so there are no entities to expand or to fetch.
@safe final class XMLParser {
  /// Why parsing stopped.
  struct Failure: Error {
    let problem: RouteSourceError.Problem
    /// The part of a sentence between the file's name and the line.
    let reason: String
    let line: Int
    /// Whether the document is damaged there, not of another kind.
    var isDamage: Bool { problem == .notXML }
  }

  private static let deepestNesting = 64

  private let handle: OpaquePointer
  private let listener: GPXReader
  private var depth = 0
  private var failure: Failure?

  /// Creates a parser for one document; nil if there is no memory.
  ///
  /// The encoding is the declared one, unless one is given; each byte of an unknown one is a character.
  init?(listener: GPXReader, encoding: String? = nil) {
    guard let handle = unsafe XML_ParserCreate(encoding) else { return nil }
    unsafe self.handle = handle
    self.listener = listener
  }

  deinit { unsafe XML_ParserFree(handle) }

  private var line: Int { Int(clamping: unsafe XML_GetCurrentLineNumber(handle)) }

  func parse(_ bytes: [UInt8]) throws(Failure) {
    unsafe XML_SetUserData(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      handle, { unsafe parser($0)?.start(text($1), attributes($2)) },
      { unsafe parser($0)?.end(text($1)) })
    unsafe XML_SetCharacterDataHandler(handle) { context, text, count in
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
      unsafe parser(context)?.find(bytes.bindMemory(to: UInt8.self))
    }
    unsafe XML_SetStartDoctypeDeclHandler(handle) { context, name, _, _, _ in
      let isHTML = unsafe text(name).lowercased() == "html"
      unsafe parser(context)?.stop(
        isHTML ? .otherForm : .unexpectedContent,
        isHTML
          ? "is an HTML page; \(RecordedTracks.forms)"
          : "has a DOCTYPE, which GPX lacks; remove it"
      )
    }
    // Positions and times are ASCII, which all other encodings of such files contain.
    unsafe XML_SetUnknownEncodingHandler(
      handle,
      { _, _, encoding in
        guard let encoding = unsafe encoding else { return Int32(XML_STATUS_ERROR.rawValue) }
        unsafe withUnsafeMutableBytes(of: &encoding.pointee.map) { bytes in
          let map = unsafe bytes.bindMemory(to: Int32.self)
          for byte in map.indices { unsafe map[byte] = Int32(byte) }
        }
        unsafe encoding.pointee.data = nil
        unsafe encoding.pointee.convert = nil
        unsafe encoding.pointee.release = nil
        return Int32(XML_STATUS_OK.rawValue)
      },
      nil
    )
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        handle, buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: buffer.count), 1)
    }
    if let failure { throw failure }
    guard status != XML_STATUS_OK else { return }
    let code = unsafe XML_GetErrorCode(handle)
    let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
    throw Failure(
      problem: .notXML, reason: "is not well-formed XML (\(reason ?? "error \(code.rawValue)"))",
      line: line)
  }

  /// Stops at the current part of the document; only the first reason counts.
  func stop(_ problem: RouteSourceError.Problem, _ reason: String) {
    guard failure == nil else { return }
    failure = Failure(problem: problem, reason: reason, line: line)
    _ = unsafe XML_StopParser(handle, XML_Bool(0))
  }

  fileprivate func start(_ element: String, _ attributes: [String: String]) {
    // Expat reports an element's end even after it was stopped at its start.
    guard failure == nil else { return }
    depth += 1
    guard depth <= Self.deepestNesting else {
      return stop(.unexpectedContent, "nests more than \(Self.deepestNesting) elements")
    }
    listener.start(element, attributes, self)
  }

  fileprivate func end(_ element: String) {
    guard failure == nil else { return }
    depth -= 1
    listener.end(element)
  }

  fileprivate func find(_ text: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    unsafe listener.find(text)
  }
}

private func parser(_ context: UnsafeMutableRawPointer?) -> XMLParser? {
  unsafe context.map { unsafe Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
}

private func text(_ name: UnsafePointer<CChar>?) -> String {
  unsafe name.map { unsafe String(cString: $0) } ?? ""
}

/// Reads a null-terminated list of alternating names and values.
private func attributes(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String: String] {
  guard var entry = unsafe list else { return [:] }
  var attributes: [String: String] = [:]
  while let key = unsafe entry[0], let value = unsafe entry[1] {
    attributes[unsafe String(cString: key)] = unsafe String(cString: value)
    unsafe entry += 2
  }
  return attributes
}
