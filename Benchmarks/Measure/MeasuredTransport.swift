import HTTPMessages
import Synchronization

/// A transport that records each exchange of another one.
final class MeasuredTransport: HTTPTransport {
  /// The recorded exchanges.
  struct Record: Sendable {
    var times: [Duration] = []
    var versions: [String: Int] = [:]
    var failures: [String: Int] = [:]
    var bodyBytes = 0
  }

  private let transport: any HTTPTransport
  private let record = Mutex(Record())

  init(_ transport: any HTTPTransport) { self.transport = transport }

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    let start = ContinuousClock.now
    do {
      let response = try await transport.send(request)
      let time = ContinuousClock.now - start
      record.withLock { record in
        record.times.append(time)
        record.versions[response.version?.rawValue ?? "unknown", default: 0] += 1
        record.bodyBytes += response.body.count
        if response.status != 200 { record.failures["status \(response.status)", default: 0] += 1 }
      }
      return response
    } catch {
      record.withLock { $0.failures["\(error.kind)", default: 0] += 1 }
      throw error
    }
  }

  /// The exchanges since the last call.
  func takeRecord() -> Record {
    record.withLock { record in
      defer { record = Record() }
      return record
    }
  }
}
