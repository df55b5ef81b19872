import HTTPMessages
import Synchronization

/// A file on a server that supports range requests.
final class HTTPRangeReader: ByteRangeReader {
  let source: String
  let cacheName: String?
  let size: UInt64? = nil

  private let url: HTTPURL
  private let transport: any HTTPTransport
  /// The entity tag of the file as it was read last.
  private let version = Mutex<String?>(nil)

  init(url: HTTPURL, transport: any HTTPTransport) {
    self.url = url
    self.transport = transport
    source = url.authority
    cacheName = TileIdentity.name(of: url.description)
  }

  func read(offset: UInt64, count: Int, orFewer: Bool) async throws(TileSourceError) -> [UInt8] {
    guard count > 0 else { return [] }
    let (end, overflow) = offset.addingReportingOverflow(UInt64(count) - 1)
    guard !overflow else { throw .malformed(source, "A directory entry points outside.") }
    // Ranges count the bytes of the file, not of a compressed response.
    let request = TransportRequest(
      url: url, headers: ["Range": "bytes=\(offset)-\(end)", "Accept-Encoding": "identity"])
    let response: TransportResponse
    do { response = try await TileServer.send(request, over: transport) } catch {
      // A server that ignores the range sends the whole file.
      throw error.kind == .tooLarge ? noRanges() : error
    }
    switch response.status {
    case 206: break
    case 200:
      // A short file may be sent whole.
      guard offset == 0, orFewer, response.body.count <= count else { throw noRanges() }
    case 416: throw .malformed(source, "The file on the server ends early.")
    default: throw TileServer.refusal(response, source: source)
    }
    try checkVersion(response)
    let hasLength = response.body.count == count || orFewer && response.body.count < count
    guard hasLength, startsAt(offset, response) else { throw noRanges() }
    return response.body
  }

  private func startsAt(_ offset: UInt64, _ response: TransportResponse) -> Bool {
    guard response.status == 206 else { return offset == 0 }
    guard let range = response.headers["Content-Range"] else { return true }
    return range.lowercased().hasPrefix("bytes \(offset)-")
  }

  private func checkVersion(_ response: TransportResponse) throws(TileSourceError) {
    guard let tag = response.headers["ETag"] else { return }
    let isSame = version.withLock { version in
      defer { version = tag }
      return version == nil || version == tag
    }
    guard !isSame else { return }
    let reason = "The archive was replaced while it was read."
    throw TileSourceError(.changed, source: source, reason: reason)
  }

  private func noRanges() -> TileSourceError {
    .unsupported(
      source,
      "The server does not support range requests, which a PMTiles archive needs."
        + " Download the file and name it instead.")
  }
}
