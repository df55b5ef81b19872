internal import CExpat

/// Receives the parts of an XML document in order; text may come in pieces.
protocol XMLParserListener: AnyObject {
  func parser(_ parser: XMLParser, didStart element: String, attributes: [String: String])
  func parser(_ parser: XMLParser, didFind text: UnsafeBufferPointer<UInt8>)
  func parser(_ parser: XMLParser, didEnd element: String)
}

/// Reads an XML document with expat.
///
/// A document with a DOCTYPE is refused at its first line, so that there are no entities to expand
/// and nothing outside to fetch.
@safe
final class XMLParser {
  /// Why a document was not read to its end.
  struct Failure: Error {
    let problem: RouteSourceError.Problem
    /// What is wrong, as the end of a sentence that names the line.
    let reason: String
    /// The line, from 1.
    let line: Int
  }

  private static let deepestNesting = 64

  private let handle: OpaquePointer
  private let listener: any XMLParserListener
  private var depth = 0
  private var failure: Failure?

  /// Creates a parser for one document; nil where there is no memory.
  init?(telling listener: any XMLParserListener) {
    guard let handle = unsafe XML_ParserCreate(nil) else { return nil }
    unsafe self.handle = handle
    self.listener = listener
  }

  deinit {
    unsafe XML_ParserFree(handle)
  }

  /// The line of what the listener is told of, from 1.
  var line: Int { Int(clamping: unsafe XML_GetCurrentLineNumber(handle)) }

  func parse(_ bytes: [UInt8]) throws(Failure) {
    unsafe XML_SetUserData(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(handle, startElement, endElement)
    unsafe XML_SetCharacterDataHandler(handle, characterData)
    unsafe XML_SetStartDoctypeDeclHandler(handle, startDoctype)
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        handle,
        buffer.bindMemory(to: CChar.self).baseAddress,
        Int32(clamping: buffer.count),
        1
      )
    }
    if let failure { throw failure }
    guard status != XML_STATUS_OK else { return }
    let code = unsafe XML_GetErrorCode(handle)
    let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
    throw Failure(
      problem: .notXML,
      reason: "is not well-formed XML (\(reason ?? "error \(code.rawValue)"))",
      line: line
    )
  }

  /// Stops at what the listener is being told of; the first reason counts.
  func stop(_ problem: RouteSourceError.Problem, _ reason: String) {
    guard failure == nil else { return }
    failure = Failure(problem: problem, reason: reason, line: line)
    _ = unsafe XML_StopParser(handle, XML_Bool(0))
  }

  fileprivate func start(_ element: String, _ attributes: [String: String]) {
    // Expat tells of an element's end even after it has been stopped at its start.
    guard failure == nil else { return }
    depth += 1
    guard depth <= Self.deepestNesting else {
      return stop(.unexpectedContent, "nests more than \(Self.deepestNesting) elements")
    }
    listener.parser(self, didStart: element, attributes: attributes)
  }

  fileprivate func end(_ element: String) {
    guard failure == nil else { return }
    depth -= 1
    listener.parser(self, didEnd: element)
  }

  fileprivate func find(_ text: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    unsafe listener.parser(self, didFind: text)
  }
}

private func parser(_ context: UnsafeMutableRawPointer?) -> XMLParser? {
  unsafe context.map { unsafe Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<CChar>?,
  _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name = unsafe name, var entry = unsafe list else { return }
  var attributes: [String: String] = [:]
  // Names and values in turn, to a null.
  while let key = unsafe entry[0], let value = unsafe entry[1] {
    attributes[unsafe String(cString: key)] = unsafe String(cString: value)
    unsafe entry += 2
  }
  unsafe parser(context)?.start(String(cString: name), attributes)
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let name = unsafe name else { return }
  unsafe parser(context)?.end(String(cString: name))
}

private func characterData(
  _ context: UnsafeMutableRawPointer?,
  _ text: UnsafePointer<CChar>?,
  _ count: Int32
) {
  guard let text = unsafe text else { return }
  let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
  unsafe parser(context)?.find(bytes.bindMemory(to: UInt8.self))
}

private func startDoctype(
  _ context: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<CChar>?,
  _ systemID: UnsafePointer<CChar>?,
  _ publicID: UnsafePointer<CChar>?,
  _ hasInternalSubset: Int32
) {
  unsafe parser(context)?.stop(.unexpectedContent, "has a DOCTYPE, which GPX has not; remove it")
}
