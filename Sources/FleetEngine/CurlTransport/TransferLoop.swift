import CCurl
import HTTPMessages
import Synchronization

/// The thread of a transport's transfers, and its mailbox.
///
/// Only this thread uses the multi handle, which it makes itself, since libcurl takes a while to load.
/// Other threads call just `curl_multi_wakeup`, under the mailbox's lock and only while the handle
/// exists, so the class is safe.
@safe final class TransferLoop: Sendable {
  typealias Completion = @Sendable (Result<TransportResponse, HTTPTransportError>) -> Void

  private enum Command: Sendable {
    case start(PreparedRequest, TransferTicket, Completion)
    case cancel(TransferTicket)
  }

  @safe private struct Mailbox {
    var commands: [Command] = []
    var isShuttingDown = false
    var hasStarted = false
    var hasEnded = false
    /// The handle of all transfers; nil before the thread has made it and after it has ended.
    nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
  }

  static let isCurlReady: Bool = ridealong_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The milliseconds to the next attempt if libcurl cannot wait for sockets.
  private static let pauseAfterFailure: Int32 = 100

  private let configuration: LibcurlTransport.Configuration
  private let mailbox = Mutex(Mailbox())

  /// Creates the loop; its thread starts with the first request.
  init(_ configuration: LibcurlTransport.Configuration) { self.configuration = configuration }

  /// Starts the thread, unless it runs; returns false if the system refuses one.
  private func startThread(_ mailbox: inout Mailbox) -> Bool {
    if mailbox.hasStarted { return true }
    let context = unsafe Unmanaged.passRetained(self)
    mailbox.hasStarted = unsafe ridealong_start_thread(transferThreadBody, context.toOpaque()) == 0
    if !mailbox.hasStarted { unsafe context.release() }
    return mailbox.hasStarted
  }

  private func makeMulti() -> UnsafeMutableRawPointer? {
    guard Self.isCurlReady, let multi = unsafe ridealong_curl_multi_init() else { return nil }
    let connections = max(1, configuration.maximumConnections)
    for (option, value) in [
      (CURLMOPT_MAX_TOTAL_CONNECTIONS, connections),
      (CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.maximumConnectionsPerHost)),
      (CURLMOPT_MAXCONNECTS, connections),
      (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
    ] { unsafe _ = ridealong_curl_multi_set_long(multi, option, value) }
    return unsafe multi
  }

  /// Starts a transfer; calls its completion once, on the loop's thread or immediately.
  func start(_ request: PreparedRequest, ticket: TransferTicket, completion: @escaping Completion) {
    if let error = post(.start(request, ticket, completion)) { completion(.failure(error)) }
  }

  /// Cancels a transfer, whether it has started or not.
  func cancel(_ ticket: TransferTicket) {
    // The flag stops a transfer that the loop has not started yet.
    ticket.cancel()
    post(.cancel(ticket))
  }

  /// Ends the thread; the current transfers fail as cancelled.
  func shutDown() {
    mailbox.withLock { mailbox in
      mailbox.isShuttingDown = true
      wakeUp(mailbox)
    }
  }

  /// Queues a command for the thread; returns an error if the thread has ended or cannot start.
  @discardableResult private func post(_ command: Command) -> HTTPTransportError? {
    mailbox.withLock { mailbox in
      guard !mailbox.isShuttingDown, !mailbox.hasEnded else {
        return HTTPTransportError(.cancelled, detail: "The transport has ended.")
      }
      guard startThread(&mailbox) else {
        return HTTPTransportError(.refused, detail: "The system starts no more threads.")
      }
      mailbox.commands.append(command)
      wakeUp(mailbox)
      return nil
    }
  }

  private func wakeUp(_ mailbox: borrowing Mailbox) {
    if let multi = unsafe mailbox.multi { unsafe ridealong_curl_multi_wakeup(multi) }
  }

  /// Runs transfers until the loop is shut down.
  func run() {
    guard let multi = unsafe makeMulti() else { return refuseAll() }
    mailbox.withLock { unsafe $0.multi = multi }
    var transfers: [ObjectIdentifier: Transfer] = [:]
    while true {
      let (commands, isEnding) = mailbox.withLock { mailbox in
        defer { mailbox.commands = [] }
        return (mailbox.commands, mailbox.isShuttingDown)
      }
      for command in commands { unsafe perform(command, transfers: &transfers, multi: multi) }
      if isEnding { break }
      var running: Int32 = 0
      unsafe ridealong_curl_multi_perform(multi, &running)
      unsafe finishEnded(transfers: &transfers, multi: multi)
      if unsafe ridealong_curl_multi_poll(multi, nil, 0, 60_000, nil) != CURLM_OK {
        // Out of memory or descriptors. Without a pause the loop would use a whole processor.
        ridealong_pause(Self.pauseAfterFailure)
      }
    }
    for transfer in transfers.values {
      transfer.fail(.cancelled, "The transport has ended.")
      unsafe ridealong_curl_multi_remove_handle(multi, transfer.easy.pointer)
    }
    transfers = [:]
    mailbox.withLock { mailbox in
      mailbox.hasEnded = true
      unsafe mailbox.multi = nil
      unsafe ridealong_curl_multi_cleanup(multi)
    }
  }

  /// Fails the queued requests, because there is no libcurl; the next request tries to load it again.
  private func refuseAll() {
    let commands = mailbox.withLock { mailbox in
      mailbox.hasStarted = false
      defer { mailbox.commands = [] }
      return mailbox.commands
    }
    for case .start(_, _, let completion) in commands { completion(.failure(Self.noLibrary)) }
  }

  static let noLibrary = HTTPTransportError(
    .refused,
    detail: isCurlReady
      ? "The library libcurl cannot be set up."
      : "The library libcurl cannot be loaded; install it (on Debian, libcurl4).")

  private func perform(
    _ command: Command, transfers: inout [ObjectIdentifier: Transfer],
    multi: UnsafeMutableRawPointer
  ) {
    switch command {
    case .start(let request, let ticket, let completion):
      guard !ticket.isCancelled else {
        completion(.failure(HTTPTransportError(.cancelled)))
        return
      }
      guard let transfer = Transfer(request, ticket: ticket, completion: completion) else {
        completion(
          .failure(HTTPTransportError(.refused, detail: "The request could not be set up.")))
        return
      }
      if unsafe ridealong_curl_multi_add_handle(multi, transfer.easy.pointer) == CURLM_OK {
        transfers[ObjectIdentifier(ticket)] = transfer
      } else {
        transfer.fail(.refused, "The request could not be set up.")
      }
    case .cancel(let ticket):
      guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(ticket)) else { return }
      // The caller continues first, because closing a connection may take a moment.
      transfer.fail(.cancelled, "")
      unsafe ridealong_curl_multi_remove_handle(multi, transfer.easy.pointer)
    }
  }

  private func finishEnded(
    transfers: inout [ObjectIdentifier: Transfer], multi: UnsafeMutableRawPointer
  ) {
    var left: Int32 = 0
    while let message = unsafe ridealong_curl_multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      let code = unsafe message.pointee.data.result
      guard let easy = unsafe message.pointee.easy_handle else { continue }
      var pointer: UnsafeMutableRawPointer?
      unsafe _ = ridealong_curl_get_pointer(easy, CURLINFO_PRIVATE, &pointer)
      unsafe ridealong_curl_multi_remove_handle(multi, easy)
      guard let pointer = unsafe pointer else { continue }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
      transfers[ObjectIdentifier(transfer.ticket)] = nil
      transfer.finish(code)
    }
  }
}

/// The identity of one request, and whether its caller cancelled it.
final class TransferTicket: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}
