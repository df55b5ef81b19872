internal import SystemLibrary

/// A TCP connection to a program on this machine that does not block a thread.
@TerminalActor public final class LoopbackSocket {
  private let descriptor: Int32

  /// Connects to a port at 127.0.0.1; nil if nobody accepts in time or the task is cancelled.
  public init?(port: UInt16, patience: Duration) async {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    descriptor = socket(AF_INET, Int32(kind), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status == 0 { return }
    guard errno == EINPROGRESS, await wait(.writing, patience: patience) else { return nil }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sends a short message.
  public func send(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe platformSend(descriptor, $0) } == bytes.count
  }

  /// Waits for the next bytes; nil at the end of the connection, after a silence, and when the task
  /// is cancelled.
  public func read(patience: Duration) async -> [UInt8]? {
    while await wait(.data, patience: patience) {
      guard let bytes = readAvailable(descriptor) else { return nil }
      if !bytes.isEmpty { return bytes }
    }
    return nil
  }

  /// Waits until the connection is ready; false after a silence and when the task is cancelled.
  private func wait(_ readiness: TerminalExecutor.Readiness, patience: Duration) async -> Bool {
    let end = ContinuousClock.now + patience
    while !Task.isCancelled {
      let left = end - ContinuousClock.now
      guard left > .zero else { return false }
      switch await TerminalExecutor.shared.wait(for: descriptor, readiness, timeout: left) {
      case .ready: return true
      case .timedOut: return false
      case .interrupted: break
      }
    }
    return false
  }
}

// The type's own name hides the platform's function.
@unsafe private func platformSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  let flags = Int32(MSG_NOSIGNAL)
  return unsafe send(descriptor, bytes.baseAddress, bytes.count, flags)
}
